"""The latest events, a line each of words, tokens and cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from PIL import Image

from bot.engine.facts import Resigned
from bot.engine.language import N_, NN_, gettext, ngettext
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.words.abilities import attribute_name
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.view import NeoView
from bot.games.neocombat.wording.names import sector_title
from renderers.kit import text
from renderers.kit.lines import (
    TEXT,
    Arrow,
    Change,
    FactLine,
    FactLines,
    Line,
    Mark,
    Quiet,
    QuietFactLines,
    Stamp,
    Value,
    Word,
    fact_lines,
    quiet_line,
)
from renderers.kit.palette import PAPER
from renderers.kit.shapes import seat_mark
from renderers.neocombat.cards import card_sign
from renderers.neocombat.sights import face_of, sight, varan_name
from renderers.neocombat.signs import sign

_SPENT = partial(sign, spent=True)
_MANY = 3
"""Cards from this number on are shown by their sigils alone."""


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


def small_sign(kind: str, *, spent: bool = False) -> Stamp:
    """Return one of the game's signs for a line."""
    return Stamp(_SPENT if spent else sign, (kind, 32), 32, 32)


def latest_lines(view: NeoView, recent: Sequence[Any], pool: Pool) -> list[Line]:
    """Return a line for each fact worth one, the oldest first."""
    return fact_lines(_DESCRIBERS, recent, _Known(view, pool))


class _Known(NamedTuple):
    """What everybody knows of tokens and cards."""

    view: NeoView
    pool: Pool

    def token(self, token: int) -> Word:
        """Return a token."""
        return token_sign(self.view, token, self.pool)

    def cards(self, cards: Sequence[int]) -> list[Word]:
        """Return cards, without their names where there are `_MANY`."""
        return [card_sign(face_of(self.pool, card), named=len(cards) < _MANY) for card in cards]


_WORDS: Mapping[str, Callable[[Any, _Known], Value]] = {
    "player": lambda fact, _: Mark(fact.seat),
    "card": lambda fact, known: card_sign(face_of(known.pool, fact.card)),
    "cards": lambda fact, known: known.cards(fact.cards),
    "varan": lambda fact, known: known.token(fact.token),
    "varans": lambda fact, known: [known.token(token) for token in fact.tokens],
}
_LINES, _QUIET = FactLines(_WORDS), QuietFactLines(_WORDS)
_OF_USER = FactLines({"varan": lambda fact, known: known.token(fact.user)})


def _moved(fact: facts.Moved, known: _Known) -> Line:
    return known.token(fact.token), Quiet(sector_title(fact.origin)), Arrow(), sector_title(fact.to)


def _played(fact: facts.Played, known: _Known) -> Line:
    if fact.target < 0:
        return _LINES.say(N_("{player} plays {card}"), fact, known)
    user = Mark(fact.seat) if fact.user < 0 else known.token(fact.user)
    return user, Arrow(), known.token(fact.target), *known.cards([fact.card])


def _hit(fact: facts.Hit, known: _Known) -> Line:
    if fact.by <= 0:
        return _QUIET.say(N_("{varan} takes no damage"), fact, known)
    seen = sight(known.view, fact.token, known.pool)
    left = seen.varan.health - fact.damage if seen.varan else 0
    rest = ngettext("{number} left", "{number} left", left)
    return known.token(fact.token), Change(-fact.by), Arrow(), Quiet(rest)


def _killed(fact: facts.Killed, known: _Known) -> Line:
    return (small_sign("kill"), *_LINES.say(N_("{player} kills {varan}"), fact, known))


def _revealed(fact: facts.Revealed, known: _Known) -> Line:
    name = varan_name(known.pool.roster[fact.varan])
    return _LINES.say(N_("{varan} is revealed: {name}"), fact, known, name=name)


def _claimed(fact: facts.Claimed, known: _Known) -> Line:
    sign, attribute = small_sign(fact.attribute), attribute_name(fact.attribute)
    return _LINES.say(N_("{varan} shows {sign} {attribute}"), fact, known, sign=sign, attribute=attribute)


def _drew(fact: facts.Drew, known: _Known) -> Line:
    drawn = NN_("{player} draws {number} card", "{player} draws {number} cards")
    return () if fact.why in ("deal", "turn") else _LINES.count(drawn, fact.count, fact, known)


def _discarded(fact: facts.Discarded, known: _Known) -> Line:
    return _LINES.say(N_("{player} discards {cards}"), fact, known) if fact.cards else ()


def _began(fact: facts.TurnBegan, _known: _Known) -> Line:
    said = gettext("Turn {number}: {player} is First player")
    return quiet_line(said, player=Mark(fact.first), number=fact.turn)


_DESCRIBERS: Mapping[type, FactLine] = {
    facts.Moved: _moved,
    facts.Played: _played,
    facts.Hit: _hit,
    facts.Killed: _killed,
    facts.Revealed: _revealed,
    facts.Claimed: _claimed,
    facts.Drew: _drew,
    facts.Refilled: _QUIET.counted(
        NN_("A new deck of {number} card", "A new deck of {number} cards"), attrgetter("count")
    ),
    facts.Mended: lambda fact, known: _LINES.say(
        N_("{varan} is repaired, damage {number}"), fact, known, number=fact.damage
    ),
    facts.Discarded: _discarded,
    facts.TurnBegan: _began,
    facts.Stopped: _LINES.plain(N_("{player} makes no more moves")),
    facts.Passed: _LINES.plain(N_("{player} passes")),
    facts.Defended: _LINES.plain(N_("{player} answers with {card}")),
    facts.Undefended: _LINES.plain(N_("{player} does not answer")),
    facts.HandedOff: _LINES.plain(N_("{player} is ready")),
    facts.Dropped: _LINES.plain(N_("{player} is out")),
    facts.Resigned: _LINES.plain(N_("{player} has resigned")),
    Resigned: _LINES.plain(N_("{player} has resigned")),
    facts.Fended: lambda fact, known: _LINES.say(
        N_("{varan} is unharmed"), fact, known, varan=known.token(fact.target)
    ),
    facts.Turned: _LINES.plain(N_("{varan} is turned sideways")),
    facts.SecondFollows: _OF_USER.plain(N_("{varan} may attack again")),
    facts.SecondLapsed: _OF_USER.plain(N_("{varan} has no second target")),
    facts.CloakedAgain: _LINES.plain(N_("{varan} is cloaked again")),
    facts.Shuffled: _LINES.plain(N_("{varans} are shuffled")),
}
