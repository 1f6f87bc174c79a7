"""The audit of an ended match (docs/FAIRNESS.md): enough to re-deal and replay the whole of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.audit import FORMAT, Audit, AuditAction, AuditDraw
from bot.matches.ports import ActionRow, DrawRow, Record


def audit_of(record: Record, draws: Sequence[DrawRow], actions: Sequence[ActionRow]) -> Audit:
    """Return the audit. The match must have ended: this shows its seed.

    Actions taken back are left out and the rest numbered anew; what those drew stays, as void.
    """
    info = record.info
    return Audit(
        format=FORMAT,
        match=info.id,
        game=info.game,
        rules=info.rules,
        cards=info.cards,
        options=msgspec.json.decode(info.options),
        seats=len(info.seats),
        commitment=info.commitment,
        seed=record.seed.hex(),
        words=tuple(holder.word for holder in info.seats),
        draws=tuple(AuditDraw.of(row.draw) for row in draws),
        actions=tuple(
            AuditAction(number, row.seat, msgspec.json.decode(row.action))
            for number, row in enumerate((row for row in actions if not row.undone), start=1)
        ),
        outcome=info.outcome,
    )
