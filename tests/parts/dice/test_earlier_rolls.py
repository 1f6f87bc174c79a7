"""Rolls of former versions are verified by a replay: each notation is still read and shown the same."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

from bot.engine.fair import Stream
from bot.parts.dice.notation import read
from bot.parts.dice.rolling import roll

ROLLS = (Path(__file__).parent / "earlier_rolls.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", ROLLS[1:])
def test_a_stored_expression_rolls_the_same(line: str) -> None:
    digest, text = line.split("  ", 1)
    read_again = read(text, kept=True)
    kept = [
        msgspec.to_builtins(roll(read_again, Stream("earlier", bytes(32)))),
        read_again.text,
        read_again.body,
        read_again.repeats,
        read_again.repeated,
        read_again.label,
    ]
    assert hashlib.sha256(msgspec.json.encode(kept)).hexdigest()[:16] == digest
