"""The part of proofs: matches are checked from their audit files."""

from __future__ import annotations

from bot.part import Part

PROOFS = Part(
    name="proofs",
    cogs=("cogs.matches.verify",),
    commands={"verify": ("bot.cli.verify", "check a match from its audit file")},
)
