"""What is in force in a match just now, gathered from cards in play and what lasts for a time (OVC-34)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from bot.engine.cards.standing import Standing, in_force
from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.overcross.cards.field import BEARER, SELF, Attached, Piece
from bot.games.overcross.cards.printed import Attack, Deed, Genre, Stat
from bot.games.overcross.cards.statics import (
    ANY,
    AnyStatic,
    Change,
    Forbid,
    Grant,
    NoSlow,
    Passes,
    Retype,
    Static,
    TargetLimit,
    Unmoved,
)

StaticT = TypeVar("StaticT", bound=Static)


def each_once(look: Any, edits: Sequence[Attached]) -> Sequence[Card]:
    """Return the edits on one bearer, those of one name once (OVC-34)."""
    if len(edits) < 2:
        return [edit.card for edit in edits]
    by_name: dict[str, Card] = {}
    for edit in edits:
        by_name.setdefault(look.face(edit.card).name, edit.card)
    return list(by_name.values())


def gathered(look: Any) -> tuple[AnyStatic, ...]:
    """Return everything in force: by cards in play, in the order of the pieces, then what lasts for a time."""
    doing, state = look.pool.doing, look.state
    found: list[AnyStatic] = []
    for piece in state.pieces:
        if "always" in doing[state.number_of(piece.card)]:
            found += _of_card(look, piece.card, piece.seat, {SELF: (piece.card,)})
        for edit in each_once(look, piece.edits) if piece.edits else ():
            if "always" in doing[state.number_of(edit)]:
                names = {SELF: (edit,), BEARER: (piece.card,)}
                found += _of_card(look, edit, look.owner(edit), names)
    for terrain in state.terrains:
        if "always" in doing[state.number_of(terrain.card)]:
            found += _of_card(look, terrain.card, look.owner(terrain.card), {SELF: (terrain.card,)})
    return (*found, *[lasting.static for lasting in state.lasting])


def _of_card(look: Any, card: Card, seat: Seat, names: dict[str, tuple[int, ...]]) -> Iterator[AnyStatic]:
    for ability in look.pool.doing[look.state.number_of(card)]["always"]:
        reading = Standing(look, seat)
        reading.names = names
        if ability.needs is None or ability.needs.met(reading):
            for read, effect in in_force(reading, ability.then):
                yield from effect.statics(read, card)


class InForce:
    """All that is in force, to be asked for by Character."""

    def __init__(self, statics: Sequence[AnyStatic]) -> None:
        self.all = statics
        self._changes: dict[Stat, list[Change]] = {}
        self._by_piece: dict[tuple[type, Card], list[Any]] = {}
        for static in statics:
            if isinstance(static, Change):
                self._changes.setdefault(static.stat, []).append(static)
            elif hasattr(static, "piece"):
                self._by_piece.setdefault((type(static), static.piece), []).append(static)

    def of_kind(self, kind: type[StaticT]) -> list[StaticT]:
        """Return those of a kind."""
        return [static for static in self.all if isinstance(static, kind)]

    def genre(self, piece: Card, printed: Genre) -> Genre:
        """Return the genre of a Character: the latest one it was given, else the printed one."""
        given: list[Retype] = self._by_piece.get((Retype, piece), [])
        return given[-1].genre if given else printed

    def granted(self, piece: Card) -> list[Attack]:
        """Return the attacks that a Character was granted."""
        return [grant.attack for grant in self._by_piece.get((Grant, piece), ())]

    def forbids(self, piece: Card, *deeds: Deed) -> bool:
        """Whether a Character may not do one of these things."""
        forbidden = self._by_piece.get((Forbid, piece))
        return forbidden is not None and any(static.deed in deeds for static in forbidden)

    def passes(self, piece: Card, what: str) -> bool:
        """Whether a Character moves through enemies, or over obstructive terrain."""
        return any(static.what == what for static in self._by_piece.get((Passes, piece), ()))

    def no_slow(self, piece: Card) -> bool:
        """Whether terrain costs a Character no extra movement."""
        return (NoSlow, piece) in self._by_piece

    def unmoved(self, piece: Card) -> bool:
        """Whether no card moves a Character."""
        return (Unmoved, piece) in self._by_piece

    def target_limit(self, piece: Card) -> int | None:
        """Return from how many squares away at most ranged attacks can have a Character as their target."""
        limits = [static.squares for static in self._by_piece.get((TargetLimit, piece), ())]
        return min(limits) if limits else None

    def changed(
        self, stat: Stat, base: int, piece: Piece, genre: Genre, against: Genre | None, attack: Attack | None
    ) -> int:
        """Return a stat with all that changes it now (OVC-22).

        `against` is the genre of who is attacked, or for defense of who attacks; None to leave out what
        holds only against some. `attack` is the attack that is made or defended against.
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


def _meant(change: Change, piece: Piece, genre: Genre) -> bool:
    return (
        change.piece in (ANY, piece.card)
        and change.seat in (ANY, piece.seat)
        and change.genre in ("", genre)
    )


def _in(change: Change, against: Genre | None, attack: Attack | None) -> bool:
    if change.against and change.against != against:
        return False
    if not change.attacks:
        return True
    return attack is not None and attack.ranged == (change.attacks == "ranged")
