"""Builds the phone app into wheel and source archive: ``npm ci`` and ``npm run build`` in ``service/web``.

The source archive brings the built app along, so that a wheel is made of it without npm. Elsewhere without npm, or
where the build fails, the package is made all the same, with the app as it was built before, else without: then it
serves the API alone and says so.
``TILESIGHT_WEB`` decides otherwise: ``skip`` never builds, ``require`` makes a failure fatal.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

VARIABLE = "TILESIGHT_WEB"
PLACE = "service/web/dist"


class WebNotBuilt(RuntimeError):
    """The phone app could not be built though it was required."""


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the built phone app into what is built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the app unless it stands built already, and name it as part of the wheel; the source archive's settings
        name it themselves."""
        web = Path(self.root) / "service" / "web"
        wish = os.environ.get(VARIABLE, "")
        index = web / "dist" / "index.html"
        if wish != "skip" and not (index.is_file() and (version == "editable" or not stale(web, index))):
            problem = build(web)
            if problem and wish == "require":
                raise WebNotBuilt(problem)
            if problem:
                instead = "takes the phone app as built before" if index.is_file() else "serves the API alone"
                self.app.display_warning(f"{problem}; this package {instead}")
        if index.is_file() and self.target_name == "wheel" and version != "editable":
            build_data["force_include"][str(web / "dist")] = PLACE


def stale(web: Path, index: Path) -> bool:
    """Whether a source of the app is younger than what was built."""
    built = index.stat().st_mtime
    sources = [*web.glob("*.*"), *(web / "src").rglob("*"), *(web / "public").rglob("*")]
    return any(source.is_file() and source.stat().st_mtime > built for source in sources)


def build(web: Path) -> str | None:
    """Build the app; what kept it from being built, or None."""
    npm = shutil.which("npm")
    if npm is None:
        return "npm was not found (Node.js 20 or later brings it)"
    commands = [] if (web / "node_modules").is_dir() else [[npm, "ci", "--no-audit", "--no-fund"]]
    for command in [*commands, [npm, "run", "build"]]:
        done = subprocess.run(command, cwd=web, check=False, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no output"]
            return f"'{' '.join(['npm', *command[1:]])}' failed: {last[0]}"
    return None
