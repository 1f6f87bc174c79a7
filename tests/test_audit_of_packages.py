"""The check of pinned packages in CI (.ci/audit.py); it passes without a network."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
AUDIT = runpy.run_path(str(ROOT / ".ci" / "audit.py"))


def package(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "vulns": [], **fields}


SKIPPED = {"name": "rich", "skip_reason": "not found"}


def test_a_known_vulnerability_fails_the_run_with_its_id_and_fixed_version() -> None:
    fault = {"id": "PYSEC-2026-1", "fix_versions": ["1.1"]}
    code, lines = AUDIT["verdict"]({"dependencies": [package("lark", vulns=[fault]), package("rich")]})
    assert code == 1
    assert lines == [
        "lark 1.0: PYSEC-2026-1, mended in ['1.1']",
        "2 of 2 packages were looked up, 1 vulnerabilities are known.",
    ]


def test_without_vulnerabilities_it_passes_and_lists_unknown_packages() -> None:
    code, (line,) = AUDIT["verdict"]({"dependencies": [package("lark"), SKIPPED]})
    assert (code, line) == (0, "1 of 2 packages were looked up, 0 vulnerabilities are known.")
    code, (line,) = AUDIT["verdict"]({"dependencies": [SKIPPED]})
    assert (code, "could be looked up" in line) == (0, True)


def test_without_a_network_it_passes_with_one_sentence(monkeypatch: Any, capsys: Any) -> None:
    def unreachable(_seconds: float) -> Any:
        raise FileNotFoundError("report.json")

    monkeypatch.setitem(AUDIT["main"].__globals__, "looked_up", unreachable)
    assert AUDIT["main"]() == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_the_pins_have_a_date() -> None:
    assert re.search(r"^# Pinned on \d{4}-\d\d-\d\d", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
