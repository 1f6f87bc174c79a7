"""The engine's `Wording` for Overcross, composed of its parts, and the weight of each fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from bot.base.language import N_, gettext, ngettext
from bot.engine.cards.wording import CardWording
from bot.engine.contract import Fact
from bot.engine.sentences import SEAT_MARKS, listed
from bot.engine.summary import Figure, Summary, course, hit_streak, luck_figure, most_figure
from bot.engine.wording import Joined, Parts, Weight, weights_of
from bot.games.overcross.menus.menu import orders_menu, screen, unavailable, waiting_text
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.attacks import SIDES, successes
from bot.games.overcross.rules.field import DEADLY
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.view import NO_CARD, OvercrossView, named_cards, owner_of
from bot.games.overcross.wording.board_text import aim, board_text, moment, status
from bot.games.overcross.wording.names import Lexicon, Talk
from bot.games.overcross.wording.sentences import DESCRIBERS, tally
from bot.games.overcross.wording.typed import COMMANDS

# The summary of a match of Overcross: score over the rounds, luck, the hardest card, the bloodiest round.


def summary(talk: Talk, public: Sequence[Any], start: OvercrossView | None) -> Summary:
    """Return the chart of the score and the figures."""
    view = talk.view
    by_counters = view.options.objective == "assassination"
    chart = course(
        gettext(_CHARTS.get(view.options.objective, N_("Deck cost of the kills"))),
        _counters(talk, public, start) if by_counters else _points(talk, public, start),
        view.seats,
        gettext("Round {round}", round=view.round),
        least_leads=by_counters,
    )
    aimed = [fact for fact in public if isinstance(fact, facts.Aimed) and fact.die != facts.NO_DIE]
    figures = (*_hardest(talk, public), *_bloodiest(public, start.round if start else 0))
    if start:  # its dice were prepared, too
        return Summary(chart, figures)
    tries = [(owner_of(fact.card), fact.hit) for fact in aimed]
    return Summary(chart, (*_luck(talk, aimed), *figures), hit_streak(tries, talk.names))


_CHARTS: Mapping[str, str] = {
    "invasion": N_("Points"),
    "deathmatch": N_("Points"),
    "assassination": N_("Counters on those who must not die"),
}
"""The title of the chart if it does not show kills: the deciding values (OVC-43)."""


def _counters(talk: Talk, public: Sequence[Any], start: OvercrossView | None) -> list[list[int]]:
    """Return the counters on each seat's Leader and Champion at the start of a prepared position, at that of
    each round, and at the end.
    """
    pieces = [named_cards(talk.view, seat) for seat in range(talk.view.seats)]
    on: dict[int, int] = {}
    if start:
        alive = {piece.card: piece.counters for piece in start.pieces}
        on = {card: alive.get(card, DEADLY) for cards in pieces for card in cards}

    def now() -> list[int]:
        return [sum(on.get(card, 0) for card in cards) for cards in pieces]

    points = [now()] if start else []
    for fact in public:
        if isinstance(fact, facts.RoundBegan):
            points.append(now())
        elif isinstance(fact, facts.Died):
            on[fact.card] = DEADLY
        elif isinstance(fact, facts.Harmed | facts.Healed):
            on[fact.card] = min(fact.total, DEADLY)
    return [*points, now()] if points else []


def _points(talk: Talk, public: Sequence[Any], start: OvercrossView | None) -> list[list[int]]:
    """Return all seats' scores at the start of a prepared position, at the start of each round, and at the
    end.
    """
    by_kills = talk.view.options.objective != "invasion"
    score = [0] * talk.view.seats
    if start:
        counted = talk.view.options.has_points
        score = [side.points if counted else side.kills for side in start.sides]
    points = [score.copy()] if start else []
    for fact in public:
        if isinstance(fact, facts.RoundBegan):
            points.append(score.copy())
        elif isinstance(fact, facts.Died) and fact.credit >= 0 and by_kills:
            score[fact.credit] += fact.cost
        elif isinstance(fact, facts.Invaded):
            score[owner_of(fact.card)] = fact.points
    return [*points, score] if points else []


def _luck(talk: Talk, aimed: Sequence[facts.Aimed]) -> list[Figure]:
    hits, chances = Counter[int](), dict[int, list[float]]()
    for fact in aimed:
        seat = owner_of(fact.card)
        hits[seat] += fact.hit
        chances.setdefault(seat, []).append(successes(fact.acc) / SIDES)
    return luck_figure(hits, chances, talk.names)


def _hardest(talk: Talk, public: Sequence[Any]) -> list[Figure]:
    dealt = Counter[int]()
    for fact in public:
        if isinstance(fact, facts.Harmed) and fact.by != NO_CARD:
            dealt[fact.by] += fact.counters
    return most_figure(
        dealt,
        lambda card, _: gettext(
            "counters put by {card}", card=f"{SEAT_MARKS[owner_of(card)]} {talk.plain(card)}"
        ),
    )


def _bloodiest(public: Sequence[Any], begun: int) -> list[Figure]:
    """Return the round in which most Characters died, in a match that began in this round."""
    dead, current = Counter[int](), begun
    for fact in public:
        if isinstance(fact, facts.RoundBegan):
            current = fact.round
        elif isinstance(fact, facts.Died):
            dead[current] += 1
    return most_figure(
        dead,
        lambda at, number: ngettext(
            "Character died in round {round}", "Characters died in round {round}", number, round=at
        ),
    )


WEIGHTS = weights_of(
    {
        Weight.FRAME: (
            facts.ChoseDeck, facts.Named, facts.Withdrew, facts.HandTaken, facts.RoundBegan, facts.TurnBegan,
            facts.TurnEnded, facts.Drew, facts.Discarded,
        ),
        Weight.MOVE: (
            facts.RolledForFirst, facts.OrderChosen, facts.AttachedTo, facts.PutDown, facts.TerrainMoved,
            facts.Moved, facts.Teleported, facts.SaveRolled, facts.Decided, facts.Milled, facts.Rolled,
            facts.Tossed,
        ),
        Weight.ACT: (
            facts.Revealed, facts.Played, facts.Deployed, facts.Redeployed, facts.Waits, facts.Used,
            facts.Aimed, facts.Healed, facts.Took, facts.LookedAt, facts.InForce, facts.CutShort,
        ),
        Weight.HARM: (facts.Harmed, facts.Destroyed, facts.Returned, facts.FlagDropped, facts.FlagHome),
        Weight.LOSS: (facts.Died, facts.FlagTaken, facts.Invaded),
        Weight.END: (facts.Left,),
    }
)  # fmt: skip


def _moved_alike(fact: facts.Moved, _talk: Talk) -> Hashable:
    return owner_of(fact.card), fact.pushed


def _all_moved(moved: Sequence[facts.Moved], talk: Talk) -> str:
    ends = {fact.card: fact.path[-1] for fact in moved}
    moves = listed(
        [
            gettext("{piece} to {square}", piece=talk.piece(card), square=talk.square(end))
            for card, end in ends.items()
        ]
    )
    if moved[0].pushed:
        return gettext("Pushed: {moves}.", moves=moves)
    return gettext("{who} moves {moves}.", who=talk.who(owner_of(moved[0].card)), moves=moves)


def _all_played(played: Sequence[facts.Played], talk: Talk) -> str:
    cards = talk.several([fact.card for fact in played])
    return gettext("{who} plays **{cards}**.", who=talk.who(played[0].seat), cards=cards)


def _deployed_alike(fact: facts.Deployed, _talk: Talk) -> Hashable:
    return owner_of(fact.card) if fact.by in (NO_CARD, fact.card) else None


def _all_deployed(deployed: Sequence[facts.Deployed], talk: Talk) -> str:
    pieces = [
        gettext("{piece} on {square}", piece=talk.piece(fact.card), square=talk.square(fact.square))
        for fact in deployed
    ]
    return gettext("Deployed: {pieces}.", pieces=listed(pieces))


def _died_alike(fact: facts.Died, _talk: Talk) -> Hashable:
    return fact.credit if fact.credit >= 0 and fact.to == "discard" else None


def _all_died(died: Sequence[facts.Died], talk: Talk) -> str:
    return gettext(
        "{pieces} **die**: {number} kills for {who}, deck cost {cost} in all.",
        pieces=listed([talk.piece(fact.card) for fact in died]),
        number=len(died),
        who=talk.who(died[0].credit),
        cost=sum(fact.cost for fact in died),
    )


JOINED: Mapping[type[Fact], Joined] = {
    facts.Moved: Joined(_moved_alike, _all_moved),
    facts.Played: Joined(lambda fact, _: fact.seat, _all_played),
    facts.Deployed: Joined(_deployed_alike, _all_deployed),
    facts.Died: Joined(_died_alike, _all_died),
}


def _came_of(first: Fact, fact: Fact) -> bool:
    """Whether a fact is the save, the harm or the death that an attack led to (OVC-18 to OVC-21)."""
    if not isinstance(first, facts.Aimed) or not first.hit:
        return False
    if isinstance(fact, facts.SaveRolled | facts.Destroyed):
        return fact.card == first.target
    return isinstance(fact, facts.Harmed | facts.Died) and (fact.card, fact.by) == (first.target, first.card)


class OvercrossWording(CardWording[OvercrossView, Talk]):
    """The texts of Overcross, with the cards they name."""

    parts = Parts(
        DESCRIBERS,
        tally,
        status,
        board_text,
        waiting_text,
        screen,
        COMMANDS,
        moment,
        aim,
        WEIGHTS,
        JOINED,
        summary=summary,
        follows=_came_of,
        unavailable=unavailable,
        square=lambda talk, square: talk.square(square),
        orders=lambda _talk, orders, _path: orders_menu(orders),
    )
    talk_type, lexicon_type = Talk, Lexicon

    def usual(self, options: Options) -> str:
        """Return the size of a match with these options, and where zones are if not at the edges."""
        if options.zones == "corners":
            return gettext(
                "{width} × {height} squares, seats 1 and 2 in the corners, decks of {points} points",
                width=options.width,
                height=options.height,
                points=options.points,
            )
        return gettext(
            "{width} × {height} squares, decks of {points} points",
            width=options.width,
            height=options.height,
            points=options.points,
        )
