"""The interview: what is known of a story, which question comes next, and what an answer makes of the story."""
