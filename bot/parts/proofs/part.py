"""The part of proofs: matches are checked from their audit files."""

from __future__ import annotations

from bot.parts.part import Part

PROOFS = Part(
    name="proofs",
    cogs=("cogs.proofs.verify",),
    commands={"verify": ("bot.host.cli.proofs", "check a match from its audit file")},
)
