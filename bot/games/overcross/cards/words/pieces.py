"""References to pieces: Characters, Edits and Terrains, a chosen one or all, and their phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.effect_context import EvaluationContext
from bot.engine.cards.nodes import EffectNode, Fault, Node, NodePath
from bot.engine.cards.program import STOP
from bot.engine.cards.text.clauses import Clause, said
from bot.engine.cards.text.grammar import Case, Noun, article
from bot.engine.cards.text.terms import Voice
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.overcross.cards.field import BEARER, IT, OFF, SELF, PieceQueries, PieceTable, around
from bot.games.overcross.cards.printed import GENRES, Genre, PieceKind

if TYPE_CHECKING:
    from bot.engine.cards.effect_context import EffectContext
    from bot.engine.cards.flow import Flow, Known

SQUARE = Noun("square", "squares")
PIECE = "piece"
"""The kind of question for a piece."""


class Pieces(Node, frozen=True):
    """Pieces for which all given fields hold: a chosen one, or each of them."""

    measured: ClassVar[bool] = False
    pieces: Literal["any", "friend", "enemy"] = "any"
    """friend: of your seat, except the Character itself or the bearer. enemy: of another seat (OVC-34)."""
    kind: Annotated[tuple[PieceKind, ...], Meta(min_length=1, max_length=3)] = ("character",)
    genre: Genre | Literal[""] = ""
    within: Annotated[int, Meta(ge=0, le=20)] = 0
    """The maximum distance in squares; 0 for any distance. An Edit is on its bearer's square."""
    of: Literal["self", "it"] = "self"
    """The piece from which `within` is measured: this Character or the bearer; or the one chosen before."""
    inside: bool = False
    """Whether they must be in the area of this Terrain."""
    unhurt: bool = False
    """Whether they must have no counters."""
    how: Literal["choose", "all"] = "choose"

    @property
    def chooses_it(self) -> bool:
        """Whether the chosen piece becomes "it": Characters only."""
        return self.how == "choose" and self.kind == ("character",)

    def found(self, context: EvaluationContext[Any]) -> tuple[Card, ...]:
        """Return all matching pieces, by number; `genre` is compared with their current genre."""
        near, genre = self.placed(context), self.genre
        return tuple([card for card in near if context.queries.genre(card) == genre]) if genre else near

    def some(self, context: EvaluationContext[Any]) -> bool:
        """Whether any piece matches: as `found`, which lists them."""
        queries, kind = context.queries, self.kind
        terrain = kind == ("terrain",) and self.pieces == "any"
        if self.genre or self.unhurt or not (terrain or kind == ("character",)):
            return bool(self.found(context))
        squares = self.squares(context)
        if terrain:
            return bool(queries.covered if squares is None else squares & queries.covered)
        there = queries.stood_on(-1 if squares is None else squares, context.seat, self.pieces)
        if self.pieces == "friend" and there.bit_count() == 1:  # possibly the one that is no friend of itself
            return bool(self.found(context))
        return bool(there)

    def placed(self, context: EvaluationContext[Any]) -> tuple[Card, ...]:
        """Return the pieces that match regardless of genre, by number."""
        queries = context.queries
        if self.kind == ("character",):
            squares = self.squares(context)
            context.work.spent += queries.on_grid
            cards = queries.standing(-1 if squares is None else squares, context.seat, self.pieces)
            return tuple(self._fitting(context, cards)) if cards else ()
        there = [each for kind in self.kind for each in _FOUND[kind](queries)]
        if not there:
            return ()
        squares = self.squares(context)
        context.work.spent += len(there)
        cards = [card for card, where in there if squares is None or where & squares]
        if self.pieces != "any":
            own = self.pieces == "friend"
            cards = [card for card in cards if (queries.owner(card) == context.seat) is own]
        return tuple(self._fitting(context, sorted(cards))) if cards else ()

    def squares(self, context: EvaluationContext[Any]) -> int | None:
        """Return the squares on which pieces match; None for all, and for those off the grid."""
        if self.inside:
            area: int = context.queries.area(next(iter(context.names[SELF]), -1))
            return area
        return _near(context.queries, self._centre(context), self.within) if self.within else None

    def may_be_of(self, seat: Seat, controller: Seat) -> bool:
        """Whether Characters of a seat make a difference to a card of this controller."""
        if self.pieces == "any" or "edit" in self.kind:
            return True
        return (self.pieces == "friend") is (seat == controller)

    def _centre(self, context: EvaluationContext[Any]) -> Card | None:
        """Return the piece from which distances are measured; it is not its own friend."""
        names = context.names
        cards = names.get(IT, ()) if self.of == "it" else names.get(BEARER) or names.get(SELF, ())
        return cards[0] if cards else None

    def _fitting(self, context: EvaluationContext[Any], cards: list[Card]) -> list[Card]:
        if self.pieces == "friend" and self.of != "it":
            centre = self._centre(context)
            if centre in cards:
                cards.remove(centre)
        return [card for card in cards if not counters_on(context.queries, card)] if self.unhurt else cards

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge that the chosen piece is remembered."""
        if self.of == "it" and self.within:
            flow.needs_name(IT, (*place, "of"), known)
        return known.having(IT) if self.chooses_it else known

    def faults(self) -> Iterator[Fault]:
        """Yield impossible combinations of fields."""
        if self.kind != ("character",) and self.genre:
            yield "E418", ("genre",), gettext("only Characters are sought by their genre: leave it out.")
        if self.unhurt and "edit" in self.kind:
            yield "E418", ("unhurt",), gettext("an Edit never has counters: leave it out.")
        if self.inside and self.within:
            yield (
                "E418",
                ("within",),
                gettext("pieces inside of a Terrain are always near enough: leave it out."),
            )
        if not self.within and self.of != "self":
            yield "E418", ("of",), gettext('this belongs to "within" alone.')
        if len(set(self.kind)) < len(self.kind):
            yield "E418", ("kind",), gettext("a kind is here twice: once is enough.")

    def not_always(self) -> tuple[str, str] | None:
        """Return the reason against `always`: it has no choices."""
        if self.how == "all":
            return None
        return "E407", gettext('a choice of a piece is not possible in an "always" ability: say how = "all".')

    def called(self, case: Case, voice: Voice) -> str:
        """Return their phrase: "a friend within 3", "each Fantasy Character inside"."""
        which = self.pieces if self.kind == ("character",) else "+".join(sorted(self.kind))
        words = self._named(which, case)
        if which not in ("any", "friend", "enemy") and self.pieces != "any":
            words = gettext(_WHOSE[self.pieces], piece=words)
        for given, message in (
            (self.within, _WITHIN[self._near(voice)]),
            (self.inside, N_("{piece} inside")),
            (self.unhurt, N_("{piece} without counters")),
        ):
            if given:
                words = gettext(message, piece=words, number=self.within)
        return words

    def _named(self, which: str, case: Case) -> str:
        if self.genre:
            genre = gettext(GENRES[self.genre])
            return pgettext(case, _OF_GENRE[self.how, which, article(genre)], genre=genre)
        return pgettext(case, _PIECES[self.how, which])

    def _near(self, voice: Voice) -> tuple[str, str]:
        if self.of == "it":
            return "it", "friend" if self.pieces == "friend" else "any"
        of = "bearer" if voice.kind == "edit" else "self"
        if self.kind == ("edit",):
            return "edit", of
        return "beside" if self.within == 1 else "within", of


Reference: TypeAlias = Literal["it", "self", "bearer"]
To: TypeAlias = Pieces | Reference
"""The target of an effect: pieces; the piece chosen before or concerned by the ability; this card; or the
bearer of this Edit.
"""


def _characters(queries: PieceQueries) -> Sequence[tuple[Card, int]]:
    return [(piece.card, 1 << piece.square) for piece in queries.pieces if piece.square != OFF]


def _edits(queries: PieceQueries) -> Sequence[tuple[Card, int]]:
    return [
        (edit.card, 1 << piece.square if piece.square != OFF else 0)
        for piece in queries.pieces
        for edit in piece.edits
    ]


def _terrains(queries: PieceQueries) -> Sequence[tuple[Card, int]]:
    return [(terrain.card, area) for terrain, area in queries.areas]


_FOUND: Mapping[str, Callable[[PieceQueries], Sequence[tuple[Card, int]]]] = {
    "character": _characters,
    "edit": _edits,
    "terrain": _terrains,
}
"""The pieces of each kind with their squares; edits off the grid have none."""


def _near(queries: PieceQueries, centre: Card | None, squares: int) -> int:
    """Return the squares within a distance of a piece; of a Terrain from its nearest square (OVC-34)."""
    if centre is None:
        return 0
    piece = queries.piece(centre)
    if piece is None:
        return around(queries.grid, queries.area(centre), squares)
    return 0 if piece.square == OFF else queries.grid.box(piece.square, squares)


def counters_on(queries: PieceQueries, card: Card) -> int:
    """Return the number of counters on a Character or a Terrain."""
    found = queries.piece(card) or queries.terrain(card)
    return found.counters if found is not None else 0


def choose_or_not(context: EffectContext[PieceTable], cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the one of these pieces that a player chooses; () if the player declines."""
    answer = context.ask(context.seat, PIECE, cards, "target", may_stop=True) if cards else STOP
    chosen = () if answer == STOP else (answer,)
    context.remember(IT, chosen)
    return chosen


def named(context: EvaluationContext[Any], to: str) -> tuple[Card, ...]:
    """Return the pieces remembered under this name."""
    return tuple(context.names.get(to, ()))


def meant(context: EvaluationContext[Any], to: To) -> tuple[Card, ...]:
    """Return the matching pieces, or those remembered under this name."""
    return to.found(context) if isinstance(to, Pieces) else named(context, to)


def in_question(context: EvaluationContext[Any], to: To) -> tuple[Card, ...]:
    """Return the pieces that a permanent effect can concern, regardless of genre.

    None if one would have to be chosen.
    """
    if isinstance(to, Pieces):
        return to.placed(context) if to.how == "all" else ()
    return named(context, to)


def has_targets(context: EvaluationContext[Any], effects: Sequence[EffectNode]) -> bool:
    """Whether the first of these effects can have a result (OVC-34)."""
    first = effects[0]
    if isinstance(first, OnPieces):
        return first.has_target(context)
    possible = getattr(first, "possible", None)
    return possible is None or next(iter(possible(context)), None) is not None


def follow_to(to: Any, flow: Flow, place: NodePath, known: Known) -> Known:
    """Return the knowledge after the target of an effect; report an "it" without an earlier choice."""
    if to == IT:
        flow.needs_name(IT, (*place, "to"), known)
    return known


def piece_words(to: To, case: Case, voice: Voice) -> str:
    """Return the target of an effect in words: "a friend within 3", "the bearer", "it"."""
    return to.called(case, voice) if isinstance(to, Pieces) else pgettext(case, _NAMED[to])


def yours_or_theirs(messages: tuple[str, str], voice: Voice, **values: object) -> Clause:
    """Return a clause: the first message if it is about the reader, the second for another `player`."""
    your, their = messages
    return Clause(said(their, **{"player": voice.you, **values}) if voice.you else said(your, **values))


class OnPieces(EffectNode, frozen=True):
    """An effect on pieces; a subclass has the field `to`."""

    to: To = "it"

    def possible(self, context: EvaluationContext[Any]) -> Iterable[Card]:
        """Return the pieces of which at least one must exist for a use of the effect (OVC-34)."""
        return meant(context, self.to)

    def has_target(self, context: EvaluationContext[Any]) -> bool:
        """Whether such a piece exists."""
        return self.to.some(context) if isinstance(self.to, Pieces) else bool(named(context, self.to))

    def whom(self, context: EffectContext[PieceTable]) -> Sequence[Card]:
        """Return the pieces that are affected now; a chosen Character becomes "it"."""
        cards = tuple(self.possible(context))
        if not isinstance(self.to, Pieces) or self.to.how == "all":
            return cards
        chosen = (context.ask(context.seat, PIECE, cards, "target"),) if cards else ()
        if self.to.chooses_it:
            context.remember(IT, chosen)
        if not chosen:
            context.table.unused(context)
        return chosen

    def follow(self, flow: Flow, place: NodePath, known: Known) -> Known:
        """Return the knowledge after it."""
        return super().follow(flow, place, follow_to(self.to, flow, place, known))


_NAMED = {
    "it": N_("it", "nominative", "accusative"),
    "self": N_("this Character", "nominative", "accusative"),
    "bearer": N_("the bearer", "nominative", "accusative"),
}
_PIECES = {
    ("choose", "any"): N_("a Character", "nominative", "accusative"),
    ("choose", "friend"): N_("a friend", "nominative", "accusative"),
    ("choose", "enemy"): N_("an enemy", "nominative", "accusative"),
    ("choose", "edit"): N_("an Edit", "nominative", "accusative"),
    ("choose", "terrain"): N_("a Terrain", "nominative", "accusative"),
    ("choose", "edit+terrain"): N_("an Edit or a Terrain", "nominative", "accusative"),
    ("choose", "character+edit"): N_("a Character or an Edit", "nominative", "accusative"),
    ("choose", "character+terrain"): N_("a Character or a Terrain", "nominative", "accusative"),
    ("choose", "character+edit+terrain"): N_("a Character, an Edit or a Terrain", "nominative", "accusative"),
    ("all", "any"): N_("each Character", "nominative", "accusative"),
    ("all", "friend"): N_("each friend", "nominative", "accusative"),
    ("all", "enemy"): N_("each enemy", "nominative", "accusative"),
    ("all", "edit"): N_("each Edit", "nominative", "accusative"),
    ("all", "terrain"): N_("each Terrain", "nominative", "accusative"),
    ("all", "edit+terrain"): N_("each Edit and each Terrain", "nominative", "accusative"),
    ("all", "character+edit"): N_("each Character and each Edit", "nominative", "accusative"),
    ("all", "character+terrain"): N_("each Character and each Terrain", "nominative", "accusative"),
    ("all", "character+edit+terrain"): N_(
        "each Character, each Edit and each Terrain", "nominative", "accusative"
    ),
}
"""Phrases by the way pieces are selected, and by side."""
_WHOSE = {"friend": N_("{piece} of yours"), "enemy": N_("{piece} of an opponent's")}
_OF_GENRE = {
    ("choose", "any", "a"): N_("a {genre} Character", "nominative", "accusative"),
    ("choose", "any", "an"): N_("an {genre} Character", "nominative", "accusative"),
    ("choose", "friend", "a"): N_("a {genre} friend", "nominative", "accusative"),
    ("choose", "friend", "an"): N_("an {genre} friend", "nominative", "accusative"),
    ("choose", "enemy", "a"): N_("a {genre} enemy", "nominative", "accusative"),
    ("choose", "enemy", "an"): N_("an {genre} enemy", "nominative", "accusative"),
    **dict.fromkeys(
        [("all", "any", each) for each in ("a", "an")],
        N_("each {genre} Character", "nominative", "accusative"),
    ),
    **dict.fromkeys(
        [("all", "friend", each) for each in ("a", "an")],
        N_("each {genre} friend", "nominative", "accusative"),
    ),
    **dict.fromkeys(
        [("all", "enemy", each) for each in ("a", "an")],
        N_("each {genre} enemy", "nominative", "accusative"),
    ),
}
"""Characters of a genre, by its article."""
_WITHIN = {
    ("beside", "self"): N_("{piece} next to this Character"),
    ("beside", "bearer"): N_("{piece} next to the bearer"),
    ("within", "self"): N_("{piece} within {number}"),
    ("within", "bearer"): N_("{piece} within {number} of the bearer"),
    ("edit", "self"): N_("{piece} on a Character within {number}"),
    ("edit", "bearer"): N_("{piece} on a Character within {number} of the bearer"),
    ("it", "any"): N_("{piece} within {number} of it (itself included)"),
    ("it", "friend"): N_("{piece} within {number} of it"),
}
"""Phrases of distance, by the piece from which it is measured."""
