"""The head of a Character, and the Advancements to it.

The head is read from the stored texts of the cards: "Level 2, 400 power [Orchard, Fruit]".
"""

from __future__ import annotations

from functools import cache

from bot.games.arclash.cards.cards import Character
from bot.games.arclash.rules import actions, facts
from tests.games.arclash.card_texts import CARD_TEXTS
from tests.games.arclash.story import Story
from tests.games.arclash.telling import BLANK, PLAIN


@cache
def _heads() -> dict[str, str]:
    """Return the head of each card by its set number."""
    lines = CARD_TEXTS.read_text("utf-8").splitlines()
    titles = [line for line in lines if line and line[0] not in " #"]
    return {line.split()[0]: line.rpartition(": ")[2] for line in titles}


def opens(number: str) -> None:
    """Check a Level 1: it has its head, and can begin a stack (ARC-13)."""
    one = Story(PLAIN, dice=None)
    one.begin("renew")
    one.do("Ann", actions.Renew(one.given("Ann", number)))
    one.others("Ann", actions.Stay())
    _check_head(one, number)


def advances(number: str, ways: str, *, but_not: str) -> None:
    """Check a Character: its head, the cards it advances from, and some it does not (ARC-07).

    "CHO-01, CHO-05 for 2": from the one without a price, from the other with two discards and not with one.
    """
    for way in ways.split(", "):
        below, _, price = way.partition(" for ")
        _check_head(_advanced(number, below, int(price or 0)), number)
    for below in but_not.split(", "):
        cannot(number, f"{below}; hand 8x{BLANK}")


def _advanced(number: str, below: str, price: int) -> Story:
    """Check that a card advances from this one for this number of discards, and not for fewer."""
    if price:
        cannot(number, f"{below}; hand {price - 1}x{BLANK}")
    one = Story(below, dice=None)
    one.advance(number, pay=f"{price}x{BLANK}" if price else "")
    (advanced,) = [fact for fact in one.told if isinstance(fact, facts.Advanced)]
    assert (advanced.shown.number, len(advanced.paid), len(advanced.milled)) == (number, price, 0)
    return one


def cannot(number: str, *seats: str) -> None:
    """Check that Ann cannot advance with a card of her hand in this position."""
    one = Story(*seats)
    one.begin("advance")
    assert actions.Advance(one.given("Ann", number)) not in one.rules.legal(one.state, 0)


def stands(number: str) -> None:
    """Check the head of a Character."""
    _check_head(Story(f"{PLAIN} {number}"), number)


def _check_head(one: Story, number: str) -> None:
    part, face = one.place().parts[0], one.rules.library.standard.cards[number]
    assert isinstance(face, Character)
    assert (part.kind, part.source) == ("printed", number)
    found, head = f"Level {face.level}, {part.by} power [{', '.join(face.traits)}]", _heads()[number]
    assert found == head, f"{found} instead of {head}"


def does_nothing(number: str) -> None:
    """Check that a card in a stack does nothing in a whole turn, for either seat."""
    one = Story(f"{PLAIN} {number}; hand 3x{BLANK}", f"{PLAIN}; hand 3x{BLANK}")
    one.turn().then().more(0).battle().then().more(0)
    one.fight().then().stack(f"{PLAIN} {number}").more(0)
