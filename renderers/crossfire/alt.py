"""The pictures in words, for those who cannot see them; Discord keeps 256 characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.facts import Resigned
from bot.engine.language import N_, gettext, ngettext
from bot.engine.phrases import all_of
from bot.games.crossfire.rules import cards, facts
from bot.games.crossfire.rules.scoring import claims_in
from bot.games.crossfire.rules.table import Table
from bot.games.crossfire.rules.view import CrossfireView, Pile
from renderers.contract import Sort
from renderers.crossfire.due import needed
from renderers.crossfire.hand import in_order
from renderers.crossfire.panels import game_name
from renderers.kit.alt_text import alt_player, game_over, joined
from renderers.kit.palette import SEATS


def alt_text(view: CrossfireView, table: Table, names: Sequence[str], recent: Sequence[Any]) -> str:
    """Return the turn, the last thing done, points, contests and counts, the most needed first."""
    short = [alt_player(names, seat) for seat in range(view.seats)]
    parts = [_phase(view, short), _last(recent, table), _points(view), *_contests(view, table, short)]
    return joined([*parts, *_counts(view, short)])


def hand_names(view: CrossfireView, sort: Sort) -> list[str]:
    """Return the cards of the viewer's hand by name."""
    return [cards.name(one) for one in in_order(view.hand, sort)]


def _phase(view: CrossfireView, names: Sequence[str]) -> str:
    game = game_name(view)
    if view.outcome is not None:
        return game_over(game, view.outcome, names, gettext("{game} is over: a tie.", game=game))
    if view.turn < 0:
        waiting = [names[seat] for seat in range(view.seats) if view.deciding[seat]]
        return _settling(game, waiting)
    return gettext(
        "{game}, turn {turn}: {player} ({colour}) to play.",
        game=game,
        turn=view.turns,
        player=names[view.turn],
        colour=gettext(SEATS[view.turn].called),
    )


def _settling(game: str, waiting: Sequence[str]) -> str:
    if not waiting:
        return gettext("{game}: the bases are dealt; all are settled.", game=game)
    return ngettext(
        "{game}: the bases are dealt; {players} may redeal.",
        "{game}: the bases are dealt; {players} may redeal.",
        len(waiting),
        game=game,
        players=all_of(waiting),
    )


def _last(recent: Sequence[Any], table: Table) -> str:
    for fact in reversed(recent):
        said = _fact(fact, table)
        if said:
            return said
    return ""


def _fact(fact: Any, table: Table) -> str:
    if isinstance(fact, Resigned):
        return gettext("Player {number} resigned.", number=fact.seat + 1)
    if isinstance(fact, facts.Discarded):
        return gettext("The {card} was discarded.", card=cards.name(fact.card))
    if isinstance(fact, facts.Supported):
        card, base = cards.name(fact.card), table.name(fact.base)
        return gettext("The {card} supports {square}.", card=card, square=base)
    if isinstance(fact, facts.Probed):
        return _probed(fact, table)
    said = _AT_A_SQUARE.get(type(fact))
    if said is None:
        return ""
    return gettext(said, card=cards.name(fact.card), square=table.name(fact.at))


_AT_A_SQUARE: Mapping[type, str] = {
    facts.Laid: N_("The {card} was laid at {square}."),
    facts.Rebuilt: N_("The {card} was laid at {square}."),
    facts.Raised: N_("The {card} makes a tower at {square}."),
    facts.Attacked: N_("The {card} attacks {square}."),
    facts.Answered: N_("The {card} answers at {square}."),
}


def _probed(fact: facts.Probed, table: Table) -> str:
    values = {
        "card": cards.name(fact.card),
        "neutral": cards.rank_name(fact.neutral),
        "square": table.name(fact.at),
    }
    if fact.leads:
        return gettext("The {card} beats the neutral {neutral} at {square}.", **values)
    return gettext("The {card} does not beat the neutral {neutral} at {square}.", **values)


def _points(view: CrossfireView) -> str:
    claims = claims_in(view)
    if claims:
        mine, theirs = [claim.points for claim in claims]
        return gettext("If a pack ran out now, {first} to {second} points.", first=mine, second=theirs)
    if view.seats < 4:
        return ""
    first, second = view.tallies
    return gettext("Points {first} to {second}.", first=first.points, second=second.points)


def _contests(view: CrossfireView, table: Table, names: Sequence[str]) -> list[str]:
    return [
        _contest(pile, table.name(square), names)
        for square, pile in enumerate(view.board)
        if pile is not None and pile.contested
    ]


def _contest(pile: Pile, square: str, names: Sequence[str]) -> str:
    if pile.lapsed:
        return gettext("{player} wins {square}.", player=names[pile.leader], square=square)
    if pile.rival < 0:
        return gettext("{player} leads at {square}.", player=names[pile.leader], square=square)
    rival, least = names[pile.rival], needed(pile)
    if not least:
        return gettext("At {square} {player} cannot answer.", square=square, player=rival)
    return gettext(
        "At {square} {player} must answer ({strength}).", square=square, player=rival, strength=least
    )


def _counts(view: CrossfireView, names: Sequence[str]) -> list[str]:
    owners = [pile.owner for pile in view.board if pile is not None]
    return [
        ngettext(
            "{player}: {number} node, hand {hand}, pack {pack}.",
            "{player}: {number} nodes, hand {hand}, pack {pack}.",
            owners.count(seat),
            player=names[seat],
            hand=view.hands[seat],
            pack=view.packs[seat],
        )
        for seat in range(view.seats)
    ]
