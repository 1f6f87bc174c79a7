"""One sentence for each fact, and the lines that say how a match stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.engine.contract import Outcome, Seat
from bot.engine.language import gettext, ngettext
from bot.engine.phrases import listed, player, retried
from bot.games.crossfire import facts
from bot.games.crossfire.cards import Card, rank, strength
from bot.games.crossfire.contests import contest_words, contested, more_contests, pile_words, some
from bot.games.crossfire.names import HIGHEST, a_joker_or, at_least, awaited, cards_words, place, team_marks
from bot.games.crossfire.scoring import GOAL
from bot.games.crossfire.table import table_of
from bot.games.crossfire.view import NOBODY, CrossfireView, LaidCard, Pile, Tally

Teller: TypeAlias = Callable[[Any, CrossfireView, Sequence[str]], str]

_CONTESTS = 2
"""Contests that the status tells of at most."""


def tell(fact: facts.CrossfireFact, view: CrossfireView, names: Sequence[str]) -> str:
    """Return one sentence for a fact."""
    return _TELLERS[type(fact)](fact, view, names)


def status(view: CrossfireView, names: Sequence[str]) -> str:
    """Return whose turn it is and what is contested, and under it hands, packs and points."""
    if view.outcome is not None:
        return outcome_words(view, view.outcome, names)
    if view.phase == "bases":
        return f"{gettext('Bases are being settled.')}\n{waiting_for(view, names)}"
    drawn = [tell(facts.StartDrawn(view.start, view.first), view, names)] if view.turns == 1 else []
    turn = gettext("Turn {turn}: {player} to play.", turn=view.turns, player=player(view.turn, names))
    told = [contest_words(view, square) for square in contested(view)]
    sentences = [*drawn, turn, *some(told, _CONTESTS, more_contests)]
    return f"{' '.join(sentences)}\n{_stock(view, names)}"


def _stock(view: CrossfireView, names: Sequence[str]) -> str:
    words = [
        gettext(
            "{player} {hand} in hand, {pack} in the pack",
            player=player(seat, names),
            hand=view.hands[seat],
            pack=view.packs[seat],
        )
        for seat in range(view.seats)
    ]
    points = [] if view.seats == 2 else [_points_words(view.tallies, view.seats)]
    return " · ".join([*points, *words])


def _points_words(tallies: Sequence[Tally], seats: int) -> str:
    """Return the points of both teams: "Points of 6: ●▲ 3, ■◆ 1"."""
    words = [f"{team_marks(team, seats)} {tally.points}" for team, tally in enumerate(tallies)]
    return gettext("Points of {goal}: {teams}", goal=GOAL, teams=", ".join(words))


def waiting_for(view: CrossfireView, names: Sequence[str]) -> str:
    """Return the sentence that says who is awaited."""
    return gettext("Waiting for {players}.", players=listed([player(seat, names) for seat in awaited(view)]))


def outcome_words(view: CrossfireView, outcome: Outcome, names: Sequence[str]) -> str:
    """Return how a match ended, with the points of the teams."""
    points = "" if view.seats == 2 else f" {_points_words(view.tallies, view.seats)}."
    return f"{_winners(outcome, names)} {gettext(outcome.why).rstrip('.')}.{points}"


def _winners(outcome: Outcome, names: Sequence[str]) -> str:
    if not outcome.winners:
        return gettext("A draw.")
    winners = [player(seat, names) for seat in outcome.winners]
    return ngettext("{players} wins.", "{players} win.", len(winners), players=listed(winners))


def _bases_redealt(fact: facts.BasesRedealt, _view: CrossfireView, names: Sequence[str]) -> str:
    who, cards = player(fact.seat, names), cards_words(fact.cards)
    if fact.cause:
        return gettext("{player} deals new bases: {cards}, and may deal once more.", player=who, cards=cards)
    return gettext("{player} deals new bases: {cards}.", player=who, cards=cards)


def _bases_kept(fact: facts.BasesKept, _view: CrossfireView, names: Sequence[str]) -> str:
    return gettext("{player} keeps the bases as they lie.", player=player(fact.seat, names))


def _neutrals_dealt(fact: facts.NeutralsDealt, view: CrossfireView, _names: Sequence[str]) -> str:
    middle, number = table_of(view.options, view.seats).middle, len(fact.squares)
    if not number:
        return gettext("No neutral node is dealt.")
    if middle not in fact.squares:
        return ngettext(
            "{number} neutral node is dealt face down: nobody has seen it.",
            "{number} neutral nodes are dealt face down: nobody has seen them.",
            number,
        )
    return ngettext(
        "{number} neutral node is dealt face down, {square} in the middle: nobody has seen it.",
        "{number} neutral nodes are dealt face down, {square} in the middle among them: "
        "nobody has seen them.",
        number,
        square=place(view, middle),
    )


def _start_drawn(fact: facts.StartDrawn, _view: CrossfireView, names: Sequence[str]) -> str:
    draws = [
        ", ".join([_drawn(seat, card, names) for seat, card in enumerate(draw) if card is not None])
        for draw in fact.draws
    ]
    return gettext(
        "Drawing for the first turn: {draws}. {player} begins.",
        draws=retried(draws),
        player=player(fact.seat, names),
    )


def _drawn(seat: Seat, card: Card, names: Sequence[str]) -> str:
    return f"{player(seat, names)} {a_joker_or(card)}"


def _hand_dealt(fact: facts.HandDealt, view: CrossfireView, names: Sequence[str]) -> str:
    if fact.seat == view.viewer:
        return gettext("Your first hand: {cards}.", cards=cards_words(fact.cards))
    return ngettext(
        "{player} draws a first hand of {number} card.",
        "{player} draws a first hand of {number} cards.",
        len(fact.cards),
        player=player(fact.seat, names),
    )


def _turn_began(fact: facts.TurnBegan, _view: CrossfireView, names: Sequence[str]) -> str:
    return gettext("Turn {turn}: {player} is to play.", turn=fact.number, player=player(fact.seat, names))


def _drew(fact: facts.Drew, view: CrossfireView, names: Sequence[str]) -> str:
    if fact.seat == view.viewer:
        return gettext("You draw {card}.", card=a_joker_or(fact.card))
    who = player(fact.seat, names)
    if fact.card < 0:
        return gettext("{player} draws a card.", player=who)
    return gettext("{player} draws {card}.", player=who, card=a_joker_or(fact.card))


def _seized(fact: facts.Seized, view: CrossfireView, names: Sequence[str]) -> str:
    winner, where = player(fact.seat, names), place(view, fact.at)
    if fact.base:
        owner = player(_base_owner(fact, view), names)
        return gettext(
            "{winner} **seizes the base {square}** of {loser}!", winner=winner, square=where, loser=owner
        )
    if fact.loser == NOBODY:
        return gettext("{winner} seizes the neutral at {square}.", winner=winner, square=where)
    loser = player(fact.loser, names)
    if fact.held:
        return gettext(
            "{winner} has held {square} against {loser}: it is a seized pile now.",
            winner=winner,
            square=where,
            loser=loser,
        )
    return gettext("{winner} seizes {square} from {loser}.", winner=winner, square=where, loser=loser)


def _base_owner(fact: facts.Seized, view: CrossfireView) -> Seat:
    return fact.loser if fact.loser != NOBODY else table_of(view.options, view.seats).base_home[fact.at]


def _laid(fact: facts.Laid, view: CrossfireView, names: Sequence[str]) -> str:
    return gettext(
        "{player} lays {card} on {square}, off {origin}.",
        player=player(fact.seat, names),
        card=a_joker_or(fact.card),
        square=place(view, fact.at),
        origin=place(view, fact.origin),
    )


def _supported(fact: facts.Supported, view: CrossfireView, names: Sequence[str]) -> str:
    return gettext(
        "{player} supports the base {square} with {card}.",
        player=player(fact.seat, names),
        square=place(view, fact.base),
        card=a_joker_or(fact.card),
    )


def _contest_of(view: CrossfireView, seat: Seat, card: Card, at: int) -> Pile | None:
    """Return the pile in which this card was laid, if it is contested still: what it shows is of then."""
    pile = view.board[at]
    return pile if pile is not None and LaidCard(seat, card) in pile.laid else None


def _attacked(fact: facts.Attacked, view: CrossfireView, names: Sequence[str]) -> str:
    least = strength(fact.card) + 1
    answer = _may_answer(player(fact.target, names), least) if least <= HIGHEST else _nothing_tops()
    return gettext(
        "{player} attacks {target} with {card}: {answer}.",
        player=player(fact.seat, names),
        target=_target(fact, view),
        card=a_joker_or(fact.card),
        answer=answer,
    )


def _target(fact: facts.Attacked, view: CrossfireView) -> str:
    """Return what is attacked: "c4", "the base c8 (9♠)"."""
    target = place(view, fact.at)
    if table_of(view.options, view.seats).base_home[fact.at] != NOBODY:
        target = gettext("the base {square}", square=target)
    pile = _contest_of(view, fact.seat, fact.card, fact.at)
    return target if pile is None else f"{target} ({pile_words(pile)})"


def _may_answer(who: str, least: int) -> str:
    return gettext("{player} may answer with {cards}", player=who, cards=at_least(least))


def _nothing_tops() -> str:
    return gettext("nothing tops a King")


def _probed(fact: facts.Probed, view: CrossfireView, names: Sequence[str]) -> str:
    values = {
        "player": player(fact.seat, names),
        "square": place(view, fact.at),
        "card": a_joker_or(fact.card),
        "neutral": a_joker_or(fact.neutral),
    }
    least = strength(fact.card) + 1
    if not fact.leads:
        return gettext(
            "{player} probes {square} with {card}: it is {neutral}, which holds, and turns face down again.",
            **values,
        )
    if least > HIGHEST:
        return gettext(
            "{player} probes {square} with {card}: it is {neutral}. Nothing tops a King.", **values
        )
    return gettext(
        "{player} probes {square} with {card}: it is {neutral}. The other side may answer with {cards}.",
        cards=at_least(least),
        **values,
    )


def _answered(fact: facts.Answered, view: CrossfireView, names: Sequence[str]) -> str:
    values = {
        "player": player(fact.seat, names),
        "square": place(view, fact.at),
        "card": a_joker_or(fact.card),
    }
    pile = _contest_of(view, fact.seat, fact.card, fact.at)
    if pile is None:
        return gettext(
            "{player} answers at {square} with {card} and leads there instead of {loser}.",
            loser=player(fact.target, names),
            **values,
        )
    answer = _answer_to(fact, pile, names)
    return gettext("{player} answers at {square} with {card}: {answer}.", answer=answer, **values)


def _answer_to(fact: facts.Answered, pile: Pile, names: Sequence[str]) -> str:
    """Return what may be answered in turn: the attacker needs as much, all others more (CRF-16, CRF-20)."""
    least = strength(fact.card) + (0 if pile.owner == fact.seat else 1)
    if least > HIGHEST:
        return _nothing_tops()
    if pile.kind == "neutral":
        return gettext("the other side may answer with {cards}", cards=at_least(least))
    return _may_answer(player(fact.target, names), least)


def _rebuilt(fact: facts.Rebuilt, view: CrossfireView, names: Sequence[str]) -> str:
    return ngettext(
        "{player} clears the seized pile of {number} card at {square} and lays {card} in its place.",
        "{player} clears the seized pile of {number} cards at {square} and lays {card} in its place.",
        len(fact.removed),
        player=player(fact.seat, names),
        square=place(view, fact.at),
        card=a_joker_or(fact.card),
    )


def _discarded(fact: facts.Discarded, _view: CrossfireView, names: Sequence[str]) -> str:
    who, card = player(fact.seat, names), a_joker_or(fact.card)
    return gettext("{player} lays nothing and discards {card}.", player=who, card=card)


def _replaced(fact: facts.Replaced, view: CrossfireView, names: Sequence[str]) -> str:
    return gettext(
        "{player} takes {card} from {square} into the hand and leaves a Joker in its place.",
        player=player(fact.seat, names),
        card=a_joker_or(fact.card),
        square=place(view, fact.at),
    )


def _kept_one(fact: facts.KeptOne, view: CrossfireView, names: Sequence[str]) -> str:
    return gettext(
        "{player} keeps {card} of the seized pile at {square} as a node; discarded: {cards}.",
        player=player(fact.seat, names),
        card=a_joker_or(fact.card),
        square=place(view, fact.at),
        cards=cards_words(fact.removed),
    )


def _towered(fact: facts.Towered, view: CrossfireView, names: Sequence[str]) -> str:
    return gettext(
        "{player} raises a tower at {square}: {royal} on {ten}, power 10 and strength {strength}.",
        player=player(fact.seat, names),
        square=place(view, fact.at),
        royal=a_joker_or(fact.royal),
        ten=a_joker_or(fact.ten),
        strength=rank(fact.royal),
    )


def _lapsed(fact: facts.Lapsed, view: CrossfireView, names: Sequence[str]) -> str:
    return gettext(
        "{player} leaves {square} unanswered: {winner} will win it.",
        player=player(fact.seat, names),
        square=place(view, fact.at),
        winner=player(fact.leader, names),
    )


def _points_counted(fact: facts.PointsCounted, view: CrossfireView, _names: Sequence[str]) -> str:
    words = [
        f"{team_marks(team, view.seats)} {tally.points}{_sources(tally)}"
        for team, tally in enumerate(fact.tallies)
    ]
    return gettext("Points: {teams}.", teams=", ".join(words))


def _sources(tally: Tally) -> str:
    """Return where a team's points come from, in brackets."""
    sources = [ngettext("{number} base", "{number} bases", tally.bases)] if tally.bases else []
    sources += [gettext("chain")] if tally.chain else []
    sources += [gettext("middle")] if tally.middle else []
    return f" ({listed(sources)})" if sources else ""


def _pack_empty(fact: facts.PackEmpty, _view: CrossfireView, names: Sequence[str]) -> str:
    return gettext("{player} must draw, and the pack is empty.", player=player(fact.seat, names))


def _resigned(fact: facts.Resigned, _view: CrossfireView, names: Sequence[str]) -> str:
    return gettext("{player} resigns.", player=player(fact.seat, names))


def _match_over(fact: facts.MatchOver, view: CrossfireView, names: Sequence[str]) -> str:
    return outcome_words(view, fact.outcome, names)


_TELLERS: Mapping[type, Teller] = {
    facts.BasesRedealt: _bases_redealt,
    facts.BasesKept: _bases_kept,
    facts.NeutralsDealt: _neutrals_dealt,
    facts.StartDrawn: _start_drawn,
    facts.HandDealt: _hand_dealt,
    facts.TurnBegan: _turn_began,
    facts.Seized: _seized,
    facts.Drew: _drew,
    facts.Laid: _laid,
    facts.Supported: _supported,
    facts.Attacked: _attacked,
    facts.Probed: _probed,
    facts.Answered: _answered,
    facts.Rebuilt: _rebuilt,
    facts.Discarded: _discarded,
    facts.Replaced: _replaced,
    facts.KeptOne: _kept_one,
    facts.Towered: _towered,
    facts.Lapsed: _lapsed,
    facts.PointsCounted: _points_counted,
    facts.PackEmpty: _pack_empty,
    facts.Resigned: _resigned,
    facts.MatchOver: _match_over,
}
