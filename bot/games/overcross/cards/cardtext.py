"""The text of an Overcross card, generated from its data (OVC-01 to OVC-03)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.explaining import explain
from bot.engine.cards.game import CardInWords
from bot.engine.cards.printed import card_name
from bot.engine.cards.text.grammar import cut
from bot.games.overcross.cards.cards import AnyCard, Character, Edit, Terrain
from bot.games.overcross.cards.printed import GENRES
from bot.games.overcross.cards.words import VOCABULARY, Ability

FIGURES = {
    "deck": N_("deck cost {number}"),
    "play": N_("play cost {number}"),
    "speed": N_("speed {number}"),
    "defense": N_("defense {number}"),
    "radius": N_("radius {number}"),
}
"""The printed numbers by card field."""
LINE_LENGTH = 100
"""The maximum length of a card's one-line text, in characters."""


def in_words(card: AnyCard) -> CardInWords:
    """Return all text on a card."""
    return CardInWords(
        card_name(card),
        ", ".join([stats(card), *costs(card)]),
        (),
        rules_text(card),
        pgettext("card", card.flavour) if card.flavour else "",
    )


def kind_words(card: AnyCard) -> str:
    """Return the kind of card: "Fantasy Character", "Leader", "Terrain"."""
    kind = gettext(MARKED[card.mark] if card.mark else _KINDS[card.kind])
    if card.genre == "None":
        return kind
    return gettext("{genre} {kind}", genre=gettext(GENRES[card.genre]), kind=kind)


def stats(card: AnyCard) -> str:
    """Return a card's kind and numbers, for use beside its name: "Sci-Fi Character, speed 3, defense 4"."""
    words = [kind_words(card)]
    if isinstance(card, Character):
        words += [_figure(card, "speed"), _figure(card, "defense")]
    elif isinstance(card, Terrain):
        words.append(_figure(card, "radius"))
    return ", ".join(words)


def costs(card: AnyCard) -> tuple[str, ...]:
    """Return a card's costs: "deck cost 6", "play cost 2"; empty for a Leader."""
    return tuple([_figure(card, cost) for cost in ("deck", "play") if getattr(card, cost)])


def _figure(card: AnyCard, field: str) -> str:
    return gettext(FIGURES[field], number=getattr(card, field))


def rules_text(card: AnyCard) -> tuple[str, ...]:
    """Return the text of a card: its attacks, the text of its keys, then a paragraph for each ability."""
    attacks = [attack.describe() for attack in card.attacks] if isinstance(card, Character) else []
    return (*(["; ".join(attacks)] if attacks else []), *_keys(card), *ability_texts(card))


def ability_texts(card: AnyCard) -> tuple[str, ...]:
    """Return a paragraph for each ability of a card."""
    return tuple([_ability_text(ability, card.kind) for ability in card.abilities])


def _ability_text(ability: Ability, kind: str) -> str:
    if not ability.bearers:
        return explain(ability, VOCABULARY, kind=kind)
    you, of_you = gettext("that player"), pgettext("dative", "that player")
    return explain(ability, VOCABULARY, you=you, of_you=of_you, kind=kind)


def one_line(card: AnyCard) -> str:
    """Return a card's effects on one line of at most `LINE_LENGTH` characters, for use beside its name.

    Longer text is cut after a whole word, with an ellipsis. A card without effects has its kind.
    """
    words = rules_text(card)
    return cut(" ".join(words), LINE_LENGTH) if words else f"{kind_words(card)}."


def _keys(card: AnyCard) -> Iterator[str]:
    """Yield the text of a card's keys that are not abilities."""
    if isinstance(card, Edit):
        yield gettext(_ON[card.on])
    elif isinstance(card, Terrain):
        marks = [gettext(_IS[key]) for key in _IS if getattr(card, key)]
        if marks:
            yield " ".join(marks)
    elif isinstance(card, Character):
        if card.copies > 1:
            yield gettext("You may have {number} of this Character in play.", number=card.copies)
        if card.ahead:
            yield gettext(
                "May be deployed, but not redeployed, on a free square of the row next to your deploy zone "
                "that is in nobody's zone."
            )


_KINDS = {
    "character": N_("Character"),
    "edit": N_("Edit"),
    "terrain": N_("Terrain"),
    "event": N_("Event"),
}
MARKED = {"leader": N_("Leader"), "champion": N_("Champion"), "legend": N_("Legend")}
_ON = {
    "own": N_("Attach to a Character of yours."),
    "enemy": N_("Attach to an enemy Character."),
}
_IS = {
    "obstructive": N_("Obstructive."),
    "blocks": N_("Blocks ranged attacks."),
    "slow": N_("Slow."),
}
