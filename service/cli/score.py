"""``tilesight score``: one hand from its notation, or JSON Lines in and out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, BinaryIO

import typer

from service.cli import context as told
from service.cli.errors import BAD, DONE, REVIEW, BadUse
from service.cli.output import console, json_bytes, write_json


def score(
    notation: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND...",
            help="The hand, as '123m456p99s [CCC] [7777s|an] + 9s': melds in brackets, the winning tile after +.",
            show_default=False,
        ),
    ] = None,
    json_file: Annotated[
        str | None,
        typer.Option(
            "--json",
            metavar="FILE|-",
            help="Score JSON: a case a line, or one case or a list of them over several lines; one answer a line out. "
            "Without FILE: the one case's answer as JSON.",
        ),
    ] = None,
    rules: told.Rules = None,
    winner: told.Winner = None,
    by: told.By = None,
    payer: told.From = None,
    wild: told.Wild = None,
    indicator: told.Indicator = None,
    dealer: told.Dealer = None,
    streak: told.Streak = None,
    round_wind: told.Round = None,
    flag: told.Flags = None,
    option: told.OptionPairs = None,
    aside: told.Aside = None,
    context: told.ContextJson = None,
    as_json: Annotated[bool, typer.Option("--as-json", hidden=True)] = False,
) -> int:
    """Score a hand: items, total and who pays whom."""
    if json_file is not None:
        if notation:
            raise BadUse("give either a hand in notation or --json FILE, not both")
        told_beside = (
            rules,
            winner,
            by,
            payer,
            wild,
            indicator,
            dealer,
            streak,
            round_wind,
            flag,
            option,
            aside,
            context,
        )
        if any(value is not None for value in told_beside):
            raise BadUse("with --json FILE every case says its own ruleset, options and context")
        return stream(json_file)
    if not notation:
        raise BadUse("no hand given: write it in notation, or pass --json FILE (- for standard input)")
    if rules is None:
        raise BadUse("--rules is missing: 'tilesight rules' lists the rulesets")
    told.known_ruleset(rules)
    how = told.context_json(
        winner=winner,
        by=by,
        payer=payer,
        wild=wild,
        indicator=indicator,
        dealer=dealer,
        streak=streak,
        round_wind=round_wind,
        flags=flag,
        more=context,
    )
    written = " ".join(notation).strip()
    beside = " ".join(aside or ()).strip()
    # A drawn hand has no tiles, and flowers alone can win.
    if not written and not beside and how.get("event", "win") == "win":
        raise BadUse("the hand is empty: write its tiles, as '123m456p99s [CCC] [7777s|an] + 9s'")
    case: dict[str, Any] = {
        "ruleset": rules,
        "options": told.options_json(option),
        "hand": hand_json(written, beside),
        "context": how,
    }
    answer = score_case(case)
    if as_json:
        write_json(answer)
    else:
        from service.render.score import print_score

        print_score(console(), case, answer)
    return status_of(answer)


def status_of(answer: dict[str, Any]) -> int:
    """The exit status that an answer deserves."""
    return DONE if answer["status"] in ("scored", "settled") else REVIEW


def score_case(case: Any) -> dict[str, Any]:
    """The answer to one case.

    Raises:
        BadUse: the case cannot be understood.
    """
    from scorer.errors import CaseError
    from service.cases import score_told

    try:
        return score_told(case)
    except CaseError as error:
        raise BadUse(str(error)) from None


def hand_json(notation: str, aside: str = "") -> dict[str, Any]:
    """A hand in notation as the JSON of a case.

    Raises:
        BadUse: it is no notation of a hand.
    """
    from scorer.errors import NotationError
    from scorer.notation import format_tiles, parse_hand, parse_tiles
    from service.hands import hand_to_json

    try:
        hand = hand_to_json(parse_hand(notation))
    except NotationError as error:
        raise BadUse(str(error)) from None
    try:
        # Written as the hand's own are, however they were told.
        hand["aside"] = format_tiles((*parse_tiles(hand["aside"]), *parse_tiles(aside)))
    except NotationError as error:
        raise BadUse(f"--aside: {error}") from None
    return hand


def stream(name: str) -> int:
    """Score cases from a file or standard input to standard output, one line out for each."""
    from service.case_files import cases
    from service.strict_json import NotJson

    out = sys.stdout.buffer
    lines = broken = refused = 0
    with _opened(name) as source:
        for case in cases(source):
            lines += 1
            try:
                if isinstance(case, NotJson):
                    raise BadUse(str(case))
                answer = score_case(case)
                refused += status_of(answer)
            except BadUse as error:
                broken += 1
                answer = {"error": str(error), "line": lines}
            out.write(json_bytes(answer))
            out.flush()
    if broken:
        print(f"tilesight: {broken} of {lines} lines could not be scored", file=sys.stderr)
        return BAD
    # A single case answers by exit status too; a stream is done when each of its cases has its answer.
    return REVIEW if lines == 1 and refused else DONE


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        if sys.stdin is None:
            raise BadUse("standard input is closed")
        yield sys.stdin.buffer
        return
    try:
        file = open(name, "rb")  # noqa: SIM115 - closed below, apart from the errors of opening
    except OSError as error:
        raise BadUse(f"{name}: {error.strerror}") from None
    with file:
        yield file
