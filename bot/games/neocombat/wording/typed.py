"""The words for the actions: varans as `1.2` or by their id, cards by name, sectors by number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.commands import printed
from bot.engine.cards.deckbuilding import spellings
from bot.engine.errors import UnreadableAction
from bot.engine.sentences import SEAT_MARKS
from bot.engine.typed import Asked, Commands, Named, Thing, candidates, only
from bot.games.neocombat.cards.words.abilities import PlayedAbility
from bot.games.neocombat.rules.actions import CENTRE, NEW
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.view import token_name
from bot.games.neocombat.wording.names import Lexicon, Talk, tokens_of

_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
_TOKEN = re.compile(r"\s*([0-9]{1,2})\s*\.\s*([0-9]{1,2})\s*", re.ASCII)

# Varans


def _own(asked: Asked) -> Sequence[int]:
    return _on_table(tokens_of(asked.view.view, asked.seat if asked.seat is not None else -1))


def _all(asked: Asked) -> Sequence[int]:
    return _on_table(range(len(asked.view.view.tokens)))


def _on_table(tokens: Sequence[int]) -> Sequence[int]:
    if not tokens:
        raise UnreadableAction.translated("There are no varans on the table before the teams are dealt.")
    return tokens


def _token(asked: Asked, token: int) -> Named[int]:
    """Return a varan by its number; its name is also accepted, as far as the player knows it."""
    talk: Talk = asked.view
    team = talk.view.options.team
    name = token_name(token, team)
    codes = (name, f"{SEAT_MARKS[token // team]}{name}", f"{SEAT_MARKS[token // team]} {name}")
    varan = talk.varan_of(token)
    if varan == UNKNOWN:
        return Named(token, name, codes=codes)
    face = talk.lexicon.pool.roster[varan]
    called = spellings(face.name)
    return Named(
        token, f"{name} {face.id}", called, (*codes, face.id, *[f"{face.id} {each}" for each in called])
    )


def _token_word(asked: Asked, token: int) -> str:
    """Return a varan's typed form; also for one that does not exist, for a refusal."""
    return _token(asked, token).formatted if 0 <= token < len(asked.view.view.tokens) else str(token)


def _other_token(asked: Asked, word: str, _known: str) -> int | None:
    """Return another seat's varan that was named as one's own: the rules refuse it."""
    return only(word, [_token(asked, token) for token in _all(asked)])


# Varans of the roster


def _offered(asked: Asked) -> Sequence[int]:
    view = asked.view.view
    offer: Sequence[int] = view.offer
    if not offer:
        raise UnreadableAction.translated("No varans are dealt to choose from: this match has no draft now.")
    return offer


def _varan(asked: Asked, varan: int) -> Named[int]:
    face = asked.view.lexicon.pool.roster[varan]
    called = spellings(face.name)
    return Named(varan, face.id, called, [f"{face.id} {each}" for each in called])


def _other_varan(asked: Asked, word: str, _known: str) -> int | None:
    """Return a varan that was not dealt to the player: the rules refuse it."""
    roster = range(len(asked.view.lexicon.pool.roster))
    return only(word, [_varan(asked, varan) for varan in roster])


# Sectors


def _sector(_asked: Asked, sector: int) -> Named[int]:
    if sector == CENTRE:
        centre = pgettext("sector", "Centre")
        return Named(sector, centre, (centre, "Centre"), ("0", "center"))
    if sector == NEW:
        new = pgettext("sector", "new")
        return Named(sector, new, (new, "new"), (gettext("a new sector"), "a new sector", "new sector"))
    number = str(sector)
    word = gettext("sector {number}", number=number)
    return Named(sector, number, codes=(number, word, f"sector {number}"))


def _other_sector(asked: Asked, word: str, _known: str) -> int | None:
    """Return a sector that does not exist, or that of a named varan: the rules decide."""
    if _NUMBER.fullmatch(word.strip()):
        return int(word)
    if not _TOKEN.fullmatch(word):
        return None
    token = _other_token(asked, word, "")
    sector: int = -1 if token is None else asked.view.view.tokens[token].sector
    return sector if sector >= 0 else None


# Cards


def _hand(asked: Asked) -> list[int]:
    view = asked.view.view
    if not view.hand:
        empty = N_("Your hand is empty.") if view.turn else N_("You have no hand before the cards are dealt.")
        raise UnreadableAction.translated(empty)
    return list(dict.fromkeys(view.hand))


def _card(asked: Asked, card: int) -> Named[int]:
    return printed(card, card, asked.view.lexicon)


def _other_card(asked: Asked, word: str, _known: str) -> int | None:
    """Return a card that is not in the player's hand: the rules refuse it."""
    lexicon: Lexicon = asked.view.lexicon
    named = candidates(word, [printed(card, card, lexicon) for card in range(len(lexicon.pool.actions))])
    return named[0].value if named else None


# Uses, and yes or no


def _way(asked: Asked, way: int) -> Named[int]:
    """Return a use of a card: its kind of play, or its number if two are of one kind."""
    ways = asked.view.lexicon.pool.ways[asked.values["card"]]
    number = str(way + 1)
    if way >= len(ways):
        return Named(way, number)
    kinds = [_kind(each) for each in ways]
    word, english = gettext(kinds[way]), kinds[way]
    if kinds.count(kinds[way]) > 1:
        return Named(way, number)
    return Named(way, word, (word, english), (number,))


def way_word(talk: Talk, card: int, way: int) -> str:
    """Return the name of a use of a card: "sensor", "shot"."""
    return gettext(_kind(talk.lexicon.pool.ways[card][way]))


def _kind(way: PlayedAbility) -> str:
    return _KINDS[way.threat or "special"]


_KINDS = {
    "sensor": N_("sensor"),
    "shot": N_("shot"),
    "flame": N_("flame"),
    "strike": N_("strike"),
    "special": N_("special"),
}


def _answer(_asked: Asked, value: bool) -> Named[bool]:
    word, other = (N_("yes"), N_("true")) if value else (N_("no"), N_("false"))
    short = word[0]
    return Named(value, gettext(word), (gettext(word), word), (gettext(word)[0], short, other))


_SAY_VARAN = N_("Say which varan, such as 1.2.")
_NO_VARAN = N_("{word} is not a varan")
_VARANS_ARE = N_("there are {known}")


def _yes(missing: str) -> Thing:
    return Thing(
        missing=missing,
        among=lambda _asked: (True, False),
        name=_answer,
        unknown=N_("{word} is no answer"),
        there=N_("say {known}"),
    )


def _token_thing(among: Callable[[Asked], Iterable[int]], *, own: bool) -> Thing:
    return Thing(
        missing=_SAY_VARAN,
        among=among,
        name=_token,
        unknown=_NO_VARAN,
        there=N_("yours are {known}") if own else _VARANS_ARE,
        elsewhere=_other_token if own else None,
        formatted=_token_word,
    )


COMMANDS = Commands(
    {
        "varan": Thing(
            missing=N_("Say which varan, by its id, such as B6."),
            among=_offered,
            name=_varan,
            unknown=_NO_VARAN,
            there=N_("you were dealt {known}"),
            elsewhere=_other_varan,
        ),
        "card": Thing(
            missing=N_("Say which card, by its name."),
            among=_hand,
            name=_card,
            unknown=N_("{word} is not a card"),
            there=N_("in your hand you have {known}"),
            elsewhere=_other_card,
            quoted=True,
        ),
        "token": _token_thing(_own, own=True),
        "to": Thing(
            missing=N_("Say where to: a sector's number, the Centre, or new."),
            among=lambda asked: [*asked.view.view.sectors, NEW],
            name=_sector,
            unknown=N_("{word} is not a sector"),
            there=N_("there are {known}"),
            elsewhere=_other_sector,
        ),
        "target": _token_thing(_all, own=False),
        "user": _token_thing(_own, own=True),
        "way": Thing(
            missing=N_("Say which use of the card."),
            among=lambda asked: range(len(asked.view.lexicon.pool.ways[asked.values["card"]])),
            name=_way,
            unknown=N_("{word} is not a use of this card"),
            there=N_("it has {known}"),
        ),
        "claim": _yes(N_("Say whether you claim the extra card: yes or no.")),
        "again": _yes(N_("Say whether a second attack follows: yes or no.")),
    }
)
"""The typed words of the actions; they are formatted and parsed with a `Talk`."""
