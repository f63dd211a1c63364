"""A fact computed at its first use and then an ordinary attribute; unlike functools.cached_property without a lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class lazy(Generic[Owner, Value]):  # noqa: N801 - reads as a decorator
    def __init__(self, compute: Callable[[Owner], Value]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__
        self.name = compute.__name__

    @overload
    def __get__(self, instance: None, owner: Any) -> lazy[Owner, Value]: ...

    @overload
    def __get__(self, instance: Owner, owner: Any) -> Value: ...

    def __get__(self, instance: Owner | None, owner: Any) -> Value | lazy[Owner, Value]:
        if instance is None:
            return self
        value = self.compute(instance)
        instance.__dict__[self.name] = value
        return value
