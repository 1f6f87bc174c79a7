"""One sentence for each fact, and the lines that say how a match stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from bot.engine.contract import Outcome, Seat
from bot.engine.phrases import count, listed, player
from bot.games.crossfire import facts
from bot.games.crossfire.cards import Card, rank, strength
from bot.games.crossfire.contests import by_mark, contest_words, contested, pile_words, some
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
        return f"Bases are being settled.\n{waiting_for(view, names)}"
    clauses = [contest_words(view, square, by_mark) for square in contested(view)]
    told = [f" {_capital(clause)}." for clause in some(clauses, _CONTESTS, "contest")]
    drawn = f"{tell(facts.StartDrawn(view.start, view.first), view, names)} " if view.turns == 1 else ""
    turn = f"Turn {view.turns}: {player(view.turn, names)} to play.{''.join(told)}"
    return f"{drawn}{turn}\n{_stock(view, names)}"


def _stock(view: CrossfireView, names: Sequence[str]) -> str:
    words = [
        f"{player(seat, names)} {view.hands[seat]} in hand, {view.packs[seat]} in the pack"
        for seat in range(view.seats)
    ]
    points = [] if view.seats == 2 else [_capital(points_words(view.tallies, view.seats))]
    return " · ".join([*points, *words])


def points_words(tallies: Sequence[Tally], seats: int) -> str:
    """Return the points of both teams: "points of 6: ●▲ 3, ■◆ 1"."""
    words = [f"{team_marks(team, seats)} {tally.points}" for team, tally in enumerate(tallies)]
    return f"points of {GOAL}: {', '.join(words)}"


def waiting_for(view: CrossfireView, names: Sequence[str]) -> str:
    """Return the sentence that says who is awaited."""
    return f"Waiting for {listed([player(seat, names) for seat in awaited(view)])}."


def outcome_words(view: CrossfireView, outcome: Outcome, names: Sequence[str]) -> str:
    """Return how a match ended, with the points of the teams."""
    winners = [player(seat, names) for seat in outcome.winners]
    won = f"{listed(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else "A draw"
    points = "" if view.seats == 2 else f" {_capital(points_words(view.tallies, view.seats))}."
    return f"{won}. {outcome.why.rstrip('.')}.{points}"


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _bases_redealt(fact: facts.BasesRedealt, _view: CrossfireView, names: Sequence[str]) -> str:
    more = ", and may deal once more" if fact.cause else ""
    return f"{player(fact.seat, names)} deals new bases: {cards_words(fact.cards)}{more}."


def _bases_kept(fact: facts.BasesKept, _view: CrossfireView, names: Sequence[str]) -> str:
    return f"{player(fact.seat, names)} keeps the bases as they lie."


def _neutrals_dealt(fact: facts.NeutralsDealt, view: CrossfireView, _names: Sequence[str]) -> str:
    middle = table_of(view.options, view.seats).middle
    among = f", {place(view, middle)} in the middle among them" if middle in fact.squares else ""
    return f"{count(len(fact.squares), 'neutral node')} are dealt face down{among}: nobody has seen them."


def _start_drawn(fact: facts.StartDrawn, _view: CrossfireView, names: Sequence[str]) -> str:
    draws = [
        ", ".join([_drawn(seat, card, names) for seat, card in enumerate(draw) if card is not None])
        for draw in fact.draws
    ]
    return f"Drawing for the first turn: {'; again '.join(draws)}. {player(fact.seat, names)} begins."


def _drawn(seat: Seat, card: Card, names: Sequence[str]) -> str:
    return f"{player(seat, names)} {a_joker_or(card)}"


def _hand_dealt(fact: facts.HandDealt, view: CrossfireView, names: Sequence[str]) -> str:
    if fact.seat == view.viewer:
        return f"Your first hand: {cards_words(fact.cards)}."
    return f"{player(fact.seat, names)} draws a first hand of {count(len(fact.cards), 'card')}."


def _turn_began(fact: facts.TurnBegan, _view: CrossfireView, names: Sequence[str]) -> str:
    return f"Turn {fact.number}: {player(fact.seat, names)} is to play."


def _drew(fact: facts.Drew, view: CrossfireView, names: Sequence[str]) -> str:
    if fact.seat == view.viewer:
        return f"You draw {a_joker_or(fact.card)}."
    return f"{player(fact.seat, names)} draws {a_joker_or(fact.card)}."


def _seized(fact: facts.Seized, view: CrossfireView, names: Sequence[str]) -> str:
    winner, where = player(fact.seat, names), place(view, fact.at)
    if fact.held:
        return f"{winner} has held {where} against {player(fact.loser, names)}: it is a seized pile now."
    if fact.base:
        return f"{winner} **seizes the base {where}** of {player(_base_owner(fact, view), names)}!"
    if fact.loser == NOBODY:
        return f"{winner} seizes the neutral at {where}."
    return f"{winner} seizes {where} from {player(fact.loser, names)}."


def _base_owner(fact: facts.Seized, view: CrossfireView) -> Seat:
    return fact.loser if fact.loser != NOBODY else table_of(view.options, view.seats).base_home[fact.at]


def _laid(fact: facts.Laid, view: CrossfireView, names: Sequence[str]) -> str:
    origin, where = place(view, fact.origin), place(view, fact.at)
    return f"{player(fact.seat, names)} lays {a_joker_or(fact.card)} on {where}, off {origin}."


def _supported(fact: facts.Supported, view: CrossfireView, names: Sequence[str]) -> str:
    base = place(view, fact.base)
    return f"{player(fact.seat, names)} supports the base {base} with {a_joker_or(fact.card)}."


def _contest_of(view: CrossfireView, seat: Seat, card: Card, at: int) -> Pile | None:
    """Return the pile in which this card was laid, if it is contested still: what it shows is of then."""
    pile = view.board[at]
    return pile if pile is not None and LaidCard(seat, card) in pile.laid else None


def _attacked(fact: facts.Attacked, view: CrossfireView, names: Sequence[str]) -> str:
    pile = _contest_of(view, fact.seat, fact.card, fact.at)
    base = "the base " if table_of(view.options, view.seats).base_home[fact.at] != NOBODY else ""
    target = f"{base}{place(view, fact.at)}{f' ({pile_words(pile)})' if pile is not None else ''}"
    attack = f"{player(fact.seat, names)} attacks {target} with {a_joker_or(fact.card)}"
    return f"{attack}: {_may(player(fact.target, names), strength(fact.card) + 1)}."


def _may(who: str, least: int) -> str:
    return "nothing tops a King" if least > HIGHEST else f"{who} may answer with {at_least(least)}"


def _probed(fact: facts.Probed, view: CrossfireView, names: Sequence[str]) -> str:
    probe = f"{player(fact.seat, names)} probes {place(view, fact.at)} with {a_joker_or(fact.card)}"
    if not fact.leads:
        return f"{probe}: it is {a_joker_or(fact.neutral)}, which holds, and turns face down again."
    answer = _capital(_may("the other side", strength(fact.card) + 1))
    return f"{probe}: it is {a_joker_or(fact.neutral)}. {answer}."


def _answered(fact: facts.Answered, view: CrossfireView, names: Sequence[str]) -> str:
    answer = f"{player(fact.seat, names)} answers at {place(view, fact.at)} with {a_joker_or(fact.card)}"
    pile = _contest_of(view, fact.seat, fact.card, fact.at)
    target = player(fact.target, names)
    if pile is None:
        return f"{answer} and leads there instead of {target}."
    defends = pile.owner == fact.seat
    who = "the other side" if pile.kind == "neutral" else target
    return f"{answer}: {_may(who, strength(fact.card) + (0 if defends else 1))}."


def _rebuilt(fact: facts.Rebuilt, view: CrossfireView, names: Sequence[str]) -> str:
    gone = count(len(fact.removed), "card")
    where = place(view, fact.at)
    return (
        f"{player(fact.seat, names)} clears the seized pile of {gone} at {where} "
        f"and lays {a_joker_or(fact.card)} in its place."
    )


def _discarded(fact: facts.Discarded, _view: CrossfireView, names: Sequence[str]) -> str:
    return f"{player(fact.seat, names)} lays nothing and discards {a_joker_or(fact.card)}."


def _replaced(fact: facts.Replaced, view: CrossfireView, names: Sequence[str]) -> str:
    taken = f"takes {a_joker_or(fact.card)} from {place(view, fact.at)} into the hand"
    return f"{player(fact.seat, names)} {taken} and leaves a Joker in its place."


def _kept_one(fact: facts.KeptOne, view: CrossfireView, names: Sequence[str]) -> str:
    kept = f"keeps {a_joker_or(fact.card)} of the seized pile at {place(view, fact.at)} as a node"
    return f"{player(fact.seat, names)} {kept}; discarded: {cards_words(fact.removed)}."


def _towered(fact: facts.Towered, view: CrossfireView, names: Sequence[str]) -> str:
    tower = f"raises a tower at {place(view, fact.at)}: {a_joker_or(fact.royal)} on {a_joker_or(fact.ten)}"
    return f"{player(fact.seat, names)} {tower}, power 10 and strength {rank(fact.royal)}."


def _lapsed(fact: facts.Lapsed, view: CrossfireView, names: Sequence[str]) -> str:
    where = place(view, fact.at)
    return f"{player(fact.seat, names)} leaves {where} unanswered: {player(fact.leader, names)} will win it."


def _points_counted(fact: facts.PointsCounted, view: CrossfireView, _names: Sequence[str]) -> str:
    words = [
        f"{team_marks(team, view.seats)} {tally.points}{_sources(tally)}"
        for team, tally in enumerate(fact.tallies)
    ]
    return f"Points: {', '.join(words)}."


def _sources(tally: Tally) -> str:
    """Return where a team's points come from, in brackets."""
    sources = [count(tally.bases, "base")] if tally.bases else []
    sources += [word for word, points in (("chain", tally.chain), ("middle", tally.middle)) if points]
    return f" ({listed(sources)})" if sources else ""


def _pack_empty(fact: facts.PackEmpty, _view: CrossfireView, names: Sequence[str]) -> str:
    return f"{player(fact.seat, names)} must draw, and the pack is empty."


def _resigned(fact: facts.Resigned, _view: CrossfireView, names: Sequence[str]) -> str:
    return f"{player(fact.seat, names)} resigns."


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
