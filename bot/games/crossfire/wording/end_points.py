"""What two players would have if a pack ran out now, in words, where points were agreed on (CRF-28)."""

from __future__ import annotations

from bot.engine.language import gettext, ngettext
from bot.engine.phrases import SEAT_MARKS, listed
from bot.games.crossfire.rules.scoring import ATTACK_POINTS, claims_in
from bot.games.crossfire.rules.view import Claim, CrossfireView


def ahead_words(view: CrossfireView) -> str:
    """Return the points of both as they stand: "Points if a pack runs out: ● 5, ■ 7"; "" where none count."""
    words = [f"{SEAT_MARKS[seat]} {claim.points}" for seat, claim in enumerate(claims_in(view))]
    return gettext("Points if a pack runs out: {teams}", teams=", ".join(words)) if words else ""


def claim_sources(claim: Claim) -> str:
    """Return where points come from: "1 base under attack, 2 neutrals and 4 rows ahead"; "nothing"."""
    bases = claim.attacks // ATTACK_POINTS
    sources = [
        ngettext("{number} base under attack", "{number} bases under attack", bases) if bases else "",
        ngettext("{number} neutral", "{number} neutrals", claim.neutrals) if claim.neutrals else "",
        ngettext("power {number} row ahead", "power {number} rows ahead", claim.rows) if claim.rows else "",
    ]
    return listed([source for source in sources if source]) or gettext("nothing")
