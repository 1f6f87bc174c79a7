"""The cards of Neo-Combat in words, and how the bot lists, shows and checks them (NEO-02, NEO-17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from bot.base.language import N_, gettext, messages, pgettext
from bot.engine.cards.explaining import explain
from bot.engine.cards.format import CardFormat
from bot.engine.cards.game import CardGame, CardInWords, Grouping, fixed
from bot.engine.position_editor import Moment, PositionEditor, Zone, deck, discard, hand
from bot.games.neocombat.cards.cards import ActionCard, AnyCard, CardSet, Pool
from bot.games.neocombat.cards.format import FORMAT
from bot.games.neocombat.cards.varans import attribute_name
from bot.games.neocombat.cards.words import VOCABULARY
from bot.games.neocombat.cards.words.abilities import PlayedAbility, Reaction

# Composing positions of Neo-Combat card by card, in the notation of `rules/position.py`.


def _start(pool: Pool) -> str:
    """Return a position with two revealed varans on each side in the Centre, and five cards each."""
    tokens = [f"*{varan.id}@0" for varan in pool.roster[:4]]
    teams = [", ".join(tokens[::2]), ", ".join(tokens[1::2])]
    seats = [f"seat {seat}:\nvarans: {team}\nhand: 5 more" for seat, team in enumerate(teams, start=1)]
    return "\n".join(["phase: combat, turn 1", *seats])


def _name(card: Any) -> str:
    return str(card.name)


def _trials(pool: Pool, card: AnyCard) -> Iterator[str]:
    """Yield positions for a card: in hand, with every kind of varan near; for an answer the enemy attacks.

    A varan is in the Centre on its seat's turn.
    """
    roster = list(pool.roster)
    attacks = [each.number for each in pool.actions if each.ways and each.ways[0].threat]
    several = ", ".join([each for each in attacks[:12] if each != card.number])
    if not isinstance(card, ActionCard):
        others = [each for each in roster if each.id != card.number]
        team, enemies = f"*{card.number}@0, *{others[0].id}@0", f"*{others[1].id}@0, *{others[2].id}@0"
        it = f"seat 1:\nvarans: {team}\nhand: {several}"
        yield f"phase: combat, turn 3\nnow: 1\n{it}\nseat 2:\nvarans: {enemies}"
        return
    asked = {way.user.attribute for way in card.ways if way.user is not None and way.user.attribute}
    asked |= {way.target.attribute for way in card.ways if way.target is not None and way.target.attribute}
    roster.sort(key=lambda each: not asked & {*each.attributes})
    phases = ("combat, turn 3", "movement, revealed 1", "repair, turn 3")
    for start in range(0, len(roster) - 3, 2):
        one, two, three, four = [each.id for each in [*roster[start:], *roster[:4]][:4]]
        for own, enemy in (
            (
                f"*{one}@0/1, *{two}@0 sideways, {three}@0",
                f"*{four}@0/1, {roster[-1].id}@0, *{roster[-2].id}@0 sideways",
            ),
            (
                f"*{one}@0, *{two}@1/1 sideways, {three}@1",
                f"*{four}@0, *{roster[-1].id}@2/1, {roster[-2].id}@2",
            ),
        ):
            for phase in phases:
                now = 2 if not card.ways else 1
                yield "\n".join(
                    [
                        f"phase: {phase}\nnow: {now}\nseat 1:\nvarans: {own}\nhand: {card.number}, {several}",
                        f"seat 2:\nvarans: {enemy}\nhand: {several}",
                    ]
                )


_ACTIONS = ("action",)
EDITOR = PositionEditor(
    _start,
    (
        hand(kinds=_ACTIONS, between=", ", called=_name),
        Zone("varans", N_("Varans in the Centre"), ("varan",), ", ", lambda varan: f"*{varan.id}@0"),
        deck("top", kinds=_ACTIONS, between=", ", called=_name, of_match=True),
        discard(kinds=_ACTIONS, between=", ", called=_name, of_match=True),
    ),
    (
        Moment(N_("Combat, seat {seat} is on turn"), ("phase: combat", "now: {seat}")),
        Moment(N_("Movement, seat {seat} is on turn"), ("phase: movement, revealed 1", "now: {seat}")),
    ),
    _trials,
    points="{number} kills",
)


def card_text(card: ActionCard) -> tuple[str, ...]:
    """Return the text of a card: a paragraph for each use, then where the card goes."""
    paragraphs = [" ".join([explain(way, VOCABULARY), *_further(way)]) for way in card.abilities]
    return (*paragraphs, *_afterwards(card))


def _further(way: PlayedAbility | Reaction) -> Iterator[str]:
    """Yield the further sentences on a use."""
    if isinstance(way, PlayedAbility):
        if way.user is not None and way.user.hides:
            yield gettext(
                "A varan with {attribute} is not revealed by it.", attribute=attribute_name(way.user.hides)
            )
        if not way.second:
            yield gettext("Not as a second attack.")
    if way.extra:
        yield gettext("Extra card: {attribute}.", attribute=attribute_name(way.extra))


def _afterwards(card: ActionCard) -> Iterator[str]:
    """Yield where the card goes after use (NEO-13)."""
    if card.spared:
        yield gettext(
            "Leaves the game when it is played; the first one for a varan with {attribute} in a turn is "
            "discarded instead.",
            attribute=attribute_name("tough"),
        )
    elif card.leaves:
        yield gettext("Leaves the game when it is played.")


SORTS = messages("neocombat", "sorts", dict[str, str])
"""The groups of cards, in display order."""


def first_use(card: ActionCard) -> str:
    """Return the first use of a card: sensor, shot, flame, strike, answer, special or repair."""
    if not card.ways:
        return "answer"
    way = card.ways[0]
    return way.threat or ("repair" if "repair" in way.phases else "special")


def sort_of(card: AnyCard) -> str:
    """Return the key of a card's group: its first use, where a flame is a shot."""
    use = first_use(card) if isinstance(card, ActionCard) else "varan"
    return "shot" if use == "flame" else use


def _answered(card: ActionCard) -> set[str]:
    return {threat for answer in card.answers for threat in answer.to}


class NeoCombatCards(CardGame[AnyCard, CardSet, Pool]):
    """The common deck of action cards, and the roster of varans from which teams are dealt."""

    key: ClassVar[str] = "neo-combat"
    title: ClassVar[str] = "Neo-Combat"
    pool_type: ClassVar[Any] = Pool
    format: ClassVar[CardFormat] = FORMAT
    kinds: ClassVar[Sequence[str]] = ("action", "varan")
    groupings: ClassVar[Sequence[Grouping]] = (
        Grouping("sort", "o", N_("Deck and roster"), sort_of, fixed(SORTS), fixed=True),
    )
    figures: ClassVar[Mapping[str, str]] = {
        "copies": N_("{number} in the deck"),
        "speed": N_("speed {number}"),
        "health": N_("health {number}"),
    }
    editor: ClassVar[PositionEditor | None] = EDITOR

    def in_words(self, card: AnyCard) -> CardInWords:
        """Return the full text of a card."""
        name = pgettext("card", card.name)
        if isinstance(card, ActionCard):
            return CardInWords(name, self.stats(card), (), card_text(card), "")
        traits = tuple([attribute_name(each) for each in card.attributes])
        return CardInWords(name, self.stats(card), traits, (), "")

    def stats(self, card: AnyCard) -> str:
        """Return "speed 2, health 6", or the number of copies of an action card in the deck."""
        if isinstance(card, ActionCard):
            return gettext("{number} in the deck", number=card.copies)
        return gettext("speed {speed}, health {health}", speed=card.speed, health=card.health)

    def doing_as(self, card: AnyCard, other: AnyCard) -> AnyCard | None:
        """Return an action card with the abilities of another of its group, and its own number of copies.

        An answer gets the abilities of another answer to the same attack.
        """
        if not isinstance(card, ActionCard) or not isinstance(other, ActionCard):
            return None
        if sort_of(card) != sort_of(other) or (card.answers and not _answered(card) & _answered(other)):
            return None
        return replace(card, abilities=other.abilities, leaves=other.leaves, spared=other.spared)

    def columns(self, card: AnyCard) -> Sequence[str]:
        """Return copies, or speed and health with the attributes."""
        if isinstance(card, ActionCard):
            return f"{card.copies}x", sort_of(card)
        return f"{card.speed}/{card.health}", " ".join(card.attributes)


CARD_GAME: Final = NeoCombatCards
