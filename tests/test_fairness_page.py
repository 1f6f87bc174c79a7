"""The program docs/verify.py does what docs/FAIRNESS.md says."""

from __future__ import annotations

import ast
import copy
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.engine.audit import AuditDraw
from bot.engine.fair import Stream, commitment
from tests.audited import plain, with_undo

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "FAIRNESS.md").read_text(encoding="utf-8")
PROGRAM = DOCS / "verify.py"


@pytest.fixture
def program(tmp_path):
    def run(audit: dict, *more: str) -> subprocess.CompletedProcess[str]:
        file = tmp_path / "audit.json"
        file.write_text(json.dumps(audit, ensure_ascii=False), encoding="utf-8")
        # -I: only the standard library is importable, whatever else is installed
        command = [sys.executable, "-I", "-S", "-X", "utf8", PROGRAM, file, *more]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)

    return run


def test_the_program_has_30_lines_and_needs_only_the_standard_library():
    source = PROGRAM.read_text(encoding="utf-8")
    assert "[verify.py](verify.py) has 30 lines and needs only Python" in PAGE
    nodes = list(ast.walk(ast.parse(source)))
    imported = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    imported += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
    assert set(imported) <= sys.stdlib_module_names
    texts = {node.lineno for node in nodes if isinstance(node, ast.Expr) and _is_text(node)}
    lines = enumerate(source.splitlines(), 1)
    assert len([line for number, line in lines if line and number not in texts]) == 30


def _is_text(node: ast.Expr) -> bool:
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def test_it_verifies_a_whole_match_and_finds_changes(program):
    """A changed die and a removed action are found without the hash, a changed winner with it."""
    audit = plain(with_undo(bytes(32), ["Käse 紙", 'say "hi" \\ 🎲']))
    posted = hashlib.sha256(json.dumps(audit, ensure_ascii=False).encode()).hexdigest()
    agreed = program(audit, posted)
    assert agreed.returncode == 0
    counted = f"{len(audit['draws'])} draws, {len(audit['actions'])} actions"
    assert agreed.stdout == f"{counted}: all agree with {audit['commitment']}\n"
    other, won = copy.deepcopy(audit), copy.deepcopy(audit)
    other["draws"][3]["result"] = [audit["draws"][3]["result"][0] % 6 + 1]
    won["outcome"]["scores"][0] += 1
    assert program(won).returncode == 0, "the draws do not tell who won"
    for changed, more, sentence in (
        (other, (), "draw 3 is not what the seed gives"),
        ({**audit, "actions": audit["actions"][1:]}, (), "wrong numbers"),
        (won, (posted,), "this is not the file that was given out"),
    ):
        found = program(changed, *more)
        assert found.returncode == 1
        assert sentence in found.stderr


def test_it_knows_every_kind_of_draw(program):
    """The bot draws the result in the example of the page."""
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
            "actions": [],
        }
    )
    assert agreed.stdout == f"4 draws, 0 actions: all agree with {commitment(match, seed)}\n", agreed.stderr


def plain_draw(draw) -> dict:
    kept = AuditDraw.of(draw)
    sizes = {key: getattr(draw, key) for key in ("sides", "count", "size") if getattr(draw, key) is not None}
    return {"n": kept.n, "purpose": kept.purpose, "kind": kept.kind, "result": list(kept.result), **sizes}
