"""``tilesight rules``: the rulesets, and one ruleset as a player recognises it."""

from __future__ import annotations

from typing import Annotated

import typer

from service.cli.context import known_ruleset
from service.cli.errors import DONE
from service.cli.output import console, write_json


def rules(
    ruleset: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="One ruleset, by any of its names; without it they are listed."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON for programs.")] = False,
) -> int:
    """List the rulesets, or print one: items, options, flags."""
    from scorer.registry import rulesets
    from service.rulebook import laid_aside, ruleset_json, summary_json

    if ruleset is None:
        found = [summary_json(each) for each in rulesets()]
        if as_json:
            write_json({"rulesets": found})
        else:
            from service.render.rules import print_rulesets

            print_rulesets(console(), found)
        return DONE
    rules_told = known_ruleset(ruleset)
    if as_json:
        write_json(ruleset_json(rules_told))
    else:
        from service.render.rules import print_ruleset

        print_ruleset(console(), ruleset_json(rules_told), laid_aside(rules_told))
    return DONE
