"""What is in force for a time, in words: "●*Well-Read Ogre* +2 dmg (this turn)"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.contract import Seat
from bot.engine.language import N_, gettext, pgettext
from bot.engine.phrases import SEAT_MARKS
from bot.games.overcross.cards import statics
from bot.games.overcross.cards.field import Until
from bot.games.overcross.cards.printed import GENRES
from bot.games.overcross.wording.names import Talk

STATS: Mapping[str, str] = {
    "acc": N_("acc", "stat"),
    "defense": N_("defense", "stat"),
    "dmg": N_("dmg", "stat"),
    "speed": N_("speed", "stat"),
    "rng": N_("rng", "stat"),
}
"""What the numbers of a Character are called."""
_UNTIL: Mapping[Until, str] = {
    "turn": N_("this turn"),
    "own-turn": N_("to the end of the next turn of {player}"),
    "match": N_("for the rest of the match"),
}


def lasting_words(talk: Talk, static: statics.AnyStatic, until: Until, seat: Seat) -> str:
    """Return what is in force and how long, safe to print; `seat` is whose next turn ends it."""
    what = static_words(talk, static)
    return gettext("{what} ({until})", what=what, until=gettext(_UNTIL[until], player=SEAT_MARKS[seat]))


def static_words(talk: Talk, static: statics.AnyStatic) -> str:
    """Return what is in force, safe to print."""
    return _WORDS[type(static)](talk, static)


def stat_words(stat: str, by: int) -> str:
    """Return a change of a number: "+2 dmg"."""
    return f"{by:+d} {pgettext('stat', STATS[stat])}"


def _subject(talk: Talk, static: Any) -> str:
    """Return who is meant: a Character, or those of a seat and genre."""
    if static.piece != statics.ANY:
        return talk.piece(static.piece)
    genre = getattr(static, "genre", "")
    who = gettext("{genre} Characters", genre=gettext(GENRES[genre])) if genre else gettext("all Characters")
    seat = getattr(static, "seat", statics.ANY)
    return who if seat == statics.ANY else gettext("{who} of {player}", who=who, player=SEAT_MARKS[seat])


def _changed(talk: Talk, static: statics.Change) -> str:
    change = stat_words(static.stat, static.by)
    if static.attacks == "ranged":
        change = gettext("{change} for ranged attacks", change=change)
    elif static.attacks == "melee":
        change = gettext("{change} for melee attacks", change=change)
    if static.against:
        change = gettext("{change} against {genre}", change=change, genre=gettext(GENRES[static.against]))
    return f"{_subject(talk, static)} {change}"


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


def _about(message: str) -> Callable[[Talk, Any], str]:
    return lambda talk, static: gettext(message, piece=_subject(talk, static))


def _granted(talk: Talk, static: statics.Grant) -> str:
    return gettext("{piece} has {attack}", piece=_subject(talk, static), attack=static.attack.describe())


def _retyped(talk: Talk, static: statics.Retype) -> str:
    return gettext("{piece} is {genre}", piece=_subject(talk, static), genre=gettext(GENRES[static.genre]))


def _limited(talk: Talk, static: statics.TargetLimit) -> str:
    return gettext(
        "{piece} cannot be the target of ranged attacks from more than {squares} squares away",
        piece=_subject(talk, static),
        squares=static.squares,
    )


def _further_rows(talk: Talk, static: statics.ZoneRows) -> str:
    return gettext(
        "{player} may also deploy on the next rows: {rows}", player=talk.who(static.seat), rows=static.rows
    )


def _nearer(talk: Talk, static: statics.Nearer) -> str:
    return gettext("{player} may deploy one up to the middle line", player=talk.who(static.seat))


_KINDS = {
    "": N_("cards"),
    "character": N_("Characters"),
    "edit": N_("Edits"),
    "terrain": N_("Terrains"),
    "event": N_("Events"),
}


def _costs(talk: Talk, static: statics.Cost) -> str:
    return gettext(
        "play cost of {cards} of {player}: {by}",
        cards=gettext(_KINDS[static.kind]),
        player=talk.who(static.seat),
        by=f"{static.by:+d}",
    )


_WORDS: Mapping[type, Callable[[Talk, Any], str]] = {
    statics.Change: _changed,
    statics.Forbid: lambda talk, static: _about(_FORBIDDEN[static.deed])(talk, static),
    statics.Grant: _granted,
    statics.Retype: _retyped,
    statics.Passes: lambda talk, static: _about(_PASSING[static.what])(talk, static),
    statics.NoSlow: _about(N_("terrain costs {piece} no extra movement")),
    statics.TargetLimit: _limited,
    statics.Unmoved: _about(N_("no card moves {piece}")),
    statics.ZoneRows: _further_rows,
    statics.Nearer: _nearer,
    statics.Cost: _costs,
}
