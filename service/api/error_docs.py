"""Writes the table of error codes into the documentation: ``python -m service.api.error_docs docs/api-errors.md``."""

from __future__ import annotations

import argparse
from pathlib import Path

from service.api.problems import declared

_HEAD = """\
# Errors of the HTTP API

Every error is answered as `application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, and the stable
`code`. `request_id` names the request in the server's log; `errors` lists each wrong field with its JSON pointer.
Codes do not change their meaning; new ones may come.

Outside `/v1` an unknown address is `not_found` too, but to a browser that opens a page there (`Accept: text/html`,
and no dot in the last part of the address): it gets the phone app. To what is no HTTP at all the web server answers 400
in plain text, without a `request_id`.

"""


def error_table() -> str:
    """Every declared code as a Markdown table."""
    import service.api.app  # noqa: F401 - the routes declare their codes

    rows = ["| status | code | meaning |", "|---|---|---|"]
    rows += [f"| {entry.status} | `{entry.code}` | {entry.meaning.replace('|', '&#124;')} |" for entry in declared()]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path, help="the page to write")
    parser.parse_args().page.write_text(_HEAD + error_table(), encoding="utf-8")
