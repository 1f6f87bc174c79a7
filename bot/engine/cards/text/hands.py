"""What a card does to hands and decks: drawing and discarding."""

from __future__ import annotations

from bot.engine.cards.nodes import AmountNode, DiscardCards, DrawCards
from bot.engine.cards.text.amounts import Measure, measure
from bot.engine.cards.text.clauses import Clause, Deed, does
from bot.engine.cards.text.filters import DECK, HAND, called, from_hand, of_play
from bot.engine.cards.text.grammar import Called
from bot.engine.cards.text.people import Person, target, you
from bot.engine.cards.text.power import measured
from bot.engine.cards.text.terms import Voice
from bot.engine.language import N_


def draw(effect: DrawCards, voice: Voice) -> Clause:
    """Return who draws how many cards."""
    amount = measure(effect.count, Called(voice.terms.card), voice)
    deed = _DRAW_AMOUNT if isinstance(effect.count, AmountNode) else _DRAW
    return _with_cards(deed, amount, target(effect.whose, voice), voice)


def _with_cards(deed: Deed, amount: Measure, person: Person, voice: Voice, **values: str) -> Clause:
    """Return what somebody does with so many cards: `cards` if they are a number, else an `amount`."""
    return measured(
        amount, lambda words: does(deed, person, voice, cards=words, amount=words, **values), voice
    )


def discard(effect: DiscardCards, voice: Voice) -> Clause:
    """Return who discards which cards, and from where."""
    person = target(effect.whose, voice)
    if effect.zone == "deck":
        return _from_deck(effect, person, voice)
    if effect.how == "you" and effect.whose != "you":
        return _from_seen_hand(effect, person, voice)
    if effect.how == "random":
        return _by_lot(effect, person, voice)
    amount = measure(effect.count, called(effect.which, voice), voice)
    if isinstance(effect.count, AmountNode):
        deed = _DISCARD_FROM_HAND if of_play(effect.which, voice) else _DISCARD_AMOUNT
        return _with_cards(deed, amount, person, voice)
    cards = from_hand(amount.words, effect.which, person, voice)
    return does(DISCARD, person, voice, cards=cards)


def _from_deck(effect: DiscardCards, person: Person, voice: Voice) -> Clause:
    if isinstance(effect.count, AmountNode):
        amount = measure(effect.count, Called(voice.terms.card), voice)
        return _with_cards(_DISCARD_FROM_TOP, amount, person, voice)
    return does(DISCARD, person, voice, cards=top_cards(effect.count, person, voice))


def top_cards(count: int, person: Person, voice: Voice) -> str:
    """Return the uppermost cards of somebody's deck: "the top card of your deck"."""
    return Called(voice.terms.card).top(count, person.own(DECK.one, "genitive"))


def _by_lot(effect: DiscardCards, person: Person, voice: Voice) -> Clause:
    deed = _DISCARD_AMOUNT_AT_RANDOM if isinstance(effect.count, AmountNode) else _DISCARD_AT_RANDOM
    return _with_cards(deed, measure(effect.count, Called(voice.terms.card), voice), person, voice)


def _from_seen_hand(effect: DiscardCards, person: Person, voice: Voice) -> Clause:
    deed = _LOOK_AND_DISCARD_AMOUNT if isinstance(effect.count, AmountNode) else _LOOK_AND_DISCARD
    amount = measure(effect.count, called(effect.which, voice), voice)
    return _with_cards(deed, amount, you(voice), voice, hand=person.thing(HAND.one, "accusative"))


_DRAW = Deed(
    N_("draw {cards}", "imperative", "infinitive"),
    N_("you draw {cards}", "main", "inverted"),
    N_("{player} draws {cards}", "main", "inverted"),
)
DISCARD = Deed(
    N_("discard {cards}", "imperative", "infinitive"),
    N_("you discard {cards}", "main", "inverted"),
    N_("{player} discards {cards}", "main", "inverted"),
)
_DISCARD_AT_RANDOM = Deed(
    N_("discard {cards} at random", "imperative", "infinitive"),
    N_("you discard {cards} at random", "main", "inverted"),
    N_("{player} discards {cards} at random", "main", "inverted"),
)
_LOOK_AND_DISCARD = Deed(
    N_("look at {hand} and discard {cards} from it", "imperative", "infinitive"),
    N_("you look at {hand} and discard {cards} from it", "main", "inverted"),
    N_("{player} looks at {hand} and discards {cards} from it", "main", "inverted"),
)

# The same with an amount that is found out, which may be long: "a card for each Support you have in play"

_DRAW_AMOUNT = Deed(
    N_("draw {amount}", "imperative", "infinitive"),
    N_("you draw {amount}", "main", "inverted"),
    N_("{player} draws {amount}", "main", "inverted"),
)
_DISCARD_AMOUNT = Deed(
    N_("discard {amount}", "imperative", "infinitive"),
    N_("you discard {amount}", "main", "inverted"),
    N_("{player} discards {amount}", "main", "inverted"),
)
_DISCARD_FROM_HAND = Deed(
    N_("discard from your hand {amount}", "imperative", "infinitive"),
    N_("you discard from your hand {amount}", "main", "inverted"),
    N_("{player} discards from their hand {amount}", "main", "inverted"),
)
_DISCARD_FROM_TOP = Deed(
    N_("discard from the top of your deck {amount}", "imperative", "infinitive"),
    N_("you discard from the top of your deck {amount}", "main", "inverted"),
    N_("{player} discards from the top of their deck {amount}", "main", "inverted"),
)
_DISCARD_AMOUNT_AT_RANDOM = Deed(
    N_("discard at random {amount}", "imperative", "infinitive"),
    N_("you discard at random {amount}", "main", "inverted"),
    N_("{player} discards at random {amount}", "main", "inverted"),
)
_LOOK_AND_DISCARD_AMOUNT = Deed(
    N_("look at {hand} and discard from it {amount}", "imperative", "infinitive"),
    N_("you look at {hand} and discard from it {amount}", "main", "inverted"),
    N_("{player} looks at {hand} and discards from it {amount}", "main", "inverted"),
)
