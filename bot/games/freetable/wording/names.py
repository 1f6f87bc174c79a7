"""Names of things and places at a free table, in the current language.

The file's own words are translated by the file alone; those of the usual sets are messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.base.language import ENGLISH, N_, OwnText, current, gettext, ngettext, speaking
from bot.engine.sentences import cut, listed
from bot.games.freetable.rules.actions import BOTTOM, RANDOM, SLOTS, slot
from bot.games.freetable.rules.cards import RANKS, SUITS, Kind
from bot.games.freetable.rules.table import SHARED, Counter, Layout, Thing, Zone
from bot.games.freetable.rules.view import FreeView

LISTED = 8
_RANKS = dict(zip("A23456789TJQK", RANKS, strict=True))
_SUITS = dict(zip("cdhs", SUITS, strict=True))
_MEN = {
    N_("white king"),
    N_("white queen"),
    N_("white rook"),
    N_("white bishop"),
    N_("white knight"),
    N_("white pawn"),
    N_("black king"),
    N_("black queen"),
    N_("black rook"),
    N_("black bishop"),
    N_("black knight"),
    N_("black pawn"),
}


def own(layout: Layout, text: str) -> str:
    """Return a text of the file, in the current language if the file has it.

    Else its parts: the lines of a card, the name before a number, as in "Lantern 18" and "coins: 2".
    """
    words = layout.table.file.words
    said = OwnText(text, words).said() if words else text
    if not words or said != text:
        return said
    for mark in (" · ", ": "):
        if mark in text:
            return mark.join([own(layout, part) for part in text.split(mark)])
    stem, _, number = text.rpartition(" ")
    return f"{own(layout, stem)} {number}" if stem and number.isdecimal() else text


def kind_name(layout: Layout, kind: Kind) -> str:
    """Return a kind of card or piece."""
    if kind.shape == "playing card":
        if kind.sign == "Jo":
            return gettext("Joker")
        rank, suit = _RANKS[kind.sign[0]], gettext(_SUITS[kind.sign[1]])
        if rank.isdecimal():
            return gettext("{number} of {suit}", number=rank, suit=suit)
        return gettext("{rank} of {suit}", rank=gettext(rank), suit=suit)
    if kind.shape == "chessman" and kind.name in _MEN:
        return gettext(kind.name)
    return own(layout, kind.name)


def thing_name(layout: Layout, number: int) -> str:
    """Return what a kind is called, or of an unseen thing that it is one."""
    if number >= 0:
        return kind_name(layout, layout.kinds[number])
    return gettext("a card") if -1 - number in layout.hiding else gettext("a piece")


def things_named(layout: Layout, kinds: Iterable[int]) -> str:
    """Return things in a list, alike ones counted, the first few of many."""
    counts: dict[int, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    shown, more = cut(list(counts.items()), LISTED)
    words = [f"{thing_name(layout, kind)}{f' ×{number}' if number > 1 else ''}" for kind, number in shown]
    if more:
        words.append(gettext("{number} more", number=more))
    return listed(words)


def counted(number: int) -> str:
    """Return a number of things: "3 things"."""
    return ngettext("{number} thing", "{number} things", number)


def zone_name(view: FreeView, at: int, names: Sequence[str] = ()) -> str:
    """Return a zone: "market", "hand" for the viewer's own, of others "hand of Ben" or "hand of seat 2"."""
    return _of_owner(view, view.layout.zones[at], names)


def _of_owner(view: FreeView, one: Zone | Counter, names: Sequence[str]) -> str:
    name = own(view.layout, one.name)
    if one.owner in (SHARED, view.viewer):
        return name
    if names:
        return gettext("{thing} of {player}", thing=name, player=names[one.owner])
    return gettext("{thing} of seat {seat}", thing=name, seat=one.owner + 1)


def target_name(view: FreeView, target: int, names: Sequence[str] = (), *, short: bool = False) -> str:
    """Return where something lies or goes: a zone, a square, an end of a deck. `short`: the square alone."""
    at, spot = divmod(target, SLOTS)
    zone, name = view.layout.zones[at], zone_name(view, at, names)
    if zone.squares:
        square = zone.square_name(spot)
        square = own(view.layout, square) if zone.spots else square
        return square if short else f"{name} {square}"
    if zone.kind == "deck" and spot == BOTTOM:
        return gettext("under {deck}", deck=name)
    return gettext("somewhere in {deck}", deck=name) if zone.kind == "deck" and spot == RANDOM else name


def lone_board(layout: Layout) -> bool:
    """Whether squares need not be told apart by their board."""
    return sum(1 for zone in layout.zones if zone.squares) == 1


def counter_name(view: FreeView, number: int, names: Sequence[str] = ()) -> str:
    """Return a counter: "round", "points" for the viewer's own, "points of Ben"."""
    return _of_owner(view, view.layout.counters[number], names)


def lying(view: FreeView, at: int, place: int, names: Sequence[str] = ()) -> str:
    """Return a thing as it lies: "7 of hearts turned 1", "card 2", "top of deck"."""
    zone, thing = view.layout.zones[at], view.zones[at][place]
    if zone.kind == "deck":
        return gettext("top of {deck}", deck=zone_name(view, at, names))
    name = gettext("card {number}", number=place + 1)
    if thing.kind >= 0:
        name = thing_name(view.layout, thing.kind)
    return " ".join([name, *look_of(view.layout, thing, zone)])


def in_place(view: FreeView, at: int, place: int) -> str:
    """Return a thing with its place, as typed: "7 of hearts", "white pawn A2", "card 2 in market"."""
    zone, name = view.layout.zones[at], lying(view, at, place)
    if zone.squares:
        where = target_name(view, slot(at, view.zones[at][place].at), short=lone_board(view.layout))
        return f"{name} {where}"
    if zone.kind in ("deck", "hand"):
        return name
    return gettext("{thing} in {zone}", thing=name, zone=zone_name(view, at))


def look_of(layout: Layout, thing: Thing, zone: Zone) -> list[str]:
    """Return how a thing lies: turned, flipped, what a die shows, and in a secret row that all see it."""
    words = [gettext("face up")] if zone.kind == "secret row" and thing.up else []
    if thing.kind >= 0 and layout.kinds[thing.kind].sides:
        words.append(gettext("showing {number}", number=thing.value))
    elif thing.value:
        words.append(gettext("flipped"))
    if thing.turned:
        words.append(gettext("turned {number}", number=thing.turned))
    return words


def also_in_english(words: str, said: object) -> list[str]:
    """Return what a function says in English, where that is another word."""
    if current() is ENGLISH or not callable(said):
        return []
    with speaking(ENGLISH):
        english = str(said())
    return [] if english == words else [english]


def result_words(result: Sequence[int], names: Sequence[str]) -> str:
    """Return a proposed end: "a draw", "1. Ann, 2. Ben"."""
    if set(result) == {1}:
        return gettext("a draw")
    order = sorted(range(len(result)), key=lambda seat: (result[seat], seat))
    return ", ".join([f"{result[seat]}. {names[seat]}" for seat in order])
