"""The latest events, a line each of words, Characters, cards and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.facts import Resigned, SeatOut
from bot.engine.language import N_, NN_, gettext
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.facts import NO_DIE
from bot.games.overcross.rules.view import NO_CARD, OvercrossView, owner_of
from renderers.kit import text
from renderers.kit.cards.card import drawn_card
from renderers.kit.cards.emblem import Emblem, sigil
from renderers.kit.lines import (
    TEXT,
    Arrow,
    Change,
    Coin,
    Die,
    FactLine,
    FactLines,
    Line,
    Mark,
    Quiet,
    Stamp,
    Word,
    Written,
    fact_lines,
    quiet_line,
)
from renderers.kit.palette import PAPER
from renderers.kit.shapes import seat_mark
from renderers.overcross.cards import card_sign, emblem_of, face_of
from renderers.overcross.sights import square_name
from renderers.overcross.signs import flag, sign

_MANY = 3
"""Cards from this number on are shown by their sigils alone."""


class PieceSign(NamedTuple):
    """A Character within a line: its seat's mark, its sigil and its name."""

    seat: Seat
    emblem: Emblem
    name: str

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        seat_mark(self.seat, 30).centre(image, x + 15, y)
        sigil(self.emblem, 36).paste(image, x + 32, y - 18)
        return 74 + text.write_bold(
            image, x + 74, y, self.name, size=TEXT, colour=PAPER, room=max(room - 74, 1)
        )


def latest_lines(view: OvercrossView, recent: Sequence[Any], pool: Pool) -> list[Line]:
    """Return a line for each fact worth one, the oldest first; an attack has one with all its dice."""
    lines: list[Line] = []
    known, attack = _Known(view, pool), None
    for fact in recent:
        if attack is not None and (more := _result(fact, attack)):
            lines[-1] = (*lines[-1], *more)
        elif said := fact_lines(_DESCRIBERS, [fact], known):
            lines += said
            attack = fact if isinstance(fact, facts.Aimed) else None
    return lines


class _Known(NamedTuple):
    """What the viewer knows of cards."""

    view: OvercrossView
    pool: Pool

    def sign(self, card: Card, *, named: bool = True) -> Word:
        """Return a card with its sigil."""
        return card_sign(face_of(self.view, card, self.pool), named=named)

    def piece(self, card: Card) -> Word:
        """Return a Character with its seat, another card with its sigil."""
        face = face_of(self.view, card, self.pool)
        if face.kind != "character":
            return card_sign(face)
        return PieceSign(owner_of(card), emblem_of(face), drawn_card(face))

    def square(self, square: int) -> str:
        """Return the name of a square."""
        return square_name(self.view, square)


_LINES = FactLines(
    {
        "player": lambda fact, _: Mark(fact.seat),
        "card": lambda fact, known: known.piece(fact.card),
        "piece": lambda fact, known: known.piece(fact.card),
        "cards": lambda fact, known: [known.sign(card, named=len(fact.cards) < _MANY) for card in fact.cards],
        "square": lambda fact, known: Written(known.square(fact.square)),
        "flag": lambda fact, _: Stamp(flag, (fact.flag, 36), 36, 36),
        "other": lambda fact, _: Mark(fact.target),
    }
)


def _of_cards(message: str) -> FactLine:
    """Return the describer, by this message, of facts that may have cards."""
    return lambda fact, known: _LINES.say(message, fact, known) if fact.cards else ()


# The turn


def _began(fact: facts.TurnBegan, _known: _Known) -> Line:
    said = gettext("{player} begins the turn, play limit {limit}")
    return quiet_line(said, player=Mark(fact.seat), limit=fact.limit)


def _drew(fact: facts.Drew, known: _Known) -> Line:
    drawn = NN_("{player} draws {number} card", "{player} draws {number} cards")
    return () if fact.by == NO_CARD else _LINES.count(drawn, fact.count, fact, known)


def _played(fact: facts.Played, known: _Known) -> Line:
    words = _LINES.say(N_("{player} plays {card}"), fact, known, card=known.sign(fact.card))
    where = (Arrow(), known.square(fact.at)) if fact.at >= 0 else ()
    return (*words, *where, Quiet(gettext("play cost {number}", number=fact.cost)))


def _deployed(fact: facts.Deployed, known: _Known) -> Line:
    if fact.by in (NO_CARD, fact.card):
        return ()
    words = _LINES.say(N_("{card} deploys {piece}"), fact, known, card=known.sign(fact.by))
    return (*words, known.square(fact.square))


def _went(fact: Any, known: _Known, origin: int, square: int) -> Line:
    return known.piece(fact.card), Quiet(known.square(origin)), Arrow(), known.square(square)


def _moved(fact: facts.Moved, known: _Known) -> Line:
    pushed = (Quiet(gettext("pushed")),) if fact.pushed else ()
    return (*_went(fact, known, fact.path[0], fact.path[-1]), *pushed)


def _teleported(fact: facts.Teleported, known: _Known) -> Line:
    return (*_went(fact, known, fact.origin, fact.square), Quiet(gettext("teleported")))


# Attacks and counters


def _aimed(fact: facts.Aimed, known: _Known) -> Line:
    result = gettext("hit") if fact.hit else gettext("missed")
    return known.piece(fact.card), Arrow(), known.piece(fact.target), result, *_roll(fact.die, fact.acc)


def _result(fact: Any, attack: facts.Aimed) -> Line:
    """Return what a fact adds to the line of the attack that it belongs to."""
    if isinstance(fact, facts.SaveRolled) and fact.card == attack.target:
        return _save(fact)
    if isinstance(fact, facts.Harmed) and (fact.card, fact.by) == (attack.target, attack.card):
        return (Change(-fact.counters),)
    return ()


def _save(fact: facts.SaveRolled) -> Line:
    return gettext("saved") if fact.saved else gettext("not saved"), *_roll(fact.die, fact.defense)


def _roll(die: int, below: int) -> list[Word]:
    """Return a die with what it had to be less than; nothing where none was rolled (OVC-18)."""
    if die == NO_DIE:
        return []
    return [Die(die), Quiet(f"< {below}" if die < below else f"≥ {below}")]


def _counters(fact: facts.Harmed | facts.Healed, known: _Known) -> Line:
    by = fact.counters if isinstance(fact, facts.Healed) else -fact.counters
    return known.sign(fact.by), Arrow(), known.piece(fact.card), Change(by)


def _died(fact: facts.Died, known: _Known) -> Line:
    words: Line = (Stamp(sign, ("dead", 32), 32, 32), *_LINES.say(N_("{piece} dies"), fact, known))
    if fact.credit < 0:
        return words
    return (*words, Mark(fact.credit), Quiet(gettext("deck cost {number}", number=fact.cost)))


def _invaded(fact: facts.Invaded, known: _Known) -> Line:
    message, player = N_("{piece} invades: {points} for {player}"), Mark(owner_of(fact.card))
    return _LINES.say(message, fact, known, points=fact.points, player=player)


_DESCRIBERS: Mapping[type, FactLine] = {
    facts.OrderChosen: _LINES.by(
        "order", {"first": N_("{player} goes first"), "last": N_("{player} goes last")}
    ),
    facts.TurnBegan: _began,
    facts.Drew: _drew,
    facts.Played: _played,
    facts.Deployed: _deployed,
    facts.Redeployed: _LINES.plain(N_("{card} is redeployed on {square}")),
    facts.Waits: _LINES.plain(N_("{card} waits off the grid")),
    facts.AttachedTo: lambda fact, known: (known.sign(fact.card), Arrow(), known.piece(fact.bearer)),
    facts.TerrainMoved: lambda fact, known: _went(fact, known, fact.origin, fact.centre),
    facts.Moved: _moved,
    facts.Teleported: _teleported,
    facts.Used: _LINES.plain(N_("{card} is used")),
    facts.Aimed: _aimed,
    facts.SaveRolled: lambda fact, known: (known.piece(fact.card), *_save(fact)),
    facts.Harmed: _counters,
    facts.Healed: _counters,
    facts.Died: _died,
    facts.Destroyed: _LINES.plain(N_("{card} is destroyed")),
    facts.Returned: _LINES.plain(N_("{card} leaves the grid")),
    facts.FlagTaken: _LINES.plain(N_("{piece} picks up {flag}")),
    facts.FlagDropped: _LINES.plain(N_("{flag} drops on {square}")),
    facts.FlagHome: _LINES.plain(N_("{flag} goes home to {square}")),
    facts.Invaded: _invaded,
    facts.Left: _of_cards(N_("{player} leaves the grid: {cards}")),
    facts.Took: _of_cards(N_("{player} takes {cards}")),
    facts.Discarded: _of_cards(N_("{player} discards {cards}")),
    facts.Milled: _of_cards(N_("Off the deck of {player}: {cards}")),
    facts.LookedAt: _LINES.plain(N_("{player} looks at the hand of {other}")),
    facts.Rolled: lambda fact, known: (known.sign(fact.by), *[Die(one, fact.sides) for one in fact.dice]),
    facts.Tossed: lambda fact, known: (known.sign(fact.by), Coin(fact.heads)),
    SeatOut: _LINES.plain(N_("{player} is out")),
    Resigned: _LINES.plain(N_("{player} has resigned")),
}
