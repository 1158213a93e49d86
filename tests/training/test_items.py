"""Items made from cases: the key is the engine's, options differ, the same seed gives the same items."""

import pytest

from training.desk import Desk
from training.items import again, make


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk("bfsp")


def test_an_item_has_one_key_and_wrong_options_that_differ(desk: Desk) -> None:
    for item in make("bfsp", count=20, desk=desk):
        texts = [option.text for option in item.options]
        assert len(set(texts)) == len(texts) >= 3
        assert item.answer == tuple(at for at, option in enumerate(item.options) if option.key)


def test_an_id_and_a_seed_give_the_item_again(desk: Desk) -> None:
    for item in make("bfsp", count=5, seed=3, language="ru", desk=desk):
        assert again(item.id, 3, "ru", desk=desk) == item
