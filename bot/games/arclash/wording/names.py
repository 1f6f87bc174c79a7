"""Names of players, cards, phases and powers, shared by sentences, menus and descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.base.language import N_, gettext, messages, ngettext, pgettext
from bot.engine.cards import wording as cardwording
from bot.engine.cards.wording import CardTalk
from bot.engine.decks import Card
from bot.games.arclash.cards.cards import Advancement, AnyCard, Character, Pool, fits
from bot.games.arclash.cards.cardtext import advancement, one_line, rules_text
from bot.games.arclash.rules.view import ArclashView, PowerPart, Shown, open_cards

PHASES = messages("arclash", "phases", dict[str, str])
"""The phases as players read them; over half of them last only while a player is asked."""


class Lexicon(cardwording.Lexicon[Pool, str, AnyCard]):
    """The names of a pool's cards. Only `name` and `several` are safe to print in markdown."""

    def stats(self, number: str) -> str:
        """Return a card's kind in short form: "level 2, power 450", "Support"."""
        card = self.face(number)
        if not isinstance(card, Character):
            return gettext("Support")
        return gettext("level {level}, power {power}", level=card.level, power=card.power)

    def text(self, number: str) -> tuple[str, ...]:
        """Return the paragraphs of a card's rules text."""
        card = self.face(number)
        return rules_text(card) if card is not None else ()

    def short(self, number: str) -> str:
        """Return a card's effects on one line, not escaped; "" for a card without abilities."""
        card = self.face(number)
        return one_line(card) if card is not None and card.abilities else ""


def phase_words(view: ArclashView) -> list[str]:
    """Return the turn, if it has begun, and the phase: "Turn 3", "Advance"."""
    turn = [gettext("Turn {number}", number=view.turn)] if view.turn else []
    return [*turn, pgettext("phase", PHASES[view.phase])]


def points_words(points: int) -> str:
    """Return points in words: "1 point", "0 points"."""
    return ngettext("{number} point", "{number} points", points)


def score_words(score: int, goal: int) -> str:
    """Return a score with the winning score: "6 of 8"; above it, "9, more than the 8 needed"."""
    if score <= goal:
        return gettext("{score} of {goal}", score=score, goal=goal)
    return gettext("{score}, more than the {goal} needed", score=score, goal=goal)


class Talk(CardTalk[ArclashView, Lexicon]):
    """The data of every sentence: the view, and the names of players and cards."""

    def several(self, cards: Iterable[Shown]) -> str:
        """Return the names of cards as a list in a sentence."""
        return self.all_named([card.number for card in cards])

    def measured(self, shown: Shown) -> str:
        """Return a card with its printed values, if these fit."""
        name = self.named(shown.number)
        return name if self.printer.brief else f"{name} ({self.lexicon.stats(shown.number)})"

    def counted(self, cards: Iterable[Shown]) -> str:
        """Return the names of cards in plain text, copies as "Encore x2"."""
        return self.lexicon.counted([card.number for card in cards])


def fitting_ways(talk: Talk, number: str) -> Mapping[int, tuple[Character, Advancement]]:
    """Return the Advancements of a card that fit the viewer's Character, by index, each with the card."""
    view, card = talk.view, talk.lexicon.face(number)
    stack = view.places[view.viewer].stack if view.viewer is not None else ()
    current = talk.lexicon.face(stack[-1].number) if stack else None
    if current is None or not isinstance(card, Character):
        return {}
    return {place: (card, way) for place, way in enumerate(card.advances) if fits(card, way, current)}


def ways_in_words(talk: Talk) -> Mapping[int, str]:
    """Return the texts of the face-down card's Advancements that fit the viewer's Character."""
    placed = talk.view.placed
    ways = fitting_ways(talk, placed.number) if placed is not None else {}
    return {place: advancement(way, card) for place, (card, way) in ways.items()}


def in_sight(view: ArclashView) -> dict[Card, str]:
    """Return the set number of every visible card, by its number in the match."""
    return {one.card: one.number for one in open_cards(view)}


def once_each(shown: Iterable[Shown]) -> tuple[Shown, ...]:
    """Return the cards, only the first of copies: copies are the same choice."""
    first: dict[str, Shown] = {}
    for card in shown:
        first.setdefault(card.number, card)
    return tuple(first.values())


def parts_words(parts: Sequence[PowerPart], lexicon: Lexicon) -> str:
    """Return the parts of a power: "300 printed; +50 Gust; -25 Undertow"; not escaped."""
    return "; ".join([_part_words(part, lexicon) for part in parts])


def _part_words(part: PowerPart, lexicon: Lexicon) -> str:
    if part.kind == "printed":
        return gettext("{power} printed", power=part.by)
    change = f"{part.by:+d} {lexicon.plain(part.source)}"
    return f"{change} ({gettext(UNTIL[part.until])})" if part.until in UNTIL else change


UNTIL: Mapping[str, str] = {"next-turn": N_("next turn too"), "stack": N_("while stacked")}
"""The text of an effect's duration; the usual one, a turn, has none."""
