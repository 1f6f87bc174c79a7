"""A whole position as plain text: the sectors, and every varan with what is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.engine.cardwording import pile_words
from bot.engine.contract import Seat
from bot.engine.language import N_, gettext, ngettext
from bot.engine.phrases import SEAT_MARKS, listed
from bot.engine.sentences import over_words
from bot.engine.textlayout import LIMIT, fitted, indented, paragraphs
from bot.games.neocombat.rules.knowledge import UNKNOWN
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


class _Room(NamedTuple):
    """How much is told; what does not fit is told with less."""

    printed: bool
    """Whether speed, health and attributes of known varans are told."""
    piles: int
    """Cards of the discard pile and of those removed that are named."""


_ROOMS = (_Room(True, 99), _Room(True, 10), _Room(False, 10), _Room(False, 0))


def board_text(talk: Talk) -> str:
    """Return the position in words, at most `LIMIT` characters."""
    return fitted((_described(talk, room) for room in _ROOMS), LIMIT)


def _described(talk: Talk, room: _Room) -> str:
    view = talk.view
    return paragraphs(
        [
            f"{indented(_goal(talk))}\n{indented(_now(talk))}",
            "\n".join(_sectors(talk)),
            *["\n".join(_seat_lines(talk, seat, room)) for seat in range(view.seats)],
            "\n".join([indented(line) for line in _piles(talk, room)]),
            "\n".join([indented(line) for line in _own(talk)]),
        ]
    )


# The match

_ENDS = {
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
        end=gettext(_ENDS[options.end]),
        turns=options.turns,
    )


def _now(talk: Talk) -> str:
    view = talk.view
    if view.outcome is not None:
        return over_words(view.outcome, talk.names)
    phase = ", ".join(phase_words(view))
    players = listed([talk.names[seat] for seat in awaited(view)])
    waiting = gettext("{phase}: waiting for {players}.", phase=phase, players=players or gettext("nobody"))
    return " ".join([waiting, *_moment(talk)])


def _moment(talk: Talk) -> Iterator[str]:
    """Yield what is open just now: a window, a second attack, a step; and who is First player."""
    view = talk.view
    if view.fight is not None:
        yield _window(talk, view.fight)
    elif view.second is not None:
        user = token_name(view.second.user, view.options.team)
        yield gettext("A second attack of {user} can follow.", user=user)
    elif view.phase == "movement":
        yield gettext("Now {step}.", step=step_words(view))
    if view.turn:
        yield gettext("First player: {player}.", player=talk.names[view.first])


def _window(talk: Talk, fight: Fight) -> str:
    team, card = talk.view.options.team, talk.lexicon.plain(fight.card)
    target = token_name(fight.target, team)
    if fight.kind == "sensor":
        return gettext("A window is open: {card} on {target}.", card=card, target=target)
    return gettext(
        "A window is open: {card} with {user} on {target}, {damage}.",
        card=card,
        user=token_name(fight.user, team),
        target=target,
        damage=damage_words(fight.by),
    )


def _sectors(talk: Talk) -> Iterator[str]:
    """Yield who is in each sector, the Centre first."""
    view = talk.view
    if not view.tokens:
        return
    for sector in sorted({0, *[token.sector for token in view.tokens if token.here]}):
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
    if view.out[seat]:
        yield gettext(_GONE[view.out[seat]])
    if view.ready[seat]:
        yield gettext("ready")
    if seat in view.stopped:
        yield gettext("makes no more moves")
    if seat in view.passed:
        yield gettext("has passed")


def _token_line(talk: Talk, token: int, room: _Room) -> str:
    """Return a varan with all that everybody knows of it."""
    view, name = talk.view, token_name(token, talk.view.options.team)
    its = view.tokens[token]
    known = known_words(view, token, talk.lexicon)
    if not its.here:
        return gettext("{token} {varan}: has left the game", token=name, varan=known)
    state = gettext("revealed") if its.revealed else gettext("cloaked")
    words = [sector_title(its.sector), state, *_shown(talk, token, room), *marks_words(its)]
    return gettext("{token} {varan}: {words}", token=name, varan=known, words=", ".join(words))


def _shown(talk: Talk, token: int, room: _Room) -> Iterator[str]:
    """Yield the damage of a varan that everybody knows, and what is printed on it."""
    (record, *others) = records_of(talk.view, token)
    if others or record.varan == UNKNOWN:
        return
    damage = talk.view.wounds[record.varan]
    if room.printed:
        yield talk.lexicon.scored(record.varan, damage)
    else:
        health = talk.lexicon.pool.roster[record.varan].health
        yield gettext("damage {damage} of {health}", damage=damage, health=health)


# Cards, and what is one's own


def _piles(talk: Talk, room: _Room) -> Iterator[str]:
    view = talk.view
    yield ngettext("{number} card in the deck.", "{number} cards in the deck.", view.deck)
    yield gettext("Discard pile: {cards}.", cards=_pile(talk, view.discard, room))
    if view.removed:
        yield gettext("Out of the game: {cards}.", cards=_pile(talk, view.removed, room))


def _pile(talk: Talk, cards: tuple[int, ...], room: _Room) -> str:
    """Return the cards of a pile, the latest of them by name, and how many there are besides."""
    named = tuple(sorted(cards[len(cards) - room.piles :] if len(cards) > room.piles else cards))
    return pile_words(talk.lexicon.counted(named, ", "), len(cards) - len(named))


def _own(talk: Talk) -> Iterator[str]:
    """Yield what only the viewer knows: its varans, its hand, what it has chosen."""
    view, lexicon = talk.view, talk.lexicon
    if view.viewer is None:
        return
    if view.offer:
        yield gettext("Dealt to you: {varans}.", varans=_varans(talk, view.offer))
        yield gettext("You keep: {varans}.", varans=_varans(talk, view.kept) or gettext("nobody yet"))
    for token in talk.own_tokens():
        varan = talk.varan_of(token)
        if not view.tokens[token].revealed:
            name = token_name(token, view.options.team)
            told = lexicon.scored(varan, view.wounds[varan])
            yield gettext(
                "Your {token} is {varan}: {words}.", token=name, varan=lexicon.plain_varan(varan), words=told
            )
    if view.turn:
        yield gettext("Your hand: {cards}.", cards=lexicon.counted(view.hand, ", ") or gettext("empty"))


def _varans(talk: Talk, varans: tuple[int, ...]) -> str:
    return ", ".join([talk.lexicon.plain_varan(varan) for varan in varans])
