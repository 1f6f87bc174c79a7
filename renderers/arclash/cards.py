"""The printed form of Arclash's cards: their texts in the current language, and their emblems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.base.language import gettext, pgettext
from bot.engine.cards.printed import card_name, told_in
from bot.games.arclash.cards.cards import AnyCard, Character, Lineage, Pool
from bot.games.arclash.cards.cardtext import card_traits, rules_text
from renderers.kit import text
from renderers.kit.alt_text import cut
from renderers.kit.cache import kept
from renderers.kit.cards.card import SEE_MORE, PrintedCard, cut_on
from renderers.kit.cards.emblem import Emblem, composed
from renderers.kit.cards.news import CardSign
from renderers.kit.cards.pictures import picture_of
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import Coin, Die, Mark, Sign, SignedNumber, Word
from renderers.kit.text import printable

# The signs of Arclash for a line of text: cards, dice, coins, changes of power.


def card_sign(number: str, pool: Pool, *, named: bool = True) -> Word:
    """Return the card of a set number, with its name or alone; "" if it is not in the pool."""
    card = pool.cards.get(number)
    if card is None:
        return ""
    return CardSign(emblem_of(card, pool), drawn_name(card) if named else "", ON_A_PHONE)


def _rolls(seats: Sequence[int], rolls: Sequence[Sequence[int]]) -> list[Word]:
    """Return the rolls of each seat, one after the other."""
    words: list[Word] = []
    for at, seat in enumerate(seats):
        words += [Mark(seat), *[Die(roll[at], size=ON_A_PHONE) for roll in rolls if roll[at]]]
    return words


def signs(pool: Pool) -> Mapping[str, Sign]:
    """Return the drawing function of each kind of sign in sentences."""
    return {
        "card": lambda number, _: card_sign(number, pool),
        "small card": lambda number, _: card_sign(number, pool, named=False),
        "dice": lambda rolled, _: [Die(die, rolled[1], ON_A_PHONE) for die in rolled[0]],
        "rolls": lambda of_seats, _: _rolls(*of_seats),
        "coin": lambda heads, _: Coin(heads),
        "change": lambda by, _: SignedNumber(by, ON_A_PHONE),
    }


_KEPT = 256


def printed(card: AnyCard, pool: Pool) -> PrintedCard:
    """Return the printed form of a card."""
    return _printed(card, pool.lineages.get(card.lineage), told_in(card), picture_of(card.number))


@kept(_KEPT)
def _printed(card: AnyCard, lineage: Lineage | None, _told_in: object, _picture: str) -> PrintedCard:
    character = isinstance(card, Character)
    credit = [
        pgettext("card", lineage.title) if lineage else "",
        gettext("drawn by {artist}", artist=card.artist) if card.artist else "",
    ]
    return PrintedCard(
        emblem=_emblem(card, lineage),
        number=card.number,
        name=drawn_name(card),
        badge="" if character else gettext("SUPPORT"),
        power=str(card.power) if isinstance(card, Character) else "",
        level=gettext("Lv {level}", level=card.level) if character else "",
        traits=" · ".join(card_traits(card)),
        rules=rules_text(card),
        flavour=pgettext("card", card.flavour) if card.flavour else "",
        credit=text.legible_name(" · ".join(filter(None, credit)), ""),
        more=gettext(SEE_MORE),
    )


def cut_texts(card: AnyCard, pool: Pool) -> tuple[str, ...]:
    """Return which texts of a card its picture cuts."""
    return cut_on(printed(card, pool))


def emblem_of(card: AnyCard, pool: Pool) -> Emblem:
    """Return the components of a card's emblem."""
    return _emblem(card, pool.lineages.get(card.lineage))


def _emblem(card: AnyCard, lineage: Lineage | None) -> Emblem:
    return composed(
        card.number,
        family=card.lineage,
        level=card.level,
        motif=card.motif,
        family_motif=lineage.motif if lineage else "",
        hue=lineage.hue if lineage else None,
        charms=card.traits,
    )


def drawn_name(card: AnyCard, otherwise: str = "?") -> str:
    """Return a card's name in characters of the font, or `otherwise` if nothing readable is left of it."""
    return text.legible_name(card_name(card), otherwise)


def dangers(against: Iterable[str]) -> str:
    """Return the effects that a shield prevents, as a list."""
    words = {
        "debuff": pgettext("guarded from", "debuff"),
        "level-down": pgettext("guarded from", "level-down"),
        "discard": pgettext("guarded from", "discard"),
    }
    return ", ".join([words[danger] for danger in against])


def card_words(card: AnyCard) -> str:
    """Return a card as text: its kind, and as much of its rules text as fits."""
    kind = gettext("Support.")
    if isinstance(card, Character):
        kind = gettext("Level {level}, {power} power.", level=card.level, power=card.power)
    rules = " ".join(rules_text(card))
    return cut(f"{printable(card_name(card))} ({card.number}). {kind} {rules}".strip())
