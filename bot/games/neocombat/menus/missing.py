"""What screens do not offer although a player may look for it: cards, varans that cannot move or cloak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.markdown import safe
from bot.engine.wording import Missing
from bot.games.neocombat.menus.context import MenuContext, distinct
from bot.games.neocombat.rules.actions import NEW, NONE, Cloak, Move, Play
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.play_faults import PLAYED_IN
from bot.games.neocombat.wording.names import Talk


def missing(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[Missing]:
    """Return the things that the first screen of a phase does not offer; nothing in a window and on deeper
    screens.
    """
    if path or talk.view.fight is not None:
        return ()
    context = MenuContext(talk, legal)
    if talk.view.phase == "movement":
        able = {move.token for move in context.of(Move)}
        return [_varan(talk, token, Move(token, NEW)) for token in talk.own_tokens() if token not in able]
    if talk.view.phase == "repair":
        able = {cloak.token for cloak in context.of(Cloak)} | set(talk.view.plan.cloak)
        revealed = [token for token in talk.own_tokens() if talk.view.tokens[token].revealed]
        return [_varan(talk, token, Cloak(token)) for token in revealed if token not in able]
    if talk.view.phase not in PLAYED_IN:
        return ()
    playable = {play.card for play in context.plays}
    others = [card for card in distinct(talk.view.hand) if card not in playable]
    return [Missing(safe(talk.lexicon.plain(card)), _play(talk, card)) for card in others]


def _varan(talk: Talk, token: int, action: Move | Cloak) -> Missing:
    return Missing(talk.called(token), action)


def _play(talk: Talk, card: int) -> Play:
    """Return the play of a card that is closest to a legal one: a possible user, and a matching target."""
    phase, ways = PLAYED_IN[talk.view.phase], talk.lexicon.pool.ways[card]
    number, way = next(
        ((at, way) for at, way in enumerate(ways) if phase in way.phases), (0, ways[0] if ways else None)
    )
    if way is None:
        return Play(card)
    user = _user(talk, way.user.attribute) if way.user is not None else NONE
    target = NONE if way.target is None else _target(talk, way.target.pieces, way.target.state)
    return Play(card, target, user, number)


def _user(talk: Talk, attribute: str) -> int:
    """Return a varan of the player's with this attribute, preferably one that is not sideways."""
    roster = talk.lexicon.pool.roster

    def suits(token: int) -> tuple[bool, bool]:
        varan = talk.varan_of(token)
        has = not attribute or (varan != UNKNOWN and attribute in roster[varan].attributes)
        return has, not talk.view.tokens[token].sideways

    return max(talk.own_tokens(), key=suits, default=NONE)


def _target(talk: Talk, pieces: str, state: str) -> int:
    """Return a varan of this side, preferably in this state."""
    own, tokens = set(talk.own_tokens()), talk.view.tokens
    found = [token for token, its in enumerate(tokens) if its.here and (token in own) == (pieces == "own")]
    return max(found, key=lambda token: tokens[token].revealed == (state == "revealed"), default=NONE)
