"""Looks up the pinned packages among the known vulnerabilities: `python .ci/audit.py`, with pip-audit.

Ends with 1 where one is known, and says which. Where nothing can be looked up, for want of a network or of a
package index that knows vulnerabilities, it says so in one sentence and ends with 0. It never takes longer
than `SECONDS`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path
from typing import Any

TOOL = "pip-audit==2.10.1"
SERVICE = "https://pypi.org/pypi/{}/json"
"""What the tool asks of each package; where it is not answered of the first, the tool is not fetched."""
OPTIONS = ["--no-deps", "--disable-pip", "--progress-spinner", "off", "--timeout", "5", "--format", "json"]
SECONDS = 55
PINS = Path(__file__).parents[1] / "requirements.txt"


def looked_up(seconds: float) -> dict[str, Any]:
    """Return the report of pip-audit, installed in an environment of its own. Raises `OSError`,
    `subprocess.SubprocessError` or `ValueError` where it cannot be had."""
    end = time.monotonic() + seconds
    first = next(line for line in PINS.read_text().splitlines() if "==" in line)
    with urllib.request.urlopen(SERVICE.format(first.replace("==", "/")), timeout=5):
        pass
    with tempfile.TemporaryDirectory() as place:
        venv.create(place, symlinks=True)
        report, python = Path(place, "report.json"), Path(place, "bin", "python")
        site = next(Path(place, "lib").glob("python3.*/site-packages"))
        for command in (
            [sys.executable, "-m", "pip", "install", "--quiet", "--target", site, TOOL],
            [python, "-m", "pip_audit", "--requirement", PINS, *OPTIONS, "--output", report],
        ):
            left = max(end - time.monotonic(), 1)
            subprocess.run([str(word) for word in command], timeout=left, capture_output=True, check=False)
        found: dict[str, Any] = json.loads(report.read_text())
        return found


def verdict(report: dict[str, Any]) -> tuple[int, list[str]]:
    """Return how to end, and what to say."""
    packages = report["dependencies"]
    known = [each for each in packages if "skip_reason" not in each]
    if not known:
        return 0, ["No package could be looked up: the package index here does not tell of vulnerabilities."]
    faults = [(each, fault) for each in known for fault in each["vulns"]]
    lines = [
        f"{each['name']} {each['version']}: {fault['id']}, mended in {fault['fix_versions']}"
        for each, fault in faults
    ]
    told = f"{len(known)} of {len(packages)} packages were looked up, {len(lines)} vulnerabilities are known."
    return int(bool(lines)), [*lines, told]


def main() -> int:
    """Look up, say what was found, and return how to end."""
    try:
        code, lines = verdict(looked_up(SECONDS))
    except (OSError, ValueError, KeyError, subprocess.SubprocessError) as fault:
        code, lines = (
            0,
            [f"The packages could not be looked up ({type(fault).__name__}), so nothing is said of them."],
        )
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
