"""The cards of Overcross, for lists, card texts and checks (OVC-01, OVC-30)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.format import CardFormat
from bot.engine.cards.game import CardGame, CardInWords, Grouping, fixed
from bot.engine.position_editor import Moment, PositionEditor, Zone, deck, discard, hand
from bot.games.overcross.cards.cards import RANKS, AnyCard, CardSet, Character, Edit, Pool, Terrain, rank_of
from bot.games.overcross.cards.cardtext import FIGURES, in_words, stats
from bot.games.overcross.cards.checks import FORMAT as FILES
from bot.games.overcross.cards.printed import GENRES
from bot.games.overcross.rules.worst_case import worst_case

# Editing positions of Overcross card by card, in the notation of `rules/position.py`.


def _start(_pool: Pool) -> str:
    """Return a position with an empty field and empty hands."""
    return "options: objective=invasion width=7 height=7\nnow: seat 1, cards\nseat 1:\nseat 2:"


def _trials(pool: Pool, card: AnyCard) -> Iterator[str]:
    """Yield positions for a card: in hand, then in play, with friends and enemies near, whole and harmed."""
    characters = sorted(
        [each for each in pool.cards.values() if isinstance(each, Character) and each.mark == ""],
        key=lambda each: (each.genre != card.genre, each.number == card.number, each.number),
    )
    others = [each.number for each in pool.cards.values() if each.number != card.number]
    full = " ".join(dict.fromkeys([*[each.number for each in characters[:3]], *others[:3]]))
    edits = [each.number for each in pool.cards.values() if isinstance(each, Edit) and each.on == "own"][:1]
    moments = ("seat 1, round 8, minor", "seat 1, round 8, major", "seat 2, round 8, major")

    def piece(number: str, square: str, *marks: str) -> str:
        return f"{number} at {square}: {', '.join([each for each in marks if each])}"

    def lines(now: str, own: Sequence[str], enemy: Sequence[str], hand: str, *terrain: str) -> str:
        return "\n".join(
            [
                *["options: objective=invasion width=7 height=7", f"now: {now}", *terrain],
                *["seat 1: 1 point", *own, f"hand: {hand}", f"deck: {full}", f"discard: {full}"],
                *["seat 2:", *enemy, f"hand: {full}", f"deck: {full}"],
            ]
        )

    for one, other in zip(characters, [*characters[1:], *characters[:1]], strict=True):
        for harmed in ("2 counters", "5 counters", ""):
            friends = [piece(one.number, "C3", harmed), piece(other.number, "B2", "1 counters")]
            enemies = [piece(other.number, "D4"), piece(other.number, "C5", harmed)]
            enemy = piece(one.number, "D3", harmed, *edits)
            yield lines("seat 1, round 8, cards", friends, [enemy, *enemies], f"{card.number} {full}")
            for now in moments:
                if isinstance(card, Character):
                    it = piece(card.number, "C4", "1 counters")
                    yield lines(now, [it, *friends], [enemy, *enemies], full)
                elif isinstance(card, Edit) and card.on == "own":
                    it = piece(one.number, "C3", harmed, card.number)
                    yield lines(now, [it, friends[1]], [enemy, *enemies], full)
                elif isinstance(card, Edit):
                    it = piece(one.number, "D3", harmed, f"{card.number} of seat 1")
                    yield lines(now, friends, [it, *enemies], full)
                elif isinstance(card, Terrain):
                    it = f"terrain: {card.number} at C3, of seat 1"
                    yield lines(now, friends, [enemy, *enemies], full, it)


EDITOR = PositionEditor(
    _start,
    (
        hand(),
        Zone("", N_("Character in play"), ("character",), alone="{card} at {square}:"),
        Zone(
            "terrain",
            N_("Terrain in play"),
            ("terrain",),
            alone="terrain: {card} at {square}, of seat {seat}",
            of_match=True,
        ),
        deck(),
        discard(),
    ),
    (
        Moment(N_("Seat {seat} plays cards"), ("now: seat {seat}, cards",)),
        Moment(N_("Seat {seat} takes minor actions"), ("now: seat {seat}, minor",)),
        Moment(N_("Seat {seat} takes major actions"), ("now: seat {seat}, major",)),
    ),
    _trials,
)


FORMAT = FILES._replace(worst_case=worst_case)
"""The format and checks of Overcross's card files; the rules play a set's worst case."""


DOING: Final = {
    "character": ("speed", "defense", "attacks", "ahead", "abilities"),
    "edit": ("on", "abilities"),
    "terrain": ("radius", "obstructive", "blocks", "slow", "abilities"),
    "event": ("abilities",),
}
"""For each kind of card the fields with its effects."""

NEAR: Final = 1
"""The maximum difference in play cost of two cards whose effects can be exchanged."""


def _genres(_pool: Pool) -> Mapping[str, str]:
    titles = {genre.lower(): gettext(title) for genre, title in GENRES.items()}
    return titles | {"none": gettext("Of no genre")}


class OvercrossCards(CardGame[AnyCard, CardSet, Pool]):
    """Characters, Edits, Terrains and Events, by kind and genre."""

    key: ClassVar[str] = "overcross"
    title: ClassVar[str] = "Overcross"
    pool_type: ClassVar[Any] = Pool
    format: ClassVar[CardFormat] = FORMAT
    kinds: ClassVar[Sequence[str]] = ("character", "edit", "terrain", "event")
    groupings: ClassVar[Sequence[Grouping]] = (
        Grouping("rank", "r", N_("Every kind"), rank_of, fixed(RANKS), fixed=True),
        Grouping("genre", "g", N_("Every genre"), lambda card: card.genre.lower(), _genres, fixed=True),
    )
    figures: ClassVar[Mapping[str, str]] = FIGURES
    editor: ClassVar[PositionEditor | None] = EDITOR

    def in_words(self, card: AnyCard) -> CardInWords:
        """Return all text on a card."""
        return in_words(card)

    def stats(self, card: AnyCard) -> str:
        """Return "Fantasy Character, speed 2, defense 5" or "Online Event"."""
        return stats(card)

    def columns(self, card: AnyCard) -> Sequence[str]:
        """Return kind, genre and costs."""
        numbers = f"speed {card.speed}, defense {card.defense}" if isinstance(card, Character) else ""
        return rank_of(card), card.genre, f"deck {card.deck}, play {card.play}", numbers or "-"

    def origin(self, card: AnyCard, pool: Pool) -> Sequence[str]:  # noqa: ARG002 - it is printed on the card
        """Return the side of a card."""
        return [pgettext("card", card.side)]

    def doing_as(self, card: AnyCard, other: AnyCard) -> AnyCard | None:
        """Return a card with the effects of another card of its rank and about its play cost.

        Name, genre, side and costs stay, so deck rules and filters of other cards still apply to it.
        """
        if rank_of(card) != rank_of(other) or abs(card.play - other.play) > NEAR:
            return None
        return replace(card, **{field: getattr(other, field) for field in DOING[card.kind]})

    def contents(self, one: CardSet) -> Mapping[str, Sequence[str]]:
        """Return the titles of the ready decks."""
        return {N_("Ready decks"): [each.title for each in one.decks.values()]}


CARD_GAME: Final = OvercrossCards
