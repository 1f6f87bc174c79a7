"""What a screen does not offer and why: in short on the panel, in full behind a button."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.language import gettext, ngettext
from bot.engine.phrases import cut
from bot.engine.refused import Reason, reasons
from bot.matches.model import MatchView
from bot.registry import Game
from cogs.kit.controls import ComponentId, Control, button
from cogs.kit.layout import TEXT, OutgoingMessage, fit, message_of, safe, text
from cogs.kit.sentences import safe_names

_AT_ONCE = 2
"""Reasons that the panel tells in full; of more it says the names alone."""
_NAMES = 6
"""Names of what is missing on the panel, at most."""


def reasons_at(game: Game, match_view: MatchView, path: tuple[str, ...]) -> tuple[Reason, ...]:
    """Return why a screen does not offer what its player may look for; nothing in a lesson, which offers
    only what it teaches, and nothing once the match is over."""
    info = match_view.match
    if match_view.seat is None or info.stage.ended or info.match_terms.prepared is not None:
        return ()
    view = match_view.view
    missing = game.wording.missing(view, match_view.legal, path, safe_names(info))
    return reasons(game.rules, view, missing)


def in_brief(found: Sequence[Reason]) -> str:
    """Return what the panel says: the reasons, where they are few, else what is missing; "" for none."""
    if len(found) <= _AT_ONCE:
        return "\n".join([f"-# {safe(each.sentence)}" for each in found])
    names = [name for each in found for name in each.names]
    told, more = cut(names, _NAMES)
    shown = ", ".join(told)
    if more:
        shown = ngettext("{names} and {number} more", "{names} and {number} more", more, names=shown)
    return gettext("-# Not now: {names}.", names=shown)


def why_not(found: Sequence[Reason], match: str, version: int, path: tuple[str, ...]) -> list[Control]:
    """Return the button to the reasons, where the panel does not tell them itself."""
    if len(found) <= _AT_ONCE:
        return []
    return [button(gettext("Why not?"), ComponentId("why", match, version, path))]


def compose_reasons(game: Game, found: Sequence[Reason]) -> OutgoingMessage:
    """Return the page with all reasons."""
    head = gettext("### {game}: not possible now", game=game.title)
    lines = [f"**{', '.join(each.names)}**: {safe(each.sentence)}" for each in found]
    said = "\n".join(lines) or gettext("Whatever you could look for here is offered.")
    return message_of(text(fit(f"{head}\n{said}", TEXT)))
