"""``tilesight batch``: every photo below a folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli import context as told
from service.cli.engines import Engine, EngineOption, need_ray
from service.cli.errors import DONE, BadUse
from service.cli.output import console, write_json

if TYPE_CHECKING:
    from service.batchrun import Job, Line, Summary


def batch(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of photos.")],
    out: Annotated[
        str, typer.Option("--out", metavar="FILE.jsonl", help="Where to write a line a photo; goes on where it is.")
    ],
    rules: told.Rules = None,
    wild: told.Wild = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=1, max=256, help="Processes [one a core, of the cluster with Ray]."),
    ] = None,
    engine: EngineOption = Engine.LOCAL,
    truth: Annotated[
        str | None,
        typer.Option(
            "--truth",
            metavar="FILE|DIR",
            help="What the photos show, to measure against: JSON Lines, or a folder of NAME.json beside NAME.jpg.",
        ),
    ] = None,
    retry_errors: Annotated[
        bool, typer.Option("--retry-errors", help="Read photos again whose line is an error.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The summary as JSON.")] = False,
) -> int:
    """Read every photo below a folder, by all cores, resumable; a summary at the end."""
    from service.batchrun import BatchError, Job
    from service.cli.photos import checked
    from service.engine import ModelError, check_models
    from service.settings import cores
    from service.truth import TruthError, read_truth

    checked(rules, wild, None)
    if engine is Engine.RAY:
        need_ray()
    job = Job(Path(folder), rules, wild, workers or (0 if engine is Engine.RAY else cores()))
    try:
        known = read_truth(Path(truth)) if truth is not None else {}
        check_models()
        summary = run_batch(job, Path(out), known, retry_errors, engine)
    except (BatchError, ModelError, TruthError) as error:
        raise BadUse(str(error)) from None
    if as_json:
        write_json(summary.as_json())
    else:
        from service.render.batch import print_summary

        print_summary(console(), summary.as_json(), out)
    return DONE


def run_batch(
    job: Job, out: Path, truth: dict[str, Line], retry_errors: bool, engine: Engine = Engine.LOCAL
) -> Summary:
    """Read what ``out`` does not have yet and append it; the summary over all of it.

    Raises:
        BatchError: the folder, the output file or the cluster cannot be used, another batch is writing the file, or it
            was made with other rules.
    """
    from service.batchrun import BatchError, alone, find_photos

    photos = find_photos(job.folder)
    if not photos:
        raise BatchError(f"{job.folder}: no photos there (JPEG, PNG, WebP or HEIC)")
    with alone(out):
        return _go_on(job, photos, out, truth, retry_errors, engine)


def _go_on(
    job: Job, photos: Sequence[str], out: Path, truth: dict[str, Line], retry_errors: bool, engine: Engine
) -> Summary:
    from service.batchrun import Appender, BatchError, Summary, check_same_game, resume, without_errors
    from service.truth import truth_of

    done = resume(out)
    check_same_game(out, done, job.ruleset, job.wild)
    if retry_errors:
        done = without_errors(out, done)
    finished = {line["path"] for line in done}
    rest = [path for path in photos if path not in finished]
    summary = Summary()

    def count(line: Line) -> None:
        summary.add(line)
        if (known := truth_of(truth, line["path"])) is not None:
            summary.compare(line, known)

    for line in done:
        count(line)
    if not rest:
        return summary
    try:
        file = out.open("ab", buffering=0)
    except OSError as error:
        raise BatchError(f"{out}: {error.strerror}") from None
    with file, _bar(len(photos), len(done)) as advance:
        append = Appender(file)
        try:
            for line in _engine(engine)(job, rest):
                append(line)
                count(line)
                advance()
            append.sync()
        except OSError as error:
            raise BatchError(f"{out}: {error.strerror}; run the same command again to go on") from None
    return summary


def _engine(engine: Engine) -> Callable[[Job, Sequence[str]], Iterator[Line]]:
    if engine is Engine.RAY:
        from service.cluster.photos import read_on_cluster

        return read_on_cluster
    from service.batchrun import read_all

    return read_all


def _bar(total: int, already: int) -> Any:
    """A bar on standard error with rate and time left; a context manager that gives the step."""
    from service.render.batch import progress_bar

    return progress_bar(console(errors=True), total, already, sys.stderr.isatty())
