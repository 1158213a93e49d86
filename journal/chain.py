"""The chain of an event: what a digest is made of, and the texts in which data are kept.

The digest of an entry is BLAKE2b with 32 bytes, in hexadecimal, of the canonical JSON of {about, at, body, by, data,
event, hand, kind, number, previous, table}: keys sorted, no spaces, UTF-8, only what JSON has to escape escaped.
``previous`` is the digest of the entry before, empty for the first; ``body`` the digest of the canonical JSON of
{rulings, text}.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

from journal.records import Body, Entry
from knowledge.store import blake2b  # hashlib would bring OpenSSL along

_SIZE = 32
_FASTEST = 1  # of zlib: a third larger than its best, in a tenth of the time


def plain(value: Any) -> Any:
    """Data as JSON has it: lists for tuples, and texts without what no database takes (NUL, half of a surrogate)."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Mapping):
        return {text(str(key)): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if value is None or isinstance(value, (bool, int)):
        return value
    raise TypeError(f"a {type(value).__name__} cannot stand in a journal")


def text(told: str) -> str:
    """A text that every database takes. What is none is replaced, as a file name of broken bytes."""
    if told.isprintable():  # neither NUL nor surrogates are
        return told
    return told.encode("utf-8", "replace").decode("utf-8").replace("\0", "\N{REPLACEMENT CHARACTER}")


def canonical(data: Any) -> str:
    """The one text of some data."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest_of(data: Any) -> str:
    """The digest of some data."""
    return _digest(canonical(data).encode())


def digest_of_entry(entry: Entry, at: str) -> str:
    """The digest that an entry has to have. ``at``: its time as it is kept."""
    return digest_of(
        {
            "about": entry.about,
            "at": at,
            "body": entry.body,
            "by": entry.by,
            "data": entry.data,
            "event": entry.event,
            "hand": entry.hand,
            "kind": entry.kind,
            "number": entry.number,
            "previous": entry.previous,
            "table": entry.table,
        }
    )


def commitment(salt: str, key: str, name: str, details: Mapping[str, str]) -> str:
    """What proves the personal details of a player without telling them: without the salt nobody can guess them."""
    return digest_of({"details": dict(details), "key": key, "name": name, "salt": salt})


def packed(body: Body) -> tuple[bytes, str]:
    """A body as it is kept, and its digest."""
    told = {"text": body.text.decode("utf-8", "surrogateescape"), "rulings": body.rulings}
    raw = canonical(told).encode("utf-8", "surrogateescape")
    return zlib.compress(raw, _FASTEST), _digest(raw)


def unpacked(content: bytes) -> tuple[Body, str]:
    """A body out of what was kept, and the digest that it really has. ValueError where it is none."""
    try:
        raw = zlib.decompress(content)
        told = json.loads(raw.decode("utf-8", "surrogateescape"))
        return Body(told["text"].encode("utf-8", "surrogateescape"), told["rulings"]), _digest(raw)
    except (zlib.error, KeyError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from None


def _digest(raw: bytes) -> str:
    return blake2b(raw, digest_size=_SIZE).hexdigest()
