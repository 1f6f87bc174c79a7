"""How a card lets somebody look for cards."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.engine.cards.nodes import Search
from bot.engine.cards.text.clauses import Clause, Deed, does, parted, said
from bot.engine.cards.text.filters import describe_filter
from bot.engine.cards.text.hands import top_cards
from bot.engine.cards.text.people import Person, you
from bot.engine.cards.text.terms import Voice
from bot.engine.language import N_, NN_, npgettext


def search(effect: Search, voice: Voice) -> Clause:
    """Return where one may look for which cards."""
    reader = you(voice)
    cards = describe_filter(effect.which, effect.count, voice, "accusative", up_to=True)
    if effect.where == "discard":
        return _from_pile(effect, cards, reader)
    if effect.where == "deck":
        look = does(_SEARCH, reader, voice)
    elif effect.where == "top":
        look = does(_LOOK_AT_TOP, reader, voice, cards=top_cards(effect.top, reader, voice))
    else:
        look = does(_LOOK_AT_HALF, reader, voice)
    among = effect.where != "deck" and (effect.where, effect.top) != ("top", 1)
    found = parted(look.words, _may_show(effect.count, cards, reader, among=among))
    shuffle = does(_SHUFFLE, reader, voice).words
    return Clause(parted(found, shuffle.main), (found, shuffle), closed=False)


def _from_pile(effect: Search, cards: str, reader: Person) -> Clause:
    message = _FROM_PILE[effect.to][reader.second]
    return Clause(said(message, player=reader.subject, cards=cards), optional=reader.second)


def _may_show(count: int, cards: str, reader: Person, *, among: bool) -> str:
    one, many = (_SHOW_AMONG if among else _SHOW)[reader.second]
    return npgettext("main", one, many, count, player=reader.subject, cards=cards)


_SEARCH = Deed(
    N_("search your deck", "imperative", "infinitive"),
    N_("you search your deck", "main", "inverted"),
    N_("{player} searches their deck", "main", "inverted"),
)
_LOOK_AT_TOP = Deed(
    N_("look at {cards}", "imperative", "infinitive"),
    N_("you look at {cards}", "main", "inverted"),
    N_("{player} looks at {cards}", "main", "inverted"),
)
_LOOK_AT_HALF = Deed(
    N_("look at the top half of your deck", "imperative", "infinitive"),
    N_("you look at the top half of your deck", "main", "inverted"),
    N_("{player} looks at the top half of their deck", "main", "inverted"),
)
_SHUFFLE = Deed(
    N_("shuffle your deck", "imperative", "infinitive"),
    N_("you shuffle your deck", "main", "inverted"),
    N_("{player} shuffles their deck", "main", "inverted"),
)

# What is found; by whether the reader is the one who finds it

_SHOW: Mapping[bool, tuple[str, str]] = MappingProxyType(
    {
        True: NN_(
            "you may show {cards} and take it into your hand",
            "you may show {cards} and take them into your hand",
            "main",
        ),
        False: NN_(
            "{player} may show {cards} and take it into their hand",
            "{player} may show {cards} and take them into their hand",
            "main",
        ),
    }
)
_SHOW_AMONG: Mapping[bool, tuple[str, str]] = MappingProxyType(
    {
        True: NN_(
            "you may show {cards} among them and take it into your hand",
            "you may show {cards} among them and take them into your hand",
            "main",
        ),
        False: NN_(
            "{player} may show {cards} among them and take it into their hand",
            "{player} may show {cards} among them and take them into their hand",
            "main",
        ),
    }
)
_FROM_PILE: Mapping[str, Mapping[bool, str]] = MappingProxyType(
    {
        "hand": {
            True: N_("you may take {cards} from your discard pile into your hand", "main", "inverted"),
            False: N_(
                "{player} may take {cards} from their discard pile into their hand", "main", "inverted"
            ),
        },
        "deck": {
            True: N_("you may shuffle {cards} from your discard pile into your deck", "main", "inverted"),
            False: N_(
                "{player} may shuffle {cards} from their discard pile into their deck", "main", "inverted"
            ),
        },
    }
)
