"""The version of this release, here so that ``floorcall --version`` looks nothing up."""

VERSION = "0.1.0"
