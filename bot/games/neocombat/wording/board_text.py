"""A whole position as plain text: the sectors, and every varan with the public knowledge of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.base.language import N_, gettext, ngettext
from bot.engine import sentences
from bot.engine.cards.wording import pile_words
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS, by_seat, listed, stands
from bot.engine.textlayout import LIMIT, fitted, indented, paragraphs
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.view import Fight, token_name
from bot.games.neocombat.wording.names import (
    Talk,
    awaited,
    damage_words,
    kills_words,
    known_words,
    marked,
    marks_words,
    phase_words,
    records_of,
    sector_title,
    step_words,
    tokens_of,
)
from bot.games.neocombat.wording.sentences import tally

# The standing of a match in two lines: the phase and the seats to act; then kills, varans and cards.


def status(talk: Talk) -> str:
    """Return the seats to act, and the standing of all."""
    return f"{now(talk)}\n{_standing(talk)}" if talk.view.tokens else now(talk)


def now(talk: Talk) -> str:
    """Return the phase and the seats to act."""
    return f"**{moment(talk)}**: {waiting_for(talk)}"


def waiting_for(talk: Talk) -> str:
    """Return the sentence on the seats to act and their options: it does not depend on hidden cards
    (NEO-10).
    """
    view = talk.view
    if view.fight is not None:
        return _window_words(talk, view.fight)
    if view.second is not None:
        return gettext("{user} may attack a second time.", user=talk.user(view.second.user, view.current))
    seats = awaited(view)
    if not seats:
        return gettext("Everybody has chosen.")
    ready = [seat for seat, gone in enumerate(view.out) if view.ready[seat] and not gone]
    chosen = len(ready) if view.phase in ("draft", "repair") else 0
    waiting = sentences.waiting_for(talk, seats, chosen)
    if view.phase == "movement":
        step = step_words(view)
        return gettext("{waiting} Now {step}.", waiting=waiting, step=step)
    return waiting


def _window_words(talk: Talk, fight: Fight) -> str:
    """Return the play to answer, and who may answer it."""
    message = _WINDOWS[fight.kind == "sensor"]
    return gettext(
        message,
        player=talk.who(talk.owner(fight.target)),
        user=talk.user(fight.user, fight.seat),
        card=talk.named(fight.card),
        target=talk.token(fight.target),
        damage=damage_words(fight.by),
    )


_WINDOWS = {
    True: N_("{player} may answer {card} by {user} on {target}."),
    False: N_("{player} may answer {card} by {user} on {target}: {damage}."),
}
"""By whether it is a sensor."""


def _standing(talk: Talk) -> str:
    view = talk.view
    seats = [seat for seat in range(view.seats) if not view.out[seat]]
    words = [
        gettext("Kills: {kills}", kills=by_seat(enumerate(view.kills))),
        gettext("Varans: {varans}", varans=by_seat([(seat, view.alive(seat)) for seat in seats])),
        gettext("Cards: {cards}", cards=by_seat([(seat, view.hands[seat]) for seat in seats])),
    ]
    if view.stopped:
        words.append(gettext("No more moves: {players}", players=_status_marks(view.stopped)))
    if view.passed:
        words.append(gettext("Passed: {players}", players=_status_marks(view.passed)))
    return " · ".join(words)


def _status_marks(seats: tuple[int, ...]) -> str:
    return listed([SEAT_MARKS[seat] for seat in sorted(set(seats))])


_STATUS_ENDS: Mapping[str, str] = {
    "score": N_("most kills, when a player has {kills} or turn {number} is over"),
    "first": N_("most kills, when the first player is out of varans or turn {number} is over"),
    "second": N_("most kills, when the second player is out of varans or turn {number} is over"),
    "last": N_("the last player with varans; most kills, when turn {number} is over"),
}


def moment(talk: Talk) -> str:
    """Return the turn and its phase."""
    return " · ".join(phase_words(talk.view))


def aim(options: Options, _seats: int) -> str:
    """Return the winning condition, and when it applies (NEO-16)."""
    return gettext(_STATUS_ENDS[options.end], number=options.turns, kills=options.kills)


class _Room(NamedTuple):
    """The level of detail; it is lowered until the text fits."""

    printed: bool
    """Whether speed, health and attributes of known varans are shown."""
    piles: int
    """The number of named cards of the discard pile and of the removed cards."""


_ROOMS = (_Room(True, 99), _Room(True, 10), _Room(False, 10), _Room(False, 0))


def board_text(talk: Talk) -> str:
    """Return the position in words, at most `LIMIT` characters."""
    return fitted((_described(talk, room) for room in _ROOMS), LIMIT)


def _described(talk: Talk, room: _Room) -> str:
    view = talk.view
    return paragraphs(
        [
            "\n".join([indented(line) for line in (_goal(talk), *stands(talk, now, tally).splitlines())]),
            "\n".join(_sectors(talk)),
            *["\n".join(_seat_lines(talk, seat, room)) for seat in range(view.seats)],
            "\n".join([indented(line) for line in _piles(talk, room)]),
            "\n".join([indented(line) for line in _own(talk)]),
        ]
    )


# The match

_ENDS = {
    "score": N_("it ends when a player has {kills} kills"),
    "first": N_("it ends when a player has no varans left"),
    "second": N_("it ends when two players have no varans left"),
    "last": N_("the last player with varans wins"),
}


def _goal(talk: Talk) -> str:
    options = talk.view.options
    return ngettext(
        "Neo-Combat, {number} varan each; {end}, or after {turns} turns.",
        "Neo-Combat, {number} varans each; {end}, or after {turns} turns.",
        options.team,
        end=gettext(_ENDS[options.end], kills=options.kills),
        turns=options.turns,
    )


def _sectors(talk: Talk) -> Iterator[str]:
    """Yield the occupants of each sector, the Centre first."""
    view = talk.view
    if not view.tokens:
        return
    for sector in view.sectors:
        there = [number for number, token in enumerate(view.tokens) if token.sector == sector]
        names = ", ".join([marked(token, view.options.team) for token in there]) or gettext("nobody")
        yield indented(gettext("{sector}: {varans}.", sector=sector_title(sector), varans=names))


# The seats


def _seat_lines(talk: Talk, seat: Seat, room: _Room) -> list[str]:
    view = talk.view
    seated = gettext("{player} (seat {seat})", player=talk.names[seat], seat=seat + 1)
    words = ", ".join(
        [
            kills_words(view.kills[seat]),
            gettext("{damage} dealt", damage=damage_words(view.dealt[seat])),
            ngettext("{number} card in hand", "{number} cards in hand", view.hands[seat]),
            *_marks(talk, seat),
        ]
    )
    lines = [indented(f"{SEAT_MARKS[seat]} {seated}: {words}.")]
    return lines + [
        indented(_token_line(talk, token, room), "  ", "      ") for token in tokens_of(view, seat)
    ]


_GONE = {"dropped": N_("out"), "resigned": N_("has resigned")}


def _marks(talk: Talk, seat: Seat) -> Iterator[str]:
    view = talk.view
    if view.turn and seat == view.first:
        yield gettext("First player")
    if view.out[seat]:
        yield gettext(_GONE[view.out[seat]])
    if view.ready[seat]:
        yield gettext("ready")
    if seat in view.stopped:
        yield gettext("makes no more moves")
    if seat in view.passed:
        yield gettext("has passed")


def _token_line(talk: Talk, token: int, room: _Room) -> str:
    """Return a varan with all public knowledge of it."""
    view, name = talk.view, token_name(token, talk.view.options.team)
    its = view.tokens[token]
    known = known_words(view, token, talk.lexicon)
    if not its.here:
        return gettext("{token} {varan}: has left the game", token=name, varan=known)
    state = gettext("revealed") if its.revealed else gettext("cloaked")
    words = [
        sector_title(its.sector),
        state,
        *_shown(talk, token, room),
        *marks_words(its, talk.lexicon.pool),
    ]
    return gettext("{token} {varan}: {words}", token=name, varan=known, words=", ".join(words))


def _shown(talk: Talk, token: int, room: _Room) -> Iterator[str]:
    """Yield the public damage of a varan, and its printed values."""
    (record, *others) = records_of(talk.view, token)
    if others or record.varan == UNKNOWN:
        return
    damage = talk.view.wounds[record.varan]
    if room.printed:
        yield talk.lexicon.scored(record.varan, damage)
    else:
        health = talk.lexicon.pool.roster[record.varan].health
        yield gettext("damage {damage} of {health}", damage=damage, health=health)


# Cards, and the viewer's own things


def _piles(talk: Talk, room: _Room) -> Iterator[str]:
    view = talk.view
    yield ngettext("{number} card in the deck.", "{number} cards in the deck.", view.deck)
    yield gettext("Discard pile: {cards}.", cards=_pile(talk, view.discard, room))
    if view.removed:
        yield gettext("Out of the game: {cards}.", cards=_pile(talk, view.removed, room))


def _pile(talk: Talk, cards: tuple[int, ...], room: _Room) -> str:
    """Return the cards of a pile, the latest by name, and the number of the others."""
    named = tuple(sorted(cards[len(cards) - room.piles :] if len(cards) > room.piles else cards))
    return pile_words(talk.lexicon.counted(named, ", "), len(cards) - len(named))


def _own(talk: Talk) -> Iterator[str]:
    """Yield the viewer's private knowledge: its varans, its hand, its choices."""
    view, lexicon = talk.view, talk.lexicon
    if view.viewer is None:
        return
    if view.offer:
        yield gettext("Dealt to you: {varans}.", varans=_varans(talk, view.offer))
        yield gettext("You keep: {varans}.", varans=_varans(talk, view.kept) or gettext("nobody yet"))
    yield from _own_cloaked(talk, talk.own_tokens())
    if view.turn:
        yield gettext("Your hand: {cards}.", cards=lexicon.counted(view.hand, ", ") or gettext("empty"))


def _own_cloaked(talk: Talk, tokens: Iterable[int]) -> Iterator[str]:
    """Yield the names of the viewer's own cloaked varans."""
    view, lexicon = talk.view, talk.lexicon
    for token in tokens:
        if token in talk.own_tokens() and not view.tokens[token].revealed:
            varan, name = talk.varan_of(token), token_name(token, view.options.team)
            yield gettext(
                "Your {token} is {varan}: {words}.",
                token=name,
                varan=lexicon.plain_varan(varan),
                words=lexicon.scored(varan, view.wounds[varan]),
            )


def varans_text(talk: Talk, tokens: Sequence[int]) -> list[str]:
    """Return the viewer's private knowledge of varans, then the public knowledge of each; with more detail
    for a single one.
    """
    room = _ROOMS[0] if len(tokens) == 1 else _ROOMS[-1]
    return [*_own_cloaked(talk, tokens), *[f"{_token_line(talk, token, room)}." for token in tokens]]


def _varans(talk: Talk, varans: tuple[int, ...]) -> str:
    return ", ".join([talk.lexicon.plain_varan(varan) for varan in varans])
