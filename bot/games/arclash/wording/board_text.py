"""A whole position as plain text: every visible card by name; no line over 64 characters."""

from __future__ import annotations

from collections.abc import Iterator

from bot.base.language import N_, gettext, ngettext
from bot.engine import sentences
from bot.engine.cards.wording import Room, card_lines, pile_words
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS, either, listed, stands
from bot.engine.textlayout import LIMIT, fitted, indented, paragraphs
from bot.games.arclash.cards.cardtext import card_traits
from bot.games.arclash.rules.facts import SECRET_PHASES
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.view import PlayerArea, seats_to_act
from bot.games.arclash.wording.names import Talk, in_sight, parts_words, phase_words, points_words
from bot.games.arclash.wording.sentences import tally

# The state of a match on two lines: phase and awaited seats, then points and powers.


def status(talk: Talk) -> str:
    """Return the awaited seats, the number that have chosen, the finished seats, and points and powers."""
    return f"{now(talk)}\n{_points(talk)}" if talk.view.turn else now(talk)


def now(talk: Talk) -> str:
    """Return the phase, the awaited seats, the number that have chosen, and the finished seats."""
    return f"**{moment(talk)}**: {' '.join([waiting_for(talk), *_done(talk)])}"


def waiting_for(talk: Talk) -> str:
    """Return the sentence with the awaited seats and their task: nothing more (ARC-15)."""
    view = talk.view
    if view.question is not None:
        asking, who = in_sight(view).get(view.question.card), talk.who(view.question.seat)
        if not asking:
            return gettext("{who} has to choose for a card.", who=who)
        return gettext("{who} has to choose for {card}.", who=who, card=talk.named(asking))
    seats = seats_to_act(view, view.question, view.places)
    if view.phase == "support" and seats:
        return gettext("{who} is to play a Support or to pass.", who=talk.who(seats[0]))
    if not seats:
        return gettext("Everybody has chosen.")
    # The seats that have made the secret choice of this phase.
    if view.phase not in SECRET_PHASES:
        chosen: list[Seat] = []
    else:
        chosen = [seat for seat, place in enumerate(view.places) if place.ready and not place.out]
    return sentences.waiting_for(talk, seats, len(chosen))


def _done(talk: Talk) -> list[str]:
    """Return the seats that stand, or have passed."""
    view = talk.view
    done = [seat for seat, place in enumerate(view.places) if place.done and not place.out]
    words = []
    if done and view.phase == "support":
        words.append(gettext("Passed: {players}.", players=_status_marks(done)))
    if done and view.phase == "advance":
        words.append(gettext("Standing: {players}.", players=_status_marks(done)))
    return words


def _status_marks(seats: list[Seat]) -> str:
    return listed([SEAT_MARKS[seat] for seat in seats])


def _points(talk: Talk) -> str:
    seats = [(SEAT_MARKS[seat], place) for seat, place in enumerate(talk.view.places) if not place.out]
    points = ", ".join([f"{mark} {place.score}" for mark, place in seats])
    powers = ", ".join([f"{mark} {place.power}" for mark, place in seats if place.stack])
    score = talk.view.options.score
    if not powers:
        return gettext("Points of {score}: {points} · Power: nobody yet", score=score, points=points)
    return gettext("Points of {score}: {points} · Power: {powers}", score=score, points=points, powers=powers)


def moment(talk: Talk) -> str:
    """Return the turn and its phase."""
    return " · ".join(phase_words(talk.view))


def aim(options: Options, _seats: int) -> str:
    """Return the winning score, and the turn after which the most points win (ARC-14)."""
    first = gettext("first to {points}", points=points_words(options.score))
    if not options.rounds:
        return first
    return gettext("{aim}; after {number} turns the most win", aim=first, number=options.rounds)


_ROOMS = (Room(200, 99), Room(90, 99), Room(90, 8), Room(0, 8), Room(0, 3), Room(0, 0))


def board_text(talk: Talk) -> str:
    """Return the position in words, at most `LIMIT` characters."""
    return fitted((_described(talk, room) for room in _ROOMS), LIMIT)


def _described(talk: Talk, room: Room) -> str:
    lines = [_goal(talk), *stands(talk, now, tally).splitlines()]
    if talk.view.order:
        order = ", ".join([talk.names[seat] for seat in talk.view.order])
        lines.append(gettext("Supports are played in this order: {order}.", order=order))
    heading = "\n".join([indented(line) for line in lines])
    # The texts of the cards in play, current Characters and Supports first, each card once.
    places = [place for place in talk.view.places if not place.out]
    cards = [card for place in places for card in (*place.stack[-1:], *place.supports)]
    cards += [card for place in places for card in reversed(place.stack[:-1])]
    texts = card_lines(talk.lexicon, [card.number for card in cards], room.texts)
    parts = [
        heading,
        *["\n".join(_seat_lines(talk, seat, room)) for seat in range(talk.view.seats)],
        "\n".join(_own_lines(talk)),
        "\n".join(texts),
    ]
    return paragraphs(parts)


def _goal(talk: Talk) -> str:
    score, turns = talk.view.options.score, talk.view.options.rounds
    if not turns:
        return ngettext("Arclash: {number} point wins.", "Arclash: {number} points win.", score)
    return ngettext(
        "Arclash: {number} point wins, at most {turns}.",
        "Arclash: {number} points win, at most {turns}.",
        score,
        turns=ngettext("{number} turn", "{number} turns", turns),
    )


def _seat_lines(talk: Talk, seat: Seat, room: Room) -> list[str]:
    place = talk.view.places[seat]
    seated = gettext("{player} (seat {seat})", player=talk.names[seat], seat=seat + 1)
    marks = ", ".join([points_words(place.score), *_marks(talk, place)])
    lines = [*_in_play(talk, place), *([_stock(talk, place, room)] if talk.view.turn else [])]
    return [indented(f"{SEAT_MARKS[seat]} {seated}: {marks}."), *[indented(line, "  ") for line in lines]]


def seat_text(talk: Talk, seat: Seat) -> list[str]:
    """Return a seat's cards in play, in sentences of plain text."""
    place = talk.view.places[seat]
    return [f"{talk.names[seat]}: {points_words(place.score)}.", *_in_play(talk, place)]


def _in_play(talk: Talk, place: PlayerArea) -> Iterator[str]:
    """Yield a seat's cards in play, and the parts of its power."""
    if place.stack:
        yield _stack_words(talk, place)
        parts = parts_words(place.parts, talk.lexicon)
        yield gettext("Power {power}: {parts}.", power=place.power, parts=parts)
    if place.supports:
        yield gettext("Supports: {cards}.", cards=talk.counted(place.supports))
    for guard in place.guards:
        card, against = talk.lexicon.plain(guard.source), [gettext(_GUARDED[one]) for one in guard.against]
        yield gettext("Guarded by {card} against {against}.", card=card, against=either(against))


_GUARDED = {
    "debuff": N_("loss of power"),
    "level-down": N_("going down a level"),
    "discard": N_("discarding"),
}
_LAST = {"won": N_("won the last battle"), "lost": N_("lost the last battle")}


def _marks(talk: Talk, place: PlayerArea) -> list[str]:
    if place.out:
        return [gettext("has resigned")]
    marks = [gettext("ready")] if place.ready else []
    if place.done:
        marks.append(gettext("passed") if talk.view.phase == "support" else gettext("stands"))
    if place.last:
        marks.append(gettext(_LAST[place.last]))
    return marks


def _stack_words(talk: Talk, place: PlayerArea) -> str:
    top, below = talk.lexicon.plain(place.stack[-1].number), talk.counted(reversed(place.stack[:-1]))
    card = talk.lexicon.face(place.stack[-1].number)
    if card is not None:
        traits = ", ".join(card_traits(card))
        name = f"{top} [{traits}]" if traits else top
        top = gettext("Level {level}: {card}", level=card.level, card=name)
    return gettext("{card}, upon: {below}.", card=top, below=below) if below else f"{top}."


def _stock(talk: Talk, place: PlayerArea, room: Room) -> str:
    named = place.discard[-room.discards :] if room.discards else ()
    return gettext(
        "{hand} in hand, {deck} in the deck, discard pile: {pile}.",
        hand=place.hand,
        deck=place.deck,
        pile=pile_words(talk.counted(named), len(place.discard) - len(named)),
    )


def _own_lines(talk: Talk) -> list[str]:
    view = talk.view
    if view.viewer is None:
        return []
    lines = []
    if view.turn:
        hand = gettext("Your hand: {cards}.", cards=talk.counted(view.hand)) if view.hand else ""
        lines.append(hand or gettext("Your hand: empty."))
    if view.openers and view.placed is None:
        lines.append(gettext("You may begin with: {cards}.", cards=talk.counted(view.openers)))
    if view.placed is not None:
        lines.append(_placed(talk, talk.lexicon.plain(view.placed.number)))
    if view.looking:
        lines.append(gettext("You look at: {cards}.", cards=talk.counted(view.looking)))
    return [indented(line) for line in lines]


def _placed(talk: Talk, card: str) -> str:
    """Return the face-down card, its payment so far, and the remaining payment."""
    paid, owed = talk.counted(talk.view.paying), talk.view.owed
    if paid and owed:
        return ngettext(
            "You have put {card} face down, discarding {paid} for it; {number} card to be chosen yet.",
            "You have put {card} face down, discarding {paid} for it; {number} cards to be chosen yet.",
            owed,
            card=card,
            paid=paid,
        )
    if owed:
        return ngettext(
            "You have put {card} face down; {number} card to be chosen yet.",
            "You have put {card} face down; {number} cards to be chosen yet.",
            owed,
            card=card,
        )
    if paid:
        return gettext("You have put {card} face down, discarding {paid} for it.", card=card, paid=paid)
    return gettext("You have put {card} face down.", card=card)
