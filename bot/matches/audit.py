"""The audit file of an ended match (docs/FAIRNESS.md): enough to re-deal and replay the whole of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.engine.fair import Draw
from bot.matches.ports import ActionRow, DrawRow, Record


def audit_file(record: Record, draws: Sequence[DrawRow], actions: Sequence[ActionRow]) -> dict[str, Any]:
    """Return the audit file as plain values. The match must have ended: this shows its seed."""
    info = record.info
    return {
        "format": "tablepost-audit/1",
        "match": info.id,
        "game": info.game,
        "rules": info.rules,
        "cards": info.cards,
        "options": msgspec.json.decode(info.options),
        "seats": len(info.seats),
        "commitment": info.commitment,
        "seed": record.seed.hex(),
        "words": [holder.word for holder in info.seats],
        "draws": [_draw(row.draw) for row in draws],
        "actions": [
            {"seq": row.seq, "seat": row.seat, "action": msgspec.json.decode(row.action)} for row in actions
        ],
        "outcome": _plain(info.outcome),
    }


def _draw(draw: Draw) -> dict[str, Any]:
    """Return a draw with the fields of its kind only."""
    return {name: value for name, value in _plain(draw).items() if value is not None}


def _plain(value: Any) -> Any:
    """Return what is left of a value in JSON: lists for tuples, as one who reads the file has them."""
    return msgspec.json.decode(msgspec.json.encode(value))
