"""Effects with a duration in words: "●*Well-Read Ogre* +2 dmg (this turn)"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import N_, gettext
from bot.engine.contract import Seat
from bot.engine.phrases import SEAT_MARKS
from bot.engine.sentences import Describer, Sentences
from bot.games.overcross.cards import statics
from bot.games.overcross.cards.field import Until
from bot.games.overcross.cards.printed import GENRES, KINDS
from bot.games.overcross.cards.words.numbers import number_words
from bot.games.overcross.wording.names import Talk

_UNTIL: Mapping[Until, str] = {
    "turn": N_("this turn"),
    "own-turn": N_("to the end of the next turn of {player}"),
    "match": N_("for the rest of the match"),
}


def lasting_words(talk: Talk, static: statics.AnyStatic, until: Until, seat: Seat) -> str:
    """Return an effect in force with its duration, safe to print; the next turn of `seat` ends it."""
    what = _DESCRIBERS[type(static)](static, talk)
    return gettext("{what} ({until})", what=what, until=gettext(_UNTIL[until], player=SEAT_MARKS[seat]))


def _subject(static: Any, talk: Talk) -> str:
    """Return the Characters concerned: one, or all of a seat and genre."""
    if static.piece != statics.ANY:
        return talk.piece(static.piece)
    genre = getattr(static, "genre", "")
    who = gettext("{genre} Characters", genre=gettext(GENRES[genre])) if genre else gettext("all Characters")
    seat = getattr(static, "seat", statics.ANY)
    return who if seat == statics.ANY else gettext("{who} of {player}", who=who, player=SEAT_MARKS[seat])


_OF_ATTACKS = {
    "ranged": N_("{change} for ranged attacks"),
    "melee": N_("{change} for melee attacks"),
}


def _changed(static: statics.Change, talk: Talk) -> str:
    change = number_words(static.stat, static.by)
    if static.attacks:
        change = gettext(_OF_ATTACKS[static.attacks], change=change)
    if static.against:
        change = gettext("{change} against {genre}", change=change, genre=gettext(GENRES[static.against]))
    return f"{_subject(static, talk)} {change}"


_SENTENCES = Sentences(
    {
        "piece": _subject,
        "player": lambda static, talk: talk.who(static.seat),
        "attack": lambda static, _: static.attack.describe(),
        "genre": lambda static, _: gettext(GENRES[static.genre]),
        "squares": lambda static, _: static.squares,
        "rows": lambda static, _: static.rows,
        "cards": lambda static, _: gettext(KINDS[static.kind]) if static.kind else gettext("cards"),
        "by": lambda static, _: f"{static.by:+d}",
    }
)
_FORBIDDEN = {
    "act": N_("{piece} may not act"),
    "move": N_("{piece} may not move as its minor action"),
    "attack": N_("{piece} may not attack"),
    "star": N_("{piece} may make no star attacks"),
    "special": N_("{piece} may use no specials"),
}
_PASSING = {
    "enemies": N_("{piece} may move through enemies"),
    "obstructive": N_("{piece} may move over obstructive terrain"),
}
_DESCRIBERS: Mapping[type, Describer] = {
    statics.Change: _changed,
    statics.Forbid: _SENTENCES.by("deed", _FORBIDDEN),
    statics.Grant: _SENTENCES.plain(N_("{piece} has {attack}")),
    statics.Retype: _SENTENCES.plain(N_("{piece} is {genre}")),
    statics.Passes: _SENTENCES.by("what", _PASSING),
    statics.NoSlow: _SENTENCES.plain(N_("terrain costs {piece} no extra movement")),
    statics.TargetLimit: _SENTENCES.plain(
        N_("{piece} cannot be the target of ranged attacks from more than {squares} squares away")
    ),
    statics.Unmoved: _SENTENCES.plain(N_("no card moves {piece}")),
    statics.ZoneRows: _SENTENCES.plain(N_("{player} may also deploy on the next rows: {rows}")),
    statics.Nearer: _SENTENCES.plain(N_("{player} may deploy one up to the middle line")),
    statics.Cost: _SENTENCES.plain(N_("play cost of {cards} of {player}: {by}")),
}
"""The describer of each `statics.Static`."""
