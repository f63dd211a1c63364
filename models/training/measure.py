"""Fits the namer's temperature on dev photographs, measures the packaged nets, writes card and accuracy report.

    python -m models.training.measure --fit --docs docs

The report is `docs/accuracy.md` with its pictures beside it: scores by group, size and face, confusions,
calibration, and a list of the misread tiles.
"""

from __future__ import annotations

import argparse
import datetime
import json
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import models
from datasets.real import data_root
from models.evaluation import GroupScore, Report, evaluate, match, wilson
from models.labelled_photos import read_folder
from models.training.measure_scenes import LOWEST, SIDE, VISIBLE, SceneScores, measure_scenes
from models.training.misread import draw_misread, draw_misread_scenes
from vision.image import Photo
from vision.namer import FACES
from vision.reader import Reader, load_reader
from vision.reading import DEFAULT_READING_THRESHOLDS
from vision.types import NamedTile

MODELS = Path(models.__file__).resolve().parent
SPLITS = ("dev", "foreign")
SURE = DEFAULT_READING_THRESHOLDS.low_confidence
SCENE_SHEET = "pictures/misread.jpg"


class Tiles:
    """Reads a picture, RGB (H, W, 3), to its face-up tiles."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def __call__(self, pixels: np.ndarray) -> list[NamedTile]:
        photo = Photo.from_pixels(pixels)
        return [
            tile for tile in self.reader.namer.name(photo, self.reader.detector.detect(photo)) if not tile.face_down
        ]


def measure(reader: Reader, root: Path) -> dict[str, Report]:
    return {split: evaluate(root / "real" / split, Tiles(reader), face_names=FACES) for split in SPLITS}


def fit_temperature(reader: Reader, root: Path, present: float) -> float:
    """The temperature under which the names of dev's found tiles are most probable, `present` being in force now."""
    rows: list[tuple[np.ndarray, int]] = []

    read = Tiles(reader)
    for photo in read_folder(root / "real" / "dev"):
        if photo.extreme:
            continue
        pixels = photo.pixels()
        tiles = read(pixels)
        boxes = np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
        for label, seen in match(photo.pixel_boxes(pixels.shape), boxes).items():
            names = [face for face, _ in tiles[seen].candidates]
            chances = np.log(np.maximum([chance for _, chance in tiles[seen].candidates], 1e-6)) * present
            wanted = FACES[int(photo.faces[label])]
            rows.append((chances, names.index(wanted) if wanted in names else -1))

    def surprise(temperature: float) -> float:
        total = 0.0
        for logits, wanted in rows:
            powers = np.exp((logits - logits.max()) / temperature)
            chance = powers[wanted] / powers.sum() if wanted >= 0 else 1e-4
            total -= float(np.log(max(chance, 1e-6)))
        return total / max(1, len(rows))

    choices = np.exp(np.linspace(np.log(0.25), np.log(3), 120))
    return float(min(choices, key=surprise))


def interval(hits: int, tries: int) -> str:
    low, high = wilson(hits, tries)
    return f"{100 * hits / tries:.2f} % ({100 * low:.1f}–{100 * high:.1f})" if tries else "–"


def group_rows(report: Report) -> list[str]:
    rows = [
        "| group | photos | tiles | found | named right | found and right | whole photos | calibration error |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, score in [*sorted(report.groups.items()), ("all", report.total)]:
        rows.append(
            f"| {name} | {score.photos} | {score.labelled} | {interval(score.found, score.labelled)} "
            f"| {interval(score.right, score.found)} | {interval(score.right, score.labelled)} "
            f"| {interval(score.whole, score.photos)} | {score.calibration_error:.3f} |"
        )
    return rows


def size_rows(score: GroupScore) -> list[str]:
    rows = ["| shorter side of the label, pixels | tiles | found and right |", "|---|---|---|"]
    for size, count in sorted(score.by_size.items()):
        rows.append(f"| {size} and more | {count} | {interval(score.right_by_size[size], count)} |")
    return rows


def face_rows(score: GroupScore, most: int = 14) -> list[str]:
    rows = ["| face | tiles | found and right |", "|---|---|---|"]
    worst = sorted(score.by_face, key=lambda face: score.right_by_face[face] / score.by_face[face])
    for face in worst[:most]:
        rows.append(f"| {face} | {score.by_face[face]} | {interval(score.right_by_face[face], score.by_face[face])} |")
    return rows


def confusion_rows(confusions: Counter[tuple[str, str]], most: int = 20) -> list[str]:
    rows = ["| tile | read as | times |", "|---|---|---|"]
    rows += [f"| {label} | {read} | {times} |" for (label, read), times in confusions.most_common(most)]
    return rows


def scene_rows(drawn: SceneScores) -> list[str]:
    rows = [
        "| pictures | tiles | number | found | named right | found and right | sure of the name | of these right |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for condition, groups in drawn.items():
        total = GroupScore()
        for score in groups.values():
            total.add(score)
        for name, score in [*groups.items(), ("all", total)]:
            sure, right = score.surely_named(SURE)
            rows.append(
                f"| {condition} | {name} | {score.labelled} | {interval(score.found, score.labelled)} "
                f"| {interval(score.right, score.found)} | {interval(score.right, score.labelled)} "
                f"| {interval(sure, score.found)} | {interval(right, sure)} |"
            )
    return rows


def draw_reliability(reports: dict[str, Report], path: Path) -> None:
    """How often names said with a given confidence are right; a dot's size tells how many there are."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="#999", linewidth=1)
    for split, report in reports.items():
        table = np.array(report.total.confidences, np.float64).reshape(-1, 2)
        bins = np.minimum((table[:, 0] * 15).astype(int), 14)
        points = [(table[bins == b].mean(0), int((bins == b).sum())) for b in range(15) if (bins == b).any()]
        axes.scatter(
            [p[0][0] for p in points], [p[0][1] for p in points], s=[10 + 12 * np.log10(p[1]) ** 2 for p in points],
            alpha=0.7, label=f"{split}, error {report.total.calibration_error:.3f}",
        )  # fmt: skip
    axes.set_xlabel("confidence")
    axes.set_ylabel("share right")
    axes.legend()
    figure.savefig(path, dpi=90, bbox_inches="tight")
    pyplot.close(figure)


def write_report(reports: dict[str, Report], drawn: SceneScores, count: int, docs: Path, model: str) -> None:
    """Writes `accuracy.md` and its pictures; `count` pictures of the generator were looked at in each light."""
    docs.mkdir(parents=True, exist_ok=True)
    draw_reliability(reports, docs / "accuracy-reliability.png")
    lines = [
        "# Accuracy",
        "",
        f"Model `{model}`, measured {datetime.date.today()} by `python -m models.training.measure --docs docs"
        f"{f' --scenes {count}' if drawn else ''}` on the shared photographs. *Named right* is of those found. "
        "Intervals are Wilson's, 95 %. Photographs squeezed beyond recognition are left out.",
        "",
        "*Found*: a detection overlaps the label by half. *Whole*: every labelled tile found and right, nothing else "
        "read among them; no rule of the game has helped yet.",
    ]
    titles = {
        "dev": "Tile sets also seen in training, other photographs (dev)",
        "foreign": "A tile set never trained on (foreign)",
    }
    for split, report in reports.items():
        lines += ["", f"## {titles[split]}", "", *group_rows(report), "", *size_rows(report.total), ""]
        lines += ["The hardest faces:", "", *face_rows(report.total), "", "Names taken for others:", ""]
        lines += confusion_rows(report.total.confusions)
    if drawn:
        lines += [
            "",
            "## Pictures of the generator",
            "",
            "Tile sets drawn for this alone, in every layout, light and weather the generator knows; tiles of which "
            f"{VISIBLE:.0%} are in sight, that are {SIDE:.0f} pixels across or more, and that are seen from {LOWEST}° "
            f"or more above their plane. *Sure*: with a confidence of {SURE:g} or more; of the others a reading says "
            "that they are doubtful.",
            "",
            *scene_rows(drawn),
            "",
            "Those misread in daylight; `-`: not found.",
            "",
            f"![misread tiles of the generator]({SCENE_SHEET})",
        ]
    lines += [
        "",
        "How nets do that were trained without a group of photographs: [accuracy-cross-set.md](accuracy-cross-set.md).",
        "",
        "## Calibration",
        "",
        "![reliability](accuracy-reliability.png)",
        "",
        "## The misread tiles",
        "",
        "`--misread SHEET.jpg` cuts them out of the photographs, which are not ours to show here. `-`: not found.",
        "",
        "| photo | tile | read as |",
        "|---|---|---|",
    ]
    for report in reports.values():
        for result in report.photos:
            lines += [f"| {result.name} | {label} | {read} |" for label, read, _ in result.misread]
    lines += [""]
    (docs / "accuracy.md").write_text("\n".join(lines))


def card_metrics(reports: dict[str, Report]) -> dict[str, dict[str, dict[str, float]]]:
    return {
        split: {
            name: {
                "photos": score.photos,
                "tiles": score.labelled,
                "found": round(score.recall, 4),
                "named_right": round(score.naming, 4),
                "whole_photos": round(score.whole_share, 4),
                "calibration_error": round(score.calibration_error, 4),
            }
            for name, score in [*sorted(report.groups.items()), ("all", report.total)]
        }
        for split, report in reports.items()
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--fit", action="store_true", help="fit the temperature anew and write it into the card")
    parser.add_argument("--docs", type=Path, help="write the report here")
    parser.add_argument("--misread", type=Path, help="draw a sheet of the misread tiles here")
    parser.add_argument("--scenes", type=int, default=0, help="also measure so many pictures of the generator")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.docs and find_spec("matplotlib") is None:
        parser.error("--docs draws with matplotlib: pip install '.[train]'")
    root = options.data or data_root()
    path = MODELS / "tiles.json"

    card = json.loads(path.read_text())
    if options.fit:
        present = float(card["namer"].get("temperature", 1.0))
        reader = load_reader(models.load_card(path), options.threads)
        card["namer"]["temperature"] = round(fit_temperature(reader, root, present), 3)
        path.write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n")
    reader = load_reader(models.load_card(path), options.threads)
    reports = measure(reader, root)
    card["metrics"] = card_metrics(reports)
    path.write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n")
    for split, report in reports.items():
        print(split, *group_rows(report), sep="\n")
        print(report.total.confusions.most_common(15))
    drawn, misread = measure_scenes(reader, options.scenes) if options.scenes else ({}, [])
    print(*scene_rows(drawn), sep="\n")
    if options.docs:
        write_report(reports, drawn, options.scenes, options.docs, card["id"])
        if drawn:
            draw_misread_scenes(misread, options.docs / SCENE_SHEET)
    if options.misread:
        print(draw_misread(reports, root, options.misread), "tiles misread")


if __name__ == "__main__":
    main()
