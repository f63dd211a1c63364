"""``tilesight model``: the model card, and the measure of the reader on labelled photographs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from service.cli.errors import DONE, BadUse
from service.cli.output import console, write_json
from service.cli.plain_help import PlainCommand

app = typer.Typer(help="The models: their card, and how well they read.", no_args_is_help=False)


@app.command("info", cls=PlainCommand)
def info(as_json: Annotated[bool, typer.Option("--json", help="JSON for programs.")] = False) -> int:
    """Print the model card: classes, sizes, data and licences, metrics, checksums."""
    import models

    try:
        card = models.card()
        models.verified(card.detector)
        models.verified(card.namer)
    except models.ModelError as error:
        raise BadUse(str(error)) from None
    if as_json:
        write_json({**card.raw, "sha256": card.sha256})
    else:
        from service.render.model import print_card

        print_card(console(), {**card.raw, "sha256": card.sha256})
    return DONE


@app.command("eval", cls=PlainCommand)
def evaluate(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A folder with images/ and labels/ in YOLO format.")],
    hands: Annotated[bool, typer.Option("--hands", help="Also whole hands, with and without the rules' help.")] = False,
    rules: Annotated[
        str, typer.Option("--rules", metavar="ID", help="The ruleset whose rules help with --hands.")
    ] = "guobiao",
    include_extreme: Annotated[
        bool, typer.Option("--include-extreme", help="Also photos squeezed beyond recognition.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON for programs.")] = False,
) -> int:
    """Detection and naming on labelled photographs, by group: recall, precision, naming, confusions."""
    from service.cli.photos import checked
    from service.hand_eval import evaluate_hands
    from service.model_eval import EvaluationError, evaluate_folder
    from service.render.model import counted

    checked(rules, None, None)
    bar = counted(console(errors=True))
    try:
        report = evaluate_folder(Path(folder), include_extreme=include_extreme, progress=bar)
        if hands:
            report["hands"] = evaluate_hands(Path(folder), rules, include_extreme=include_extreme, progress=bar)
    except EvaluationError as error:
        raise BadUse(str(error)) from None
    if as_json:
        write_json(report)
    else:
        from service.render.model import print_report

        print_report(console(), report)
    return DONE
