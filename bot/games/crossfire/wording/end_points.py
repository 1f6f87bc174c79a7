"""What two players would have if a pack ran out now, in words, where points were agreed on (CRF-28)."""

from __future__ import annotations

from bot.engine.language import gettext, ngettext
from bot.engine.phrases import listed
from bot.games.crossfire.rules.scoring import ATTACK_POINTS, claims_of
from bot.games.crossfire.rules.table import table_of
from bot.games.crossfire.rules.view import Claim, CrossfireView


def claims_in(view: CrossfireView) -> tuple[Claim, ...]:
    """Return what each of two players would have now; nothing where a pack that runs out is a tie."""
    if view.seats != 2 or view.options.end != "points" or view.phase == "bases":
        return ()
    return claims_of(table_of(view.options, view.seats), view.board)


def claim_sources(claim: Claim) -> str:
    """Return where points come from: "1 base under attack, 2 neutrals and 4 rows ahead"; "nothing"."""
    bases = claim.attacks // ATTACK_POINTS
    sources = [
        ngettext("{number} base under attack", "{number} bases under attack", bases) if bases else "",
        ngettext("{number} neutral", "{number} neutrals", claim.neutrals) if claim.neutrals else "",
        ngettext("power {number} row ahead", "power {number} rows ahead", claim.rows) if claim.rows else "",
    ]
    return listed([source for source in sources if source]) or gettext("nothing")
