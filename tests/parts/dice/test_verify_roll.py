"""docs/verify_roll.py: short, needs only the standard library, and agrees with the bot."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from bot.engine.fair import Stream, commitment
from bot.parts.dice.notation import read
from bot.parts.dice.rolling import roll

SCRIPT = Path(__file__).parents[3] / "docs" / "verify_roll.py"
STREAM, SEED = "roll-c42-2026-05-01", bytes(range(32))


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", str(SCRIPT), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_it_computes_the_dice_of_every_draw_of_a_roll() -> None:
    stream = Stream(STREAM, SEED, counter=7)
    roll(read("20#4d6!+1d10000ro<5000"), stream)
    words = [f"{draw.n}:{draw.count}d{draw.sides}" for draw in stream.draws]
    ran = run(STREAM, commitment(STREAM, SEED), SEED.hex(), *words)
    drawn = stream.draws
    told = [f"draw {each.n}, {each.count}d{each.sides}: {' '.join(map(str, each.result))}" for each in drawn]
    assert ran.stdout.splitlines() == ["The seed is the one that was committed to.", *told]


def test_it_finds_an_exchanged_seed_and_prints_its_usage() -> None:
    ran = run(STREAM, commitment(STREAM, SEED), bytes(32).hex(), "0:1d6")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "NOT the one" in ran.stderr
    assert "python verify_roll.py STREAM COMMITMENT SEED" in run().stderr


def test_it_is_short_and_needs_only_the_standard_library() -> None:
    written = SCRIPT.read_text(encoding="utf-8")
    assert len([line for line in written.splitlines() if line.strip()]) <= 40
    imports = [node for node in ast.walk(ast.parse(written)) if isinstance(node, ast.Import)]
    assert {name.name for node in imports for name in node.names} <= sys.stdlib_module_names
