"""The latest events, a line each of words, Characters, cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PIL import Image

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.engine.facts import Resigned, SeatOut
from bot.engine.language import N_, gettext, ngettext
from bot.games.overcross.cards.cards import Pool
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.facts import NO_DIE
from bot.games.overcross.rules.view import NO_CARD, OvercrossView, owner_of
from renderers.kit import text
from renderers.kit.cards.emblem import Emblem, sigil
from renderers.kit.lines import TEXT, Arrow, Change, Coin, Die, Line, Mark, Quiet, Word, line, quiet_line
from renderers.kit.palette import PAPER
from renderers.kit.shapes import seat_mark
from renderers.overcross.cards import card_sign, emblem_of
from renderers.overcross.names import drawn_card, face_of, square_name
from renderers.overcross.signs import flag, sign

_MANY = 3
"""Cards from this number on are shown by their sigils alone."""
_PLAYER = "{player}"
"""Keeps the player's place in a message with numbers, for the mark to be put there."""


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


class Sign(NamedTuple):
    """One of the game's signs within a line."""

    kind: str

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        sign(self.kind, 32).paste(image, x, y - 16)
        return 32


class FlagSign(NamedTuple):
    """The flag of a seat within a line."""

    seat: Seat

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        flag(self.seat, 36).paste(image, x, y - 18)
        return 36


def latest_lines(view: OvercrossView, recent: Sequence[Any], pool: Pool) -> list[Line]:
    """Return a line for each fact worth one, the oldest first; an attack has one with all its dice."""
    describer = _Describer(view, pool)
    for fact in recent:
        method = _DESCRIBE.get(type(fact))
        if method is not None:
            method(describer, fact)
    return describer.lines


class _Describer:
    """Describes facts in lines, with what the viewer knows of cards."""

    def __init__(self, view: OvercrossView, pool: Pool) -> None:
        self._view, self._pool = view, pool
        self.lines: list[Line] = []
        self._target: Card = NO_CARD
        """Whom the attack on the last line is aimed at."""
        self._attacker: Card = NO_CARD

    def _say(self, *words: Word) -> None:
        self.lines.append(words)
        self._target = NO_CARD

    def _add(self, *words: Word) -> None:
        """Add to the last line."""
        self.lines[-1] = (*self.lines[-1], *words)

    def _card(self, card: Card) -> Word:
        """Return a Character with its seat, another card with its sigil."""
        face = face_of(self._view, card, self._pool)
        if face.kind != "character":
            return card_sign(face)
        return PieceSign(owner_of(card), emblem_of(face), drawn_card(face))

    def _cards(self, cards: Sequence[Card]) -> list[Word]:
        named = len(cards) < _MANY
        return [card_sign(face_of(self._view, card, self._pool), named=named) for card in cards]

    def _square(self, square: int) -> str:
        return square_name(self._view, square)

    # The turn

    def _began(self, fact: facts.TurnBegan) -> None:
        said = gettext("{player} begins the turn, play limit {limit}", player=_PLAYER, limit=fact.limit)
        self._say(*quiet_line(said, player=Mark(fact.seat)))

    def _drew(self, fact: facts.Drew) -> None:
        if fact.by == NO_CARD:
            return
        said = ngettext(
            "{player} draws {number} card", "{player} draws {number} cards", fact.count, player=_PLAYER
        )
        self._say(*line(said, player=Mark(fact.seat)))

    def _played(self, fact: facts.Played) -> None:
        words = line(gettext("{player} plays {card}"), player=Mark(fact.seat), card=self._unseated(fact.card))
        where: list[Word] = [Arrow(), self._square(fact.at)] if fact.at >= 0 else []
        cost = gettext("play cost {number}", number=fact.cost)
        self._say(*words, *where, Quiet(cost))

    def _unseated(self, card: Card) -> Word:
        return card_sign(face_of(self._view, card, self._pool))

    def _deployed(self, fact: facts.Deployed) -> None:
        if fact.by not in (NO_CARD, fact.card):
            said = gettext("{card} deploys {piece}")
            self._say(
                *line(said, card=self._unseated(fact.by), piece=self._card(fact.card)),
                self._square(fact.square),
            )

    def _went(self, fact: Any, origin: int, square: int, words: str = "") -> None:
        quiet: list[Word] = [Quiet(words)] if words else []
        self._say(self._card(fact.card), Quiet(self._square(origin)), Arrow(), self._square(square), *quiet)

    def _moved(self, fact: facts.Moved) -> None:
        self._went(fact, fact.path[0], fact.path[-1], gettext("pushed") if fact.pushed else "")

    # Attacks and counters

    def _aimed(self, fact: facts.Aimed) -> None:
        words: list[Word] = [self._card(fact.card), Arrow(), self._card(fact.target)]
        words.append(gettext("hit") if fact.hit else gettext("missed"))
        self._say(*words, *_roll(fact.die, fact.acc))
        self._target, self._attacker = fact.target, fact.card

    def _saved(self, fact: facts.SaveRolled) -> None:
        words = gettext("saved") if fact.saved else gettext("not saved")
        if fact.card != self._target:
            self._say(self._card(fact.card))
        self._add(words, *_roll(fact.die, fact.defense))

    def _harmed(self, fact: facts.Harmed) -> None:
        if (fact.card, fact.by) == (self._target, self._attacker):
            self._add(Change(-fact.counters))
            return
        self._say(self._unseated(fact.by), Arrow(), self._card(fact.card), Change(-fact.counters))

    def _healed(self, fact: facts.Healed) -> None:
        self._say(self._unseated(fact.by), Arrow(), self._card(fact.card), Change(fact.counters))

    def _died(self, fact: facts.Died) -> None:
        words: list[Word] = [Sign("dead"), *line(gettext("{piece} dies"), piece=self._card(fact.card))]
        if fact.credit >= 0:
            words += [Mark(fact.credit), Quiet(gettext("deck cost {number}", number=fact.cost))]
        self._say(*words)

    # Objectives and cards

    def _flag_taken(self, fact: facts.FlagTaken) -> None:
        self._say(
            *line(gettext("{piece} picks up {flag}"), piece=self._card(fact.card), flag=FlagSign(fact.flag))
        )

    def _flag_at(self, fact: Any, message: str) -> None:
        said = gettext(message, flag="{flag}", square=self._square(fact.square))
        self._say(*line(said, flag=FlagSign(fact.flag)))

    def _invaded(self, fact: facts.Invaded) -> None:
        said = gettext(
            "{piece} invades: {points} for {player}", piece="{piece}", points=fact.points, player=_PLAYER
        )
        self._say(*line(said, piece=self._card(fact.card), player=Mark(owner_of(fact.card))))

    def _attached(self, fact: facts.AttachedTo) -> None:
        self._say(self._unseated(fact.card), Arrow(), self._card(fact.bearer))

    def _of_card(self, fact: Any, message: str) -> None:
        self._say(*line(gettext(message), card=self._card(fact.card)))

    def _at_square(self, fact: Any, message: str) -> None:
        said = gettext(message, card="{card}", square=self._square(fact.square))
        self._say(*line(said, card=self._card(fact.card)))

    def _of_seat(self, fact: Any, message: str) -> None:
        self._say(*line(gettext(message), player=Mark(fact.seat)))

    def _seat_cards(self, fact: Any, message: str) -> None:
        if fact.cards:
            self._say(*line(gettext(message), player=Mark(fact.seat), cards=self._cards(fact.cards)))

    def _looked(self, fact: facts.LookedAt) -> None:
        said = gettext("{player} looks at the hand of {other}")
        self._say(*line(said, player=Mark(fact.seat), other=Mark(fact.target)))

    def _rolled(self, fact: facts.Rolled) -> None:
        self._say(self._unseated(fact.by), *[Die(shown, fact.sides) for shown in fact.dice])


def _roll(die: int, below: int) -> list[Word]:
    """Return a die with what it had to be less than; nothing where none was rolled (OVC-18)."""
    if die == NO_DIE:
        return []
    return [Die(die), Quiet(f"< {below}" if die < below else f"≥ {below}")]


_DESCRIBE: dict[type, Callable[[_Describer, Any], None]] = {
    facts.OrderChosen: lambda self, fact: self._of_seat(
        fact, N_("{player} goes first") if fact.order == "first" else N_("{player} goes last")
    ),
    facts.TurnBegan: _Describer._began,
    facts.Drew: _Describer._drew,
    facts.Played: _Describer._played,
    facts.Deployed: _Describer._deployed,
    facts.Redeployed: lambda self, fact: self._at_square(fact, N_("{card} is redeployed on {square}")),
    facts.Waits: lambda self, fact: self._of_card(fact, N_("{card} waits off the grid")),
    facts.AttachedTo: _Describer._attached,
    facts.TerrainMoved: lambda self, fact: self._went(fact, fact.origin, fact.centre),
    facts.Moved: _Describer._moved,
    facts.Teleported: lambda self, fact: self._went(fact, fact.origin, fact.square, gettext("teleported")),
    facts.Used: lambda self, fact: self._of_card(fact, N_("{card} is used")),
    facts.Aimed: _Describer._aimed,
    facts.SaveRolled: _Describer._saved,
    facts.Harmed: _Describer._harmed,
    facts.Healed: _Describer._healed,
    facts.Died: _Describer._died,
    facts.Destroyed: lambda self, fact: self._of_card(fact, N_("{card} is destroyed")),
    facts.Returned: lambda self, fact: self._of_card(fact, N_("{card} leaves the grid")),
    facts.FlagTaken: _Describer._flag_taken,
    facts.FlagDropped: lambda self, fact: self._flag_at(fact, N_("{flag} drops on {square}")),
    facts.FlagHome: lambda self, fact: self._flag_at(fact, N_("{flag} goes home to {square}")),
    facts.Invaded: _Describer._invaded,
    facts.Left: lambda self, fact: self._seat_cards(fact, N_("{player} leaves the grid: {cards}")),
    facts.Took: lambda self, fact: self._seat_cards(fact, N_("{player} takes {cards}")),
    facts.Discarded: lambda self, fact: self._seat_cards(fact, N_("{player} discards {cards}")),
    facts.Milled: lambda self, fact: self._seat_cards(fact, N_("Off the deck of {player}: {cards}")),
    facts.LookedAt: _Describer._looked,
    facts.Rolled: _Describer._rolled,
    facts.Tossed: lambda self, fact: self._say(self._unseated(fact.by), Coin(fact.heads)),
    SeatOut: lambda self, fact: self._of_seat(fact, N_("{player} is out")),
    Resigned: lambda self, fact: self._of_seat(fact, N_("{player} has resigned")),
}
