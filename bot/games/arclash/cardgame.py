"""The cards of Arclash, for lists, card texts and checks (ARC-02, ARC-19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.format import CardFormat
from bot.engine.cards.game import CardGame, CardInWords, Grouping, fixed
from bot.engine.cards.nodes import ROLL
from bot.engine.position_editor import Moment, PositionEditor, Zone, deck, discard, hand
from bot.games.arclash.cards.cards import ANY_LINEAGE, AnyCard, CardSet, Character, Pool, Support, lineage_of
from bot.games.arclash.cards.cardtext import in_words, stats
from bot.games.arclash.cards.checks import format as checks
from bot.games.arclash.rules.deckbuilding import RANKS
from bot.games.arclash.rules.worst_case import worst_case

# Editing positions of Arclash card by card, in the notation of `rules/position.py`.


def _start(pool: Pool) -> str:
    """Return a position in the Advance phase: each of two players has a Level 1 Character."""
    firsts = [card.number for card in pool.cards.values() if isinstance(card, Character) and card.level == 1]
    one, other = (firsts * 2)[:2] if firsts else ("TID-01", "TID-01")
    return f"phase: advance, turn 1\nseat 1:\nstack: {one}\nseat 2:\nstack: {other}"


def _trials(pool: Pool, card: AnyCard) -> Iterator[str]:
    """Yield positions for a card: in hand before it can be played, then in play before each part of a turn.

    They differ in the Characters, first those of its lineage, because texts ask for these.
    """
    characters = sorted(
        [each for each in pool.cards.values() if isinstance(each, Character)],
        key=lambda each: (each.lineage != card.lineage, each.number),
    )
    supports = [each for each in pool.cards.values() if isinstance(each, Support)]
    rolling = [
        support.number
        for support in supports
        if "dice" in str(support.abilities) or "Roll" in str(support.abilities)
    ]
    supports.sort(key=lambda each: each.lineage != card.lineage)
    levels = {level: [each for each in characters if each.level == level] for level in range(1, 5)}
    few = [each.number for each in (*supports[:2], *characters[:4])]
    if any(each.trigger == ROLL for each in card.abilities):
        few = [*rolling[:4], *few[:2]]
    full = " ".join(dict.fromkeys(few))
    past = " ".join(dict.fromkeys([each.number for each in (*characters[:9], *supports[:5])]))
    played = " ".join([each.number for each in supports if each is not card][:2])

    def tower(top: Character) -> str:
        """Return a stack with this Character on top."""
        below = [
            next((each for each in levels[level] if each.lineage == top.lineage), *levels[level][:1])
            for level in range(1, top.level)
            if levels[level]
        ]
        return " ".join([each.number for each in (*below, top)])

    strong = tower(max(characters, key=lambda each: each.power)) if characters else ""
    weak = tower(min(characters, key=lambda each: each.power)) if characters else ""

    def lines(phase: str, stack: str, own: str, enemy: str) -> str:
        moment = "phase: advance, turn 2" if phase == "advance" else "phase: support, turn 2\norder: 1 2"
        seat = f"seat 1: 1 point\nstack: {stack}\n{own}\ndiscard: {past}"
        return f"{moment}\n{seat}\nseat 2: 2 points\nstack: {enemy}\nhand: {full}\nsupports: {played}"

    if isinstance(card, Support):
        stacks = [tower(each) for level in (3, 2, 4, 1) for each in levels[level][:10]]
        for stack in stacks:
            for enemy in (strong, weak):
                yield lines("support", stack, f"hand: {card.number} {full}", enemy)
        for stack in stacks:
            for enemy in (strong, weak):
                for phase in ("advance", "support"):
                    yield lines(phase, stack, f"hand: {full}\nsupports: {card.number}", enemy)
        return
    for below in levels.get(card.level - 1, []):
        yield lines("advance", tower(below), f"hand: {card.number} {full}", weak)
    above = [
        "",
        *[each.number for each in levels.get(card.level + 1, [])[:3]],
    ]  # who loses a battle loses the top
    for top in above:
        for enemy in (strong, weak):
            for phase in ("advance", "support"):
                own = f"hand: {full}\nsupports: {played}"
                yield lines(phase, f"{tower(card)} {top}".rstrip(), own, enemy)


EDITOR = PositionEditor(
    _start,
    (
        hand(),
        Zone("stack", N_("Character stack"), ("character",)),
        Zone("supports", N_("Supports in play"), ("support",)),
        deck(),
        discard(),
    ),
    (
        Moment(N_("All choose what to advance to"), ("phase: advance",)),
        Moment(N_("Support stage, seat {seat} is on turn"), ("phase: support", "order: {order}")),
    ),
    _trials,
)


FORMAT = checks.FORMAT._replace(worst_case=worst_case)
"""The format and checks of Arclash's card files; the rules play a set's worst case."""
_LEVELS = {str(level): title for level, title in RANKS.items()} | {"0": N_("Supports")}


def _lineages(pool: Pool) -> Mapping[str, str]:
    titles = {key: pgettext("card", one.title) for key, one in pool.lineages.items()}
    return titles | {ANY_LINEAGE: gettext("Of no lineage")}


class ArclashCards(CardGame[AnyCard, CardSet, Pool]):
    """Characters and Supports, by lineage and level."""

    key: ClassVar[str] = "arclash"
    title: ClassVar[str] = "Arclash"
    pool_type: ClassVar[Any] = Pool
    format: ClassVar[CardFormat] = FORMAT
    kinds: ClassVar[Sequence[str]] = ("character", "support")
    groupings: ClassVar[Sequence[Grouping]] = (
        Grouping("lineage", "l", N_("Every lineage"), lineage_of, _lineages),
        Grouping("level", "k", N_("Every kind"), lambda card: str(card.level), fixed(_LEVELS), fixed=True),
    )
    figures: ClassVar[Mapping[str, str]] = {
        "level": N_("Level {number}"),
        "power": N_("power {number}"),
    }
    editor: ClassVar[PositionEditor | None] = EDITOR
    named_in_controls: ClassVar[bool] = False

    def in_words(self, card: AnyCard) -> CardInWords:
        """Return all text on a card."""
        return in_words(card)

    def stats(self, card: AnyCard) -> str:
        """Return "Level 2, power 450" or "Support"."""
        return stats(card)

    def columns(self, card: AnyCard) -> Sequence[str]:
        """Return level, power and the lineage's key."""
        kind = f"Level {card.level}, {card.power:3}" if isinstance(card, Character) else "Support"
        return kind, card.lineage or "-"

    def origin(self, card: AnyCard, pool: Pool) -> Sequence[str]:
        """Return the title of a card's lineage."""
        lineage = pool.lineages.get(card.lineage)
        return [pgettext("card", lineage.title)] if lineage else []

    def doing_as(self, card: AnyCard, other: AnyCard) -> AnyCard | None:
        """Return a card with the power and abilities of another card of its level; without keywords."""
        if card.level != other.level or card.keywords or other.keywords:
            return None
        if isinstance(card, Character) and isinstance(other, Character):
            return replace(card, power=other.power, abilities=other.abilities)
        return replace(card, abilities=other.abilities)

    def contents(self, one: CardSet) -> Mapping[str, Sequence[str]]:
        """Return the titles of lineages and ready decks, and the names of keywords."""
        return {
            N_("Lineages"): [each.title for each in one.lineages.values()],
            N_("Keywords"): [each.keyword for each in one.keywords.values()],
            N_("Ready decks"): [each.title for each in one.decks.values()],
        }


CARD_GAME: Final = ArclashCards
