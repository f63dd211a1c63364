"""The help of a command, without the command line library's notation of types, ranges and brackets around brackets."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand

_TYPE = re.compile(r"(?: <[^<>]*>)+$")
_RANGE = re.compile(r"\[?(?:; )?-?\d*(?:<=?)?x(?:[<>]=?-?\d+)?\]?$")
_REQUIRED = re.compile(r" *\[required\]$")


class PlainCommand(TyperCommand):
    """A command whose help is plain; how its arguments are written is their ``metavar``, and it says so itself where
    one may be left out."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line after the command."""
        named = [param for param in self.get_params(ctx) if param.param_type_name == "argument"]
        return ["[OPTIONS]", *(_name(param) for param in named)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, each with its help."""
        rows: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for param in self.get_params(ctx):
            if (record := param.get_help_record(ctx)) is not None:
                name, told = record
                if param.param_type_name == "argument":
                    # The usage line has brackets around those that may be left out.
                    told = _REQUIRED.sub("", told)
                rows[param.param_type_name].append((_TYPE.sub("", name), _RANGE.sub("", told).rstrip()))
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            if rows[kind]:
                with formatter.section(title):
                    formatter.write_dl(rows[kind])

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence of the help, whole, for the list of commands, which breaks its lines itself."""
        first = " ".join((self.help or "").split("\n\n")[0].split())
        return first.partition(". ")[0].rstrip(".") + "."


def _name(param: Any) -> str:
    name = param.metavar or str(param.name).upper()
    return str(name) if param.required else f"[{name}]"
