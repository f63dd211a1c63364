"""What somebody may have meant by a name that is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_LONGEST = 64
"""Characters up to which a name is compared with those there are: nobody mistypes a longer one."""


def nearest(name: object, known: Iterable[str], most: int = 1) -> tuple[str, ...]:
    """Those of the known names that are like this one, the likeliest first."""
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST:
        return ()
    from difflib import get_close_matches

    written = {one.lower(): one for one in known}
    return tuple(written[one] for one in get_close_matches(name.lower(), written, n=most))


SLIPS = 4
"""Unknown names of which the nearest known one is looked up; of very many none is a slip of the pen."""


def meant(name: object, known: Iterable[str]) -> str:
    """`` (did you mean A?)`` for a name that is none of the known ones, or nothing where none is like it."""
    return did_you_mean(*nearest(name, known))


def each_meant(names: Sequence[str], known: Iterable[str]) -> list[str]:
    """The same for each of several names."""
    there = tuple(known)
    return [meant(name, there) if place < SLIPS else "" for place, name in enumerate(names)]


def did_you_mean(*names: str) -> str:
    """`` (did you mean A or B?)``, or nothing where there is none."""
    return f" (did you mean {' or '.join(names)}?)" if names else ""
