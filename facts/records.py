"""Named tuples whose classes are made fast.

``collections.namedtuple`` compiles a constructor and makes a dozen functions for every class: a sixth of a cold start,
for a ruling at the table imports some seventy classes. Here the functions are shared, and the constructor is compiled
only for a class of which many values are made. To a type checker, and to whoever uses them, they are named tuples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter

    _new = tuple.__new__

    _MANY = 8

    def _general(cls, /, *values, **named):
        """The constructor of every class at first."""
        cls._waiting.append(None)
        if len(cls._waiting) > _MANY or named or len(values) != len(cls._fields):
            cls.__new__ = staticmethod(_compiled(cls))
            return cls.__new__(cls, *values, **named)
        return _new(cls, values)

    def _compiled(cls):
        """The constructor as the standard library makes it: fast, and exact about wrong arguments."""
        fields, defaults = cls._fields, cls._field_defaults
        told = ", ".join(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in fields)
        row = "".join(f"{name}, " for name in fields)
        made = eval(f"lambda _cls, {told}: _new(_cls, ({row}))", {"_new": _new, "_defaults": defaults})
        made.__name__, made.__qualname__ = "__new__", f"{cls.__qualname__}.__new__"
        return made

    class _Maker(type):
        """Makes the class of a record from its annotations."""

        def __new__(maker, name, bases, told):
            if NamedTuple not in bases:
                return super().__new__(maker, name, bases, told)
            fields = tuple(told.get("__annotations__", ()))
            told["_field_defaults"] = {field: told[field] for field in fields if field in told}
            told["_fields"] = told["__match_args__"] = fields
            told.update({field: _tuplegetter(i, None) for i, field in enumerate(fields)})
            told["__slots__"], told["_waiting"], told["__new__"] = (), [], _general
            return super().__new__(maker, name, bases, told)

    NamedTuple = None

    class _Record(tuple, metaclass=_Maker):
        """What all records have in common."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            made = _new(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **named):
            made = _new(type(self), map(named.pop, self._fields, self))
            if named:
                raise ValueError(f"Got unexpected field names: {list(named)!r}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            told = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
            return f"{type(self).__name__}({told})"

        def __getnewargs__(self):
            return tuple(self)

    NamedTuple = _Record

__all__ = ["NamedTuple"]
