"""Known vulnerabilities in what the package asks for, as it is installed here: exit status 1 where there is one.

Where the advisories cannot be asked, as on a machine without network, it says so and leaves with 0.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LONGEST_S = 240


def main() -> int:
    command = [sys.executable, str(ROOT / "deploy/sbom.py"), "--extra", "postgres"]
    bill = subprocess.run(command, check=True, capture_output=True, text=True)
    parts = [part for part in json.loads(bill.stdout)["components"] if part["bom-ref"].startswith("pkg:pypi/")]
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "asked.txt"
        asked.write_text("".join(f"{part['name']}=={part['version']}\n" for part in parts), encoding="utf-8")
        found = audit(asked, Path(folder) / "found.json")
    if found is None:
        print("the advisories could not be asked; nothing was audited")
        return 0
    known = [each for each in found if each.get("vulns")]
    unknown = sum("skip_reason" in each for each in found)
    print(f"{len(found) - unknown} distributions audited, {unknown} that nothing could be learned about")
    for each in known:
        for fault in each["vulns"]:
            mended = ", ".join(fault["fix_versions"]) or "nothing yet"
            print(f"{each['name']} {each['version']}: {fault['id']}, mended in {mended}")
    return 1 if known else 0


def audit(asked: Path, out: Path) -> list[dict[str, Any]] | None:
    """What the advisories say about each distribution; None where they do not answer."""
    command = [
        sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "-r", str(asked), "--timeout", "10",
        "--progress-spinner", "off", "--format", "json", "--output", str(out),
    ]  # fmt: skip
    try:
        subprocess.run(command, check=False, capture_output=True, timeout=LONGEST_S)
        found: list[dict[str, Any]] = json.loads(out.read_text(encoding="utf-8"))["dependencies"]
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired):
        return None
    return found


if __name__ == "__main__":
    sys.exit(main())
