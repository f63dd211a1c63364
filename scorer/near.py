"""What somebody may have meant by a name that is none."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 64
"""Characters up to which a name is compared with those there are: nobody mistypes a longer one."""


def nearest(name: object, known: Iterable[str], most: int = 1) -> tuple[str, ...]:
    """Those of the known names that are like this one, the likeliest first."""
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST:
        return ()
    from difflib import get_close_matches

    written = {one.lower(): one for one in known}
    return tuple(written[one] for one in get_close_matches(name.lower(), written, n=most))


def did_you_mean(*names: str) -> str:
    """`` (did you mean A or B?)``, or nothing where there is none."""
    return f" (did you mean {' or '.join(names)}?)" if names else ""
