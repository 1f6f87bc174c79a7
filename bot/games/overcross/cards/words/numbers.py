"""Changed numbers of Characters, granted attacks, and changed genres (OVC-22)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from bot.base.language import N_, gettext
from bot.engine.cards.effect_context import EffectContext, EvaluationContext
from bot.engine.cards.nodes import ConditionNode, EffectNode, Fault
from bot.engine.cards.text.clauses import Clause, clause, said
from bot.engine.cards.text.terms import Voice
from bot.engine.decks import Card
from bot.engine.sentences import listed
from bot.games.overcross.cards.field import BEARER, SELF, PieceQueries, PieceTable
from bot.games.overcross.cards.printed import GENRES, IS_OF_GENRE, Attack, Genre, Stat
from bot.games.overcross.cards.statics import Grant, Retype, StatChange
from bot.games.overcross.cards.words.pieces import (
    OnPieces,
    Pieces,
    in_question,
    named,
    piece_words,
    yours_or_theirs,
)
from bot.games.overcross.cards.words.static_effects import StaticEffect, Until

# Conditions on the number of turns that an Edit has been attached.


class TurnsAttached(ConditionNode, frozen=True, tag="turns-attached"):
    """At least this number of turns of the bearer's player have begun since this Edit was attached."""

    at_least: Annotated[int, Meta(ge=2, le=9)]

    def holds(self, context: EvaluationContext[PieceQueries]) -> bool:
        """Compare the number of turns."""
        pieces = [context.queries.piece(card) for card in named(context, BEARER)]
        edits = [edit for piece in pieces if piece is not None for edit in piece.edits]
        return any(edit.card in named(context, SELF) and edit.turns >= self.at_least for edit in edits)

    def describe(self, voice: Voice, *, no: bool = False) -> str:  # noqa: ARG002 - it is the same for all
        """Return the number of turns in words."""
        return gettext(_TURNS[no], number=self.at_least)


_TURNS = {
    False: N_("this has been attached for {number} such turns"),
    True: N_("this has not been attached for {number} such turns"),
}


By = Annotated[int, Meta(ge=-6, le=6)]
STATS: tuple[Stat, ...] = ("speed", "defense", "dmg", "acc", "rng")


class ChangeNumbers(OnPieces, frozen=True, tag="change"):
    """Change numbers of Characters, permanently or for a time."""

    lasting: ClassVar[bool] = True
    essential: ClassVar[tuple[str, ...]] = STATS
    acc: By = 0
    defense: By = 0
    dmg: By = 0
    speed: By = 0
    """The speed stays at least 1."""
    rng: By = 0
    attacks: Literal["", "melee", "ranged"] = ""
    """Which of their attacks; for defense, which attacks on them."""
    against: Genre | Literal[""] = ""
    """Only in attacks on Characters of this genre."""
    until: Until = "turn"

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Change them."""
        pieces = self.whom(context)
        if pieces:
            context.table.last(context, [each for card in pieces for each in self._on(card)], self.until)
        return ()

    def statics(self, context: EvaluationContext[PieceQueries], card: Card) -> Iterator[StatChange]:  # noqa: ARG002
        """Yield the changes that are permanently in force."""
        genre = self.to.genre if isinstance(self.to, Pieces) else ""
        for piece in in_question(context, self.to):
            yield from self._on(piece, genre)

    def _on(self, piece: Card, genre: Genre | Literal[""] = "") -> Iterator[StatChange]:
        for stat, by in _numbers(self):
            least = 1 if stat == "speed" and by < 0 else _NO_LEAST
            yield StatChange(
                stat, by, piece, genre=genre, against=self.against, attacks=self.attacks, least=least
            )

    def faults(self) -> Iterator[Fault]:
        """Yield also fields that contradict each other."""
        if (self.attacks or self.against) and self.speed:
            yield "E418", ("speed",), gettext("a speed is the same whatever is attacked: change it apart.")
        if self.against and self.rng:
            yield "E418", ("rng",), gettext("a range does not depend on the target: change it separately.")
        if self.attacks == "melee" and self.rng:
            yield "E418", ("rng",), gettext("a fist has no range: leave it out.")
        yield from super().faults()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who gets which changes, "a friend has +2 dmg and +1 acc this turn"."""
        numbers = listed([self._number(stat, by) for stat, by in _numbers(self)])
        if self.against:
            genre = gettext(GENRES[self.against])
            numbers = gettext("{number} against {genre} Characters", number=numbers, genre=genre)
        message = _HAS if voice.static else _HAS_UNTIL[self.until]
        return Clause(said(message, piece=piece_words(self.to, "nominative", voice), numbers=numbers))

    def _number(self, stat: Stat, by: int) -> str:
        words = number_words(stat, by)
        if self.attacks:
            words = gettext((_AGAINST if stat == "defense" else _WITH)[self.attacks], number=words)
        if stat == "speed" and by < 0:
            words = gettext("{number} (at least 1)", number=words)
        return words


class Theme(EffectNode, frozen=True, tag="theme"):
    """Change this turn's attacks of your Characters that are of a genre when they attack."""

    genre: Genre
    essential: ClassVar[tuple[str, ...]] = ("acc", "dmg")
    acc: By = 0
    dmg: By = 0

    def do(self, context: EffectContext[PieceTable]) -> tuple[()]:
        """Change them."""
        statics = [StatChange(stat, by, seat=context.seat, genre=self.genre) for stat, by in _numbers(self)]
        context.table.last(context, statics, "turn")
        return ()

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: which attacks get which changes."""
        numbers = listed([number_words(stat, by) for stat, by in _numbers(self)])
        genre = gettext(IS_OF_GENRE[self.genre])
        return yours_or_theirs(_THEME, voice, player=voice.of, genre=genre, numbers=numbers)


class GrantAttack(StaticEffect, frozen=True, tag="grant-attack"):
    """A Character has another attack."""

    attack: Attack

    def on(self, piece: Card) -> Grant:
        """Return the attack."""
        return Grant(self.attack, piece)

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who has which attack."""
        return self.clause(_GRANTED, voice, attack=self.attack.describe())


class BecomeGenre(StaticEffect, frozen=True, tag="genre"):
    """A Character has another genre."""

    genre: Genre

    def on(self, piece: Card) -> Retype:
        """Return the genre."""
        return Retype(self.genre, piece)

    def describe(self, voice: Voice) -> Clause:
        """Return the sentence: who has which genre."""
        return self.clause(_GENRE, voice, genre=gettext(IS_OF_GENRE[self.genre]))


def _numbers(effect: ChangeNumbers | Theme) -> list[tuple[Stat, int]]:
    """Return the changes of an effect, in the order of `STATS`."""
    return [(stat, by) for stat in STATS if (by := getattr(effect, stat, 0))]


def number_words(stat: Stat, by: int) -> str:
    """Return a change in words: "+2 dmg", "-1 acc"."""
    return gettext(_NUMBERS[stat], number=f"{by:+}")


_NO_LEAST = StatChange.__struct_defaults__[-1]
_NUMBERS = {
    "acc": N_("{number} acc"),
    "defense": N_("{number} defense"),
    "dmg": N_("{number} dmg"),
    "speed": N_("{number} speed"),
    "rng": N_("{number} rng"),
}
_WITH = {"melee": N_("{number} in melee"), "ranged": N_("{number} with ranged attacks")}
_AGAINST = {
    "melee": N_("{number} against melee attacks"),
    "ranged": N_("{number} against ranged attacks"),
}
_HAS = clause("{piece} has {numbers}")
_HAS_UNTIL = {
    "turn": clause("{piece} has {numbers} this turn"),
    "own-turn": clause("{piece} has {numbers} until the end of its player's next turn"),
}
_THEME = (
    clause("this turn, attacks of your Characters that are {genre} then have {numbers}"),
    clause("this turn, attacks by Characters of {player} that are {genre} then have {numbers}"),
)
_GRANTED = clause("{piece} also has {attack}")
_GENRE = clause("{piece} is {genre}")
