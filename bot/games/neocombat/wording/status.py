"""The standing of a match in two lines: the phase and the seats to act; then kills, varans and cards."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_, gettext
from bot.engine import sentences
from bot.engine.phrases import SEAT_MARKS, by_seat, listed
from bot.games.neocombat.rules.view import Fight
from bot.games.neocombat.wording.names import Talk, awaited, damage_words, phase_words, step_words


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
        words.append(gettext("No more moves: {players}", players=_marks(view.stopped)))
    if view.passed:
        words.append(gettext("Passed: {players}", players=_marks(view.passed)))
    return " · ".join(words)


def _marks(seats: tuple[int, ...]) -> str:
    return listed([SEAT_MARKS[seat] for seat in sorted(set(seats))])


_ENDS: Mapping[str, str] = {
    "score": N_("most kills, when a player has {kills} or turn {number} is over"),
    "first": N_("most kills, when the first player is out of varans or turn {number} is over"),
    "second": N_("most kills, when the second player is out of varans or turn {number} is over"),
    "last": N_("the last player with varans; most kills, when turn {number} is over"),
}


def moment(talk: Talk) -> str:
    """Return the turn and its phase."""
    return " · ".join(phase_words(talk.view))


def aim(talk: Talk) -> str:
    """Return the winning condition, and when it applies (NEO-16)."""
    options = talk.view.options
    return gettext(_ENDS[options.end], number=options.turns, kills=options.kills)
