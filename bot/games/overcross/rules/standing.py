"""The effects in force in a match, gathered from cards in play and effects with a duration (OVC-34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from bot.engine.cards.bounds import STANDING, Work
from bot.engine.cards.effect_context import worked
from bot.engine.cards.nodes import ConditionNode, nodes
from bot.engine.cards.static_abilities import StaticContext, in_force
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.overcross.cards.field import BEARER, OFF, SELF, Attached, Piece
from bot.games.overcross.cards.printed import ActionKind, Attack, Genre, Stat
from bot.games.overcross.cards.statics import (
    ANY,
    AnyStatic,
    Cost,
    Forbid,
    Grant,
    Nearer,
    NoSlow,
    Passes,
    Retype,
    StatChange,
    TargetLimit,
    Unmoved,
    ZoneRows,
)
from bot.games.overcross.cards.words import Ability, Pieces


def each_once(queries: Any, edits: Sequence[Attached]) -> Sequence[Card]:
    """Return the edits on one bearer; edits with the same name count once (OVC-34)."""
    if len(edits) < 2:
        return [edit.card for edit in edits]
    by_name: dict[str, Card] = {}
    for edit in edits:
        by_name.setdefault(queries.face(edit.card).name, edit.card)
    return list(by_name.values())


class Source(NamedTuple):
    """A card in play with a permanent effect."""

    card: Card
    seat: Seat
    names: Mapping[str, tuple[int, ...]]
    abilities: Sequence[Ability]
    looks: Sequence[tuple[Pieces, Sequence[int]]]
    """The pieces that they look for, each with the lowest bits of the seats concerned (`SHEET`)."""
    fixed: Part | None
    """Its statics if they are independent of their surroundings; None if they must be computed."""
    local: bool
    """Whether they depend on nothing but positions."""


class Part(NamedTuple):
    """The statics of one source."""

    statics: Sequence[AnyStatic]
    work: int
    """The units of work that they take."""
    watched: int
    """The squares on which Characters make a difference to them, if the source is `local`: a mask for each
    seat, `SHEET` bits above that of the seat before.

    It makes a difference in any case which Characters are on the grid.
    """


class Sources:
    """The cards in play with permanent effects, in order: unchanged while no card comes or goes."""

    def __init__(self, queries: Any, known: dict[tuple[Card, Card], Source] | None = None) -> None:
        """Find the sources; `known` are those already found, by card and bearer, and is extended."""
        self.all = tuple(_sources(queries, {} if known is None else known))
        self.local = all(source.local for source in self.all)
        """Whether no static depends on more than positions."""

    def parts(self, queries: Any, last: Sequence[Part], squares: int) -> list[Part]:
        """Return the statics of each source.

        `last` are those before Characters have left or entered these squares, which are computed again only
        where that makes a difference; empty if there are none.
        """
        if not last:
            return [_part(queries, source) for source in self.all]
        return [
            part if source.local and not part.watched & squares else _part(queries, source)
            for source, part in zip(self.all, last, strict=True)
        ]


def _part(queries: Any, source: Source) -> Part:
    if source.fixed is not None:
        return source.fixed
    work, watched = Work(STANDING), 0
    statics = _worked_out(queries, source, work)
    if source.local and source.looks:
        context = _context(queries, source, work)
        for pieces, sheets in source.looks:
            squares = pieces.squares(context) or 0
            for sheet in sheets:
                watched |= squares << sheet
        bearer = queries.piece(*source.names.get(BEARER, source.names[SELF]))
        if bearer is not None and bearer.square != OFF:
            watched |= 1 << bearer.seat * SHEET + bearer.square
    return Part(statics, work.spent, watched)


SHEET = 512
"""The bits of a mask of squares for each seat: more than the squares of the largest grid."""


def _sources(queries: Any, known: dict[tuple[Card, Card], Source]) -> Iterator[Source]:
    """Yield the cards in play with permanent effects, each with its bearer or itself."""
    for card, bearer in _in_play(queries):
        if "always" in queries.does(card):
            found = known.get((card, bearer))
            if found is None:
                found = known[card, bearer] = _source(queries, card, bearer)
            yield found


def _in_play(queries: Any) -> Iterator[tuple[Card, Card]]:
    for piece in queries.state.pieces:
        yield piece.card, piece.card
        for edit in each_once(queries, piece.edits) if piece.edits else ():
            yield edit, piece.card
    for terrain in queries.state.terrains:
        yield terrain.card, terrain.card


def names_of(card: Card, bearer: Card) -> Mapping[str, tuple[Card, ...]]:
    """Return the names known at the beginning of a card's abilities: itself, and an edit's bearer.

    `bearer` is the card itself if it is no edit.
    """
    return {SELF: (card,)} if bearer == card else {SELF: (card,), BEARER: (bearer,)}


def _source(queries: Any, card: Card, bearer: Card) -> Source:
    abilities, seat, names = queries.does(card)["always"], queries.owner(card), names_of(card, bearer)
    natures = [_nature(ability) for ability in abilities]
    looks = [
        (pieces, [each * SHEET for each in range(queries.state.seats) if pieces.may_be_of(each, seat)])
        for nature in natures
        for pieces in nature.looks
    ]
    local = all(nature.local for nature in natures)
    source = Source(card, seat, names, abilities, looks, None, local)
    if local and not looks:
        fixed = _worked_out(queries, source, Work())
        return source._replace(fixed=Part(fixed, len(fixed), 0))
    return source


def gathered(queries: Any, sources: Sources, work: Work) -> list[AnyStatic]:
    """Return all effects in force: those of cards in play, in order, then those with a duration.

    The work is counted; when it is used up, no further effects of cards are in force.
    """
    found: list[AnyStatic] = []
    for source in sources.all:
        if source.fixed is None:
            found += _worked_out(queries, source, work)
        else:
            work.spent += source.fixed.work
            if not work.exhausted:
                found += source.fixed.statics
    return found + [lasting.static for lasting in queries.state.lasting]


class _Nature(NamedTuple):
    """What the statics of an ability depend on, apart from its card and bearer."""

    looks: Sequence[Pieces]
    """The pieces that it looks for."""
    local: bool
    """Whether nothing but positions."""


@cache
def _nature(ability: Ability) -> _Nature:
    found = [node for _, node in nodes(ability)]
    looks = [node for node in found if isinstance(node, Pieces)]
    conditional = any(isinstance(node, ConditionNode) for node in found)
    return _Nature(looks, not conditional and not any(pieces.unhurt for pieces in looks))


def _worked_out(queries: Any, source: Source, work: Work) -> Sequence[AnyStatic]:
    found: list[AnyStatic] = []
    for ability in source.abilities:
        context = _context(queries, source, work)
        if ability.needs is None or ability.needs.met(context):
            for read, effect in in_force(context, ability.then):
                found += effect.statics(read, source.card)  # type: ignore[attr-defined] # `StaticEffect`
    if found:
        worked(queries, source.card)
    return found


def _context(queries: Any, source: Source, work: Work) -> StaticContext:
    context = StaticContext(queries, source.seat, work=work)
    context.names = source.names
    return context


class InForce:
    """All effects in force, for queries by Character."""

    def __init__(self, statics: Sequence[AnyStatic], work: int = 0) -> None:
        self.all = statics
        self.work = work
        """The units of work used (`bot.engine.cards.bounds`)."""
        self._changes: dict[Stat, list[StatChange]] = {}
        self._by_piece: dict[tuple[type, Card], list[Any]] = {}
        self.costs: list[Cost] = []
        """Changes of play costs."""
        self.deploying: list[ZoneRows | Nearer] = []
        """Extensions of deploy zones."""
        self.limits: list[AnyStatic] = []
        """The effects that bear on what is possible; the others only change what an attack rolls or does."""
        for static in statics:
            if isinstance(static, StatChange):
                self._changes.setdefault(static.stat, []).append(static)
                if static.stat in _ROLLED:
                    continue
            elif isinstance(static, Cost):
                self.costs.append(static)
            elif isinstance(static, _DEPLOYING):
                self.deploying.append(static)
            else:
                self._by_piece.setdefault((type(static), static.piece), []).append(static)
            self.limits.append(static)
        self.hidden = {piece for kind, piece in self._by_piece if kind is TargetLimit}
        """The Characters that cannot be attacked from everywhere."""
        self.concerned = {piece for _, piece in self._by_piece}
        """The Characters with effects in force of their own."""
        self._limiting: dict[Card, list[AnyStatic]] = {}
        for static in self.limits:
            self._limiting.setdefault(getattr(static, "piece", ANY), []).append(static)

    def limiting(self, piece: Card) -> Sequence[AnyStatic]:
        """Return the effects that bear on what is possible to a Character (`limits`): on all, then on it."""
        if not self.limits:
            return self.limits
        return self._limiting.get(ANY, []) + self._limiting.get(piece, [])

    def genre(self, piece: Card, printed: Genre) -> Genre:
        """Return the genre of a Character: the latest change, else the printed genre."""
        if piece not in self.concerned:
            return printed
        given: list[Retype] = self._by_piece.get((Retype, piece), [])
        return given[-1].genre if given else printed

    def granted(self, piece: Card) -> list[Attack]:
        """Return the attacks granted to a Character."""
        if piece not in self.concerned:
            return []
        return [grant.attack for grant in self._by_piece.get((Grant, piece), ())]

    def forbids(self, piece: Card, deed: ActionKind) -> bool:
        """Whether a Character may not take an action."""
        if piece not in self.concerned:
            return False
        return any(static.deed == deed for static in self._by_piece.get((Forbid, piece), ()))

    def passes(self, piece: Card, what: str) -> bool:
        """Whether a Character moves through enemies, or over obstructive terrain."""
        if piece not in self.concerned:
            return False
        return any(static.what == what for static in self._by_piece.get((Passes, piece), ()))

    def no_slow(self, piece: Card) -> bool:
        """Whether terrain costs a Character no extra movement."""
        return piece in self.concerned and (NoSlow, piece) in self._by_piece

    def unmoved(self, piece: Card) -> bool:
        """Whether no card can move a Character."""
        return piece in self.concerned and (Unmoved, piece) in self._by_piece

    def target_limit(self, piece: Card) -> int | None:
        """Return the maximum distance from which ranged attacks can target a Character."""
        if piece not in self.hidden:
            return None
        limits: list[int] = [static.squares for static in self._by_piece[TargetLimit, piece]]
        return min(limits)

    def changes(self, stat: Stat) -> bool:
        """Whether any effect in force changes this stat of any Character."""
        return stat in self._changes

    def changed(
        self, stat: Stat, base: int, piece: Piece, genre: Genre, against: Genre | None, attack: Attack | None
    ) -> int:
        """Return a stat with all changes in force (OVC-22).

        `against` is the genre of the target, or for defense of the attacker; None leaves out changes against
        certain opponents. `attack` is the attack that is made or defended against.
        """
        changes = self._changes.get(stat)
        if not changes:
            return base
        more = less = 0
        least = -99
        for change in changes:
            if not _meant(change, piece, genre) or not _in(change, against, attack):
                continue
            if change.by > 0:
                more += change.by
            else:
                less += change.by
                least = max(least, change.least)
        return base + more if not less else max(base + more + less, min(least, base + more))


_ROLLED: tuple[Stat, ...] = ("acc", "dmg", "defense")
_DEPLOYING: Final = (ZoneRows, Nearer)


def _meant(change: StatChange, piece: Piece, genre: Genre) -> bool:
    return (
        change.piece in (ANY, piece.card) and change.seat in (ANY, piece.seat) and change.genre in ("", genre)
    )


def _in(change: StatChange, against: Genre | None, attack: Attack | None) -> bool:
    if change.against and change.against != against:
        return False
    if not change.attacks:
        return True
    return attack is not None and attack.ranged == (change.attacks == "ranged")
