"""The latest events, a line each of words, tokens and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from PIL import Image

from bot.engine.facts import Resigned
from bot.engine.language import N_, gettext, ngettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words.abilities import attribute_name
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.view import NeoView
from renderers.kit import text
from renderers.kit.lines import TEXT, Arrow, Change, Line, Mark, Quiet, Word, line, quiet_line
from renderers.kit.palette import PAPER
from renderers.kit.shapes import seat_mark
from renderers.neocombat.cards import card_sign
from renderers.neocombat.names import sector_title, varan_name
from renderers.neocombat.sights import face_of, sight
from renderers.neocombat.signs import sign

_MANY = 3
"""Cards from this number on are shown by their sigils alone."""
_PLAYER = "{player}"
"""Keeps the player's place in a message with numbers, for the mark to be put there."""


class TokenSign(NamedTuple):
    """A token within a line: its seat's mark, its number, and which varan it is where that is known."""

    seat: int
    number: str
    name: str

    @property
    def wide(self) -> int:
        """Pixels it takes."""
        return 34 + text.width(self._words, "extrabold", TEXT)

    @property
    def _words(self) -> str:
        return f"{self.number} {self.name}".rstrip()

    def draw(self, image: Image.Image, x: int, y: int, room: int) -> int:
        """Draw it; see `Run.draw`."""
        seat_mark(self.seat, 30).centre(image, x + 15, y)
        room = max(room - 34, 1)
        return 34 + text.write_bold(image, x + 34, y, self._words, size=TEXT, colour=PAPER, room=room)


def token_sign(view: NeoView, token: int, pool: Pool) -> TokenSign:
    """Return a token for a line, with what everybody knows of it."""
    seen = sight(view, token, pool)
    name = seen.varan.id if seen.varan and not seen.secret else ""
    return TokenSign(seen.seat, seen.number, name)


class Sign(NamedTuple):
    """One of the game's signs within a line."""

    kind: str
    spent: bool = False

    def draw(self, image: Image.Image, x: int, y: int, _: int) -> int:
        """Draw it; see `Run.draw`."""
        sign(self.kind, 32, spent=self.spent).paste(image, x, y - 16)
        return 32


def latest_lines(view: NeoView, recent: Sequence[Any], pool: Pool) -> list[Line]:
    """Return a line for each fact worth one, the oldest first."""
    describer, lines = _Describer(view, pool), []
    for fact in recent:
        method = _DESCRIBE.get(type(fact))
        if method is not None:
            lines += method(describer, fact)
    return lines


class _Describer:
    """Describes facts in lines, with what the viewer knows of tokens."""

    def __init__(self, view: NeoView, pool: Pool) -> None:
        self._view, self._pool = view, pool

    def _token(self, token: int) -> Word:
        return token_sign(self._view, token, self._pool)

    def _tokens(self, tokens: Iterable[int]) -> list[Word]:
        return [self._token(token) for token in tokens]

    def _card(self, card: int) -> Word:
        return card_sign(face_of(self._pool, card))

    def _cards(self, cards: Sequence[int]) -> list[Word]:
        return [card_sign(face_of(self._pool, card), named=len(cards) < _MANY) for card in cards]

    def _moved(self, fact: facts.Moved) -> list[Line]:
        return [
            (
                self._token(fact.token),
                Quiet(sector_title(fact.origin)),
                Arrow(),
                sector_title(fact.to),
            )
        ]

    def _played(self, fact: facts.Played) -> list[Line]:
        card, who = self._card(fact.card), Mark(fact.seat)
        if fact.target < 0:
            return [line(gettext("{player} plays {card}"), player=who, card=card)]
        user = who if fact.user < 0 else self._token(fact.user)
        return [(user, Arrow(), self._token(fact.target), card)]

    def _hit(self, fact: facts.Hit) -> list[Line]:
        varan = self._token(fact.token)
        if fact.by <= 0:
            return [quiet_line(gettext("{varan} takes no damage"), varan=varan)]
        seen = sight(self._view, fact.token, self._pool)
        left = seen.varan.health - fact.damage if seen.varan else 0
        rest = ngettext("{number} left", "{number} left", left)
        return [(varan, Change(-fact.by), Arrow(), Quiet(rest))]

    def _killed(self, fact: facts.Killed) -> list[Line]:
        said = gettext("{player} kills {varan}")
        return [(Sign("kill"), *line(said, player=Mark(fact.seat), varan=self._token(fact.token)))]

    def _revealed(self, fact: facts.Revealed) -> list[Line]:
        varan = self._pool.roster[fact.varan]
        return [
            line(
                gettext("{varan} is revealed: {name}"), varan=self._token(fact.token), name=varan_name(varan)
            )
        ]

    def _claimed(self, fact: facts.Claimed) -> list[Line]:
        said = gettext("{varan} shows {sign} {attribute}")
        return [
            line(
                said,
                varan=self._token(fact.token),
                sign=Sign(fact.attribute),
                attribute=attribute_name(fact.attribute),
            )
        ]

    def _drew(self, fact: facts.Drew) -> list[Line]:
        if fact.why in ("deal", "turn"):
            return []
        said = ngettext(
            "{player} draws {number} card", "{player} draws {number} cards", fact.count, player=_PLAYER
        )
        return [line(said, player=Mark(fact.seat))]

    def _refilled(self, fact: facts.Refilled) -> list[Line]:
        said = ngettext(
            "A new deck of {number} card",
            "A new deck of {number} cards",
            fact.count,
        )
        return [quiet_line(said)]

    def _mended(self, fact: facts.Mended) -> list[Line]:
        said = gettext("{varan} is repaired, damage {number}", varan="{varan}", number=fact.damage)
        return [line(said, varan=self._token(fact.token))]

    def _discarded(self, fact: facts.Discarded) -> list[Line]:
        if not fact.cards:
            return []
        return [
            line(gettext("{player} discards {cards}"), player=Mark(fact.seat), cards=self._cards(fact.cards))
        ]

    def _began(self, fact: facts.TurnBegan) -> list[Line]:
        said = gettext("Turn {number}: {player} is First player", number=fact.turn, player=_PLAYER)
        return [quiet_line(said, player=Mark(fact.first))]

    def _of_seat(self, fact: Any, message: str, **words: Word) -> list[Line]:
        return [line(gettext(message), player=Mark(fact.seat), **words)]

    def _of_token(self, token: int, message: str) -> list[Line]:
        return [line(gettext(message), varan=self._token(token))]


_DESCRIBE: dict[type, Callable[[_Describer, Any], list[Line]]] = {
    facts.Moved: _Describer._moved,
    facts.Played: _Describer._played,
    facts.Hit: _Describer._hit,
    facts.Killed: _Describer._killed,
    facts.Revealed: _Describer._revealed,
    facts.Claimed: _Describer._claimed,
    facts.Drew: _Describer._drew,
    facts.Refilled: _Describer._refilled,
    facts.Mended: _Describer._mended,
    facts.Discarded: _Describer._discarded,
    facts.TurnBegan: _Describer._began,
    facts.Stopped: lambda self, fact: self._of_seat(fact, N_("{player} makes no more moves")),
    facts.Passed: lambda self, fact: self._of_seat(fact, N_("{player} passes")),
    facts.Defended: lambda self, fact: self._of_seat(
        fact, N_("{player} answers with {card}"), card=self._card(fact.card)
    ),
    facts.Undefended: lambda self, fact: self._of_seat(fact, N_("{player} does not answer")),
    facts.HandedOff: lambda self, fact: self._of_seat(fact, N_("{player} is ready")),
    facts.Dropped: lambda self, fact: self._of_seat(fact, N_("{player} is out")),
    facts.Resigned: lambda self, fact: self._of_seat(fact, N_("{player} has resigned")),
    Resigned: lambda self, fact: self._of_seat(fact, N_("{player} has resigned")),
    facts.Fended: lambda self, fact: self._of_token(fact.target, N_("{varan} is unharmed")),
    facts.Turned: lambda self, fact: self._of_token(fact.token, N_("{varan} is turned sideways")),
    facts.SecondFollows: lambda self, fact: self._of_token(fact.user, N_("{varan} may attack again")),
    facts.SecondLapsed: lambda self, fact: self._of_token(fact.user, N_("{varan} has no second target")),
    facts.CloakedAgain: lambda self, fact: self._of_token(fact.token, N_("{varan} is cloaked again")),
    facts.Shuffled: lambda self, fact: [
        line(gettext("{varans} are shuffled"), varans=self._tokens(fact.tokens))
    ],
}
