"""The command line put together; each command imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from service.book.cli import app as book_app
from service.cli import batch, model, read, rules, scan, score, serve
from service.cli.plain_help import PlainCommand

app = typer.Typer(
    name="tilesight",
    help="Photograph a winning mahjong hand, get its score and who pays whom. 拍照算台，清清楚楚。",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

app.command("scan", cls=PlainCommand)(scan.scan)
app.command("read", cls=PlainCommand)(read.read)
app.command("score", cls=PlainCommand)(score.score)
app.command("batch", cls=PlainCommand)(batch.batch)
app.command("rules", cls=PlainCommand)(rules.rules)
app.command("serve", cls=PlainCommand)(serve.serve)
app.add_typer(model.app, name="model")
app.add_typer(book_app, name="db")


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Name the package, the models and the rules.")] = False,
) -> None:
    """Photograph a winning mahjong hand, get its score and who pays whom. 拍照算台，清清楚楚。"""
    if version:
        from service.versions import version_text

        typer.echo(version_text())
        raise typer.Exit(0)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(0)
