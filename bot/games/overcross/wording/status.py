"""The state of a match on two lines: phase and awaited seats, then the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.base.language import N_, gettext
from bot.engine import sentences
from bot.engine.contract import Seat
from bot.engine.phrases import SEAT_MARKS
from bot.games.overcross.cards.field import OFF, Piece
from bot.games.overcross.rules.view import NO_CARD, SECRET_PHASES, awaited, named_cards, play_limit
from bot.games.overcross.wording.names import OBJECTIVES, Talk, counters_words, phase_words


def status(talk: Talk) -> str:
    """Return the awaited seats, the remaining play limit, and the score."""
    view = talk.view
    now = f"**{' · '.join(phase_words(view))}**: {waiting_for(talk)}"
    if view.phase == "cards" and view.question is None:
        now = f"{now} {budget_words(talk)}"
    scores = score_words(talk)
    return f"{now}\n{scores}" if scores else now


def waiting_for(talk: Talk) -> str:
    """Return the sentence with the awaited seats and their task."""
    view = talk.view
    if view.question is not None:
        card = talk.card(view.question.card)
        return gettext("{who} has to choose for {card}.", who=talk.who(view.question.seat), card=card)
    if view.phase == "first":
        return gettext("{who} chooses to go first or last.", who=talk.who(view.first))
    ready = [seat for seat in range(view.seats) if view.ready[seat] and not view.sides[seat].out]
    return sentences.waiting_for(talk, awaited(view), len(ready) if view.phase in SECRET_PHASES else 0)


def budget_words(talk: Talk) -> str:
    """Return the remaining play limit of the turn: "Cards may still cost 2 in this turn, ..." (OVC-10)."""
    view = talk.view
    limit = play_limit(view, view.current)
    left = limit - view.spent
    return gettext("Cards may still cost {left} in this turn, of {limit} in all.", left=left, limit=limit)


_GOALS: Mapping[str, str] = {
    "leader": N_("kill the enemy Leader"),
    "champion": N_("kill the enemy Champion"),
    "both": N_("kill the enemy Leader and Champion"),
    "summoning": N_("bring your Legend into an enemy zone"),
    "flag": N_("carry an enemy flag into your zone"),
    "invasion": N_("first to {score} by entering enemy zones"),
    "deathmatch": N_("first to {score} by killing, each kill its deck cost"),
}


def goal_words(talk: Talk) -> str:
    """Return the aim, and the last round of the match: "kill the enemy Leader; 25 rounds at most"."""
    options = talk.view.options
    goal = gettext(_GOALS[options.goal], score=options.score)
    return gettext("{goal}; {rounds} rounds at most", goal=goal, rounds=options.rounds)


def score_words(talk: Talk) -> str:
    """Return each seat's progress to the objective; "" before decks are revealed."""
    if talk.view.first < 0:
        return ""
    found = [
        f"{SEAT_MARKS[seat]} {_STANDING[talk.view.options.objective](talk, seat)}"
        for seat, side in enumerate(talk.view.sides)
        if not side.out
    ]
    return " · ".join(found)


def _victims(talk: Talk, seat: Seat) -> str:
    """Return the required pieces with their condition: "*Queen of the Paper Court* E1, 2 counters"."""
    return ", ".join([_victim(talk, card, talk.queries.piece(card)) for card in named_cards(talk.view, seat)])


def _victim(talk: Talk, card: int, piece: Piece | None) -> str:
    name = talk.card(card)
    if piece is None:
        return gettext("{card} dead", card=name)
    return gettext(
        "{card} {square}, {counters}",
        card=name,
        square=talk.place(piece.square),
        counters=counters_words(piece.counters),
    )


def _legend(talk: Talk, seat: Seat) -> str:
    for card in named_cards(talk.view, seat):
        piece = talk.queries.piece(card)
        if piece is None:
            return gettext(
                "{card} to be played for {cost}", card=talk.card(card), cost=talk.queries.cost(card)
            )
        if piece.square == OFF:
            return gettext("{card} off the grid", card=talk.card(card))
        return _victim(talk, card, piece)
    return gettext("no Legend")


def _flags(talk: Talk, seat: Seat) -> str:
    """Return the square of a seat's flag, and its carrier."""
    for flag in talk.view.flags:
        if flag.seat == seat:
            square = talk.square(flag.square)
            if flag.carrier == NO_CARD:
                return gettext("flag on {square}", square=square)
            return gettext(
                "flag carried by {piece} on {square}", piece=talk.piece(flag.carrier), square=square
            )
    return gettext("no flag")


def _points(talk: Talk, seat: Seat) -> str:
    return f"{talk.view.sides[seat].points}/{talk.view.options.score}"


_STANDING: Mapping[str, Callable[[Talk, Seat], str]] = {
    "assassination": _victims,
    "summoning": _legend,
    "flag": _flags,
    "invasion": _points,
    "deathmatch": _points,
}


def moment(talk: Talk) -> str:
    """Return the round and its phase."""
    return " · ".join(phase_words(talk.view))


def aim(talk: Talk) -> str:
    """Return the objective, the way to reach it, and the number of rounds."""
    return f"{gettext(OBJECTIVES[talk.view.options.objective])}: {goal_words(talk)}"
