"""The program printed in docs/FAIRNESS.md does what the page says, on files that the bot has written."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.audit import AuditDraw
from bot.engine.fair import Stream, commitment
from tests.audited import plain, with_undo

PAGE = (Path(__file__).parent.parent / "docs" / "FAIRNESS.md").read_text(encoding="utf-8")


@pytest.fixture
def program(tmp_path):
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    path = tmp_path / "check.py"
    path.write_text(code, encoding="utf-8")

    def run(audit: dict) -> subprocess.CompletedProcess[str]:
        file = tmp_path / "audit.json"
        file.write_text(json.dumps(audit, ensure_ascii=False), encoding="utf-8")
        # -I: with nothing but the standard library, whatever is installed or lies about.
        command = [sys.executable, "-I", "-S", "-X", "utf8", path, file]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)

    return run


def test_it_agrees_with_a_whole_match_and_finds_a_changed_die(program):
    audit = plain(with_undo(bytes(32), ["Käse 紙", 'say "hi" \\ 🎲']))
    agreed = program(audit)
    assert (agreed.returncode, agreed.stdout) == (0, f"{len(audit['draws'])} draws: all agree\n")
    audit["draws"][3]["result"] = [audit["draws"][3]["result"][0] % 6 + 1]
    changed = program(audit)
    assert changed.returncode == 1
    assert "draw 3 is not what the seed gives" in changed.stderr


def test_it_knows_every_kind_of_draw(program):
    """The example of the page, too, is what the bot draws."""
    match, seed = "k3v9q0x2m7ab", bytes(range(32))
    stream = Stream(match, seed, ["", ""])
    dice = stream.roll("first player", 6, 2)
    deck = stream.shuffle("deck 1", range(7))
    card = stream.pick("attack", range(30))
    stream.roll("large", 2**63 + 1, 30)
    assert f"roll of two dice with 6 sides | {', '.join(map(str, dice))} |" in PAGE
    assert f"shuffle of 7 items | {', '.join(map(str, deck))} |" in PAGE
    assert f"pick among 30 | {card} |" in PAGE
    assert commitment(match, seed) in PAGE
    agreed = program(
        {
            "match": match,
            "seed": seed.hex(),
            "commitment": commitment(match, seed),
            "words": ["", ""],
            "draws": [plain_draw(draw) for draw in stream.draws],
        }
    )
    assert agreed.stdout == "4 draws: all agree\n", agreed.stderr


def plain_draw(draw) -> dict:
    kept = AuditDraw.of(draw)
    sizes = {key: getattr(draw, key) for key in ("sides", "count", "size") if getattr(draw, key) is not None}
    return {"n": kept.n, "purpose": kept.purpose, "kind": kept.kind, "result": list(kept.result), **sizes}
