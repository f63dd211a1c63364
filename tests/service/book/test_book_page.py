"""The commands of the book's page do what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from starlette.testclient import TestClient

PAGE = Path(__file__).resolve().parents[3] / "docs" / "book.md"


def commands(section: str) -> list[list[str]]:
    """The curl commands of a section, word by word."""
    text = PAGE.read_text(encoding="utf-8").split(f"## {section}\n")[1].split("\n## ")[0]
    shell = "".join(line[4:] + "\n" for line in text.splitlines() if line.startswith("    "))
    return [shlex.split(command.replace("\\\n", " ")) for command in re.split(r"^curl ", shell, flags=re.MULTILINE)[1:]]


def test_the_commands_make_a_table_and_enter_a_hand(client: TestClient) -> None:
    said = {"$(openssl rand -hex 16)": "0123456789abcdef0123456789abcdef"}
    answers = []
    for number, words in enumerate(commands("A table with curl")):
        for name, value in said.items():
            words = [word.replace(name, value) for word in words]
        options = [(words[at], words[at + 1]) for at in range(0, len(words) - 1, 2)]
        assert {option for option, _ in options} <= {"-H", "-d"}
        headers = dict(value.split(": ", 1) for option, value in options if option == "-H")
        bodies = [value.encode() for option, value in options if option == "-d"]
        path = words[-1].removeprefix("localhost:8000")
        answer = client.request(
            "POST" if bodies else "GET", path, content=bodies[0] if bodies else None, headers=headers
        )
        assert answer.is_success, answer.text
        answers.append(answer.json())
        if number == 0:
            said |= {"$table": answers[0]["table"]["id"], "$host": answers[0]["tokens"]["host"]}
    assert [player["name"] for player in answers[0]["table"]["players"]] == ["老王", "小李", "阿芳", "大刘"]
    assert answers[0]["tokens"].keys() == {"host", "watch"}
    assert [seat["balance"] for seat in answers[-1]["game"]["seats"]] == [-8, 45, -8, -29]
