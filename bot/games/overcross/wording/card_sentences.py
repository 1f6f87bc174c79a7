"""The sentences for further effects of cards: choices, cards taken and discarded, looking at hands, dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import N_, gettext, messages
from bot.engine.cards.program import STOP
from bot.engine.contract import Seat
from bot.engine.sentences import SEAT_MARKS, Describer, Sentences, dice_shown
from bot.games.overcross.cards import statics
from bot.games.overcross.cards.field import DIRECTIONS, Until
from bot.games.overcross.cards.printed import GENRES, KINDS
from bot.games.overcross.cards.words.numbers import number_words
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.view import NO_CARD, ended_by, owner_of
from bot.games.overcross.wording.names import Talk

# Effects with a duration in words: "●*Well-Read Ogre* +2 dmg (this turn)".


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


def _changed(static: statics.StatChange, talk: Talk) -> str:
    change = number_words(static.stat, static.by)
    if static.attacks:
        change = gettext(_OF_ATTACKS[static.attacks], change=change)
    if static.against:
        change = gettext("{change} against {genre}", change=change, genre=gettext(GENRES[static.against]))
    return f"{_subject(static, talk)} {change}"


_EFFECTS = Sentences(
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
    statics.StatChange: _changed,
    statics.Forbid: _EFFECTS.by("deed", _FORBIDDEN),
    statics.Grant: _EFFECTS.plain(N_("{piece} has {attack}")),
    statics.Retype: _EFFECTS.plain(N_("{piece} is {genre}")),
    statics.Passes: _EFFECTS.by("what", _PASSING),
    statics.NoSlow: _EFFECTS.plain(N_("terrain costs {piece} no extra movement")),
    statics.TargetLimit: _EFFECTS.plain(
        N_("{piece} cannot be the target of ranged attacks from more than {squares} squares away")
    ),
    statics.Unmoved: _EFFECTS.plain(N_("no card moves {piece}")),
    statics.ZoneRows: _EFFECTS.plain(N_("{player} may also deploy on the next rows: {rows}")),
    statics.Nearer: _EFFECTS.plain(N_("{player} may deploy one up to the middle line")),
    statics.Cost: _EFFECTS.plain(N_("play cost of {cards} of {player}: {by}")),
}
"""The describer of each `statics.Static`."""


_SENTENCES = Sentences(
    {
        "who": lambda fact, talk: talk.who(fact.seat),
        "by": lambda fact, talk: talk.card(fact.by),
        "cards": lambda fact, talk: talk.several(fact.cards),
        "target": lambda fact, talk: talk.who(fact.target),
    }
)

DIRECTION_NAMES = messages("overcross", "directions", dict[str, str])
"""The directions of a push; north is up."""


def direction_words(direction: int) -> str:
    """Return the name of an index of `DIRECTIONS`."""
    return gettext(DIRECTION_NAMES[DIRECTIONS[direction]])


# Choices


def _decided(fact: facts.Decided, talk: Talk) -> str:
    own = talk.own(fact.seat)
    if fact.answer is None:
        return (
            gettext("You have chosen.")
            if own
            else _SENTENCES.say(N_("{who} has chosen for {by}."), fact, talk)
        )
    if fact.answer == STOP:
        return _SENTENCES.say(N_("{who} chooses no more for {by}."), fact, talk)
    if fact.kind in ("may", "reroll"):
        message = N_("{who} uses {by}.") if fact.answer else N_("{who} does not use {by}.")
        return _SENTENCES.say(message, fact, talk)
    answer = _answer_words(fact, talk)
    if own:
        return _SENTENCES.say(N_("You choose {answer} for {by}."), fact, talk, answer=answer)
    return _SENTENCES.say(N_("{who} chooses {answer} for {by}."), fact, talk, answer=answer)


def _answer_words(fact: facts.Decided, talk: Talk) -> str:
    assert fact.answer is not None, "a hidden answer has no words"
    match fact.kind:
        case "seat":
            return talk.who(fact.answer)
        case "square":
            return talk.square(fact.answer)
        case "direction":
            return direction_words(fact.answer)
        case "piece" | "card":
            return talk.card(fact.answer)
        case _:
            return gettext("option {number}", number=fact.answer + 1)


# Moved cards


_TAKEN: Mapping[tuple[str, str], str] = {
    ("deck", "hand"): N_("{who} takes {cards} out of the deck for {by}, and shuffles it."),
    ("deck", "deck"): N_("{who} shuffles the deck for {by}."),
    ("discard", "hand"): N_("{who} takes {cards} from the discard pile for {by}."),
    ("discard", "deck"): N_("{who} shuffles {cards} from the discard pile into the deck for {by}."),
}


def _in_force(fact: facts.InForce, talk: Talk) -> str:
    seat = ended_by(fact.static, owner_of(fact.by))
    words = lasting_words(talk, fact.static, fact.until, seat)
    return _SENTENCES.say(N_("{by}: {words}."), fact, talk, words=words)


DESCRIBERS: Mapping[type, Describer] = {
    facts.Decided: _decided,
    facts.Took: _SENTENCES.by(lambda fact, _: (fact.zone, fact.to), _TAKEN),
    facts.Discarded: _SENTENCES.by(
        lambda fact, _: fact.by == NO_CARD,
        {True: N_("{who} discards {cards}."), False: N_("{who} discards {cards} for {by}.")},
    ),
    facts.Milled: _SENTENCES.plain(N_("{who} discards {cards} from the top of the deck for {by}.")),
    facts.LookedAt: _SENTENCES.by(
        lambda fact, talk: talk.own(fact.seat),
        {
            True: N_("You look at the hand of {target}: {cards}."),
            False: N_("{who} looks at the hand of {target} for {by}."),
        },
    ),
    facts.InForce: _in_force,
    facts.Rolled: lambda fact, talk: _SENTENCES.say(
        N_("{who} rolls for {by}: {dice}."), fact, talk, dice=dice_shown(fact.dice, fact.sides, talk.die)
    ),
    facts.Tossed: _SENTENCES.by(
        "heads",
        {
            True: N_("{who} tosses a coin for {by}: heads."),
            False: N_("{who} tosses a coin for {by}: tails."),
        },
    ),
    facts.CutShort: lambda fact, talk: (
        gettext("Too much happens at once.")
        + talk.further(gettext("What {by} sets off from here on is dropped.", by=talk.card(fact.by)))
    ),
}
"""The describer of each fact caused by a card."""
