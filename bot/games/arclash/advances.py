"""Which Characters can advance from the current one, and by which of their Advancements (ARC-07)."""

from __future__ import annotations

from bot.engine.contract import Seat
from bot.engine.decks import Card
from bot.games.arclash.cards import Advancement, AnyCard, Character
from bot.games.arclash.costs import cards_owed, payable
from bot.games.arclash.look import ArclashLook
from bot.games.arclash.state import NO_CARD


def entered_from(card: Character, way: Advancement) -> int:
    """Return the level that is advanced from: the level below, unless the card says otherwise."""
    return way.level or card.level - 1


def fits(card: Character, way: Advancement, current: AnyCard) -> bool:
    """Whether a Character can advance from the current one by this Advancement, costs aside."""
    return current.level == entered_from(card, way) and way.which.matches(current)


def ways(look: ArclashLook, seat: Seat, card: Card) -> list[int]:
    """Return the places of the Advancements of a card that fit the seat's current Character."""
    face, current = look.face(card), look.current(seat)
    if not isinstance(face, Character):
        return []
    return [place for place, way in enumerate(face.advances) if fits(face, way, current)]


def way_open(look: ArclashLook, seat: Seat, card: Card) -> int | None:
    """Return the first Advancement of a card of the hand that fits and whose costs can be paid, or None."""
    found = ways(look, seat, card)
    if not found:
        return None
    others = [other for other in look.side(seat).hand if other != card]
    for place in found:
        if payable(look, seat, advancement(look, card, place).costs, others):
            return place
    return None


def advancement(look: ArclashLook, card: Card, place: int) -> Advancement:
    """Return an Advancement of a card by its place."""
    face = look.face(card)
    if not isinstance(face, Character):
        raise TypeError(f"{face.number} is no Character")
    return face.advances[place]


def owed(look: ArclashLook, seat: Seat) -> int:
    """Return how many more cards a seat has to choose to discard for what it has put face down."""
    side = look.side(seat)
    if side.placed == NO_CARD or look.state.phase != "advance":
        return 0
    return cards_owed(advancement(look, side.placed, side.way).costs) - len(side.paying)
