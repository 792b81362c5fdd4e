"""A cache that holds so many bytes and forgets what was not used for longest. Safe to use from several threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ByteCache(Generic[K, V]):
    """Values by key, at most `budget` bytes of them. A value larger than the whole budget is not kept."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._used = 0
        self._lock = Lock()
        self._items: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._items)

    @property
    def used(self) -> int:
        """How many bytes the values take that are kept now."""
        return self._used

    def get(self, key: K) -> V | None:
        """The value of `key`, which counts as used now; None where there is none."""
        with self._lock:
            found = self._items.get(key)
            if found is None:
                return None
            self._items.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keeps `value`, which takes `size` bytes, and drops the longest unused ones to make room."""
        with self._lock:
            self._drop(key)
            if size > self.budget:
                return
            self._items[key] = (value, size)
            self._used += size
            while self._used > self.budget:
                self._drop(next(iter(self._items)))

    def discard(self, wanted: Callable[[K], bool]) -> list[K]:
        """Drops every value whose key is wanted; returns those keys."""
        with self._lock:
            keys = [key for key in self._items if wanted(key)]
            for key in keys:
                self._drop(key)
            return keys

    def _drop(self, key: K) -> None:
        found = self._items.pop(key, None)
        if found is not None:
            self._used -= found[1]
