"""The typed words of the actions at a free table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.base.language import N_, gettext
from bot.engine.errors import UnreadableAction
from bot.engine.sentences import echo, may_be_typed, visible
from bot.engine.spelling import name_key
from bot.engine.typed import Asked, Commands, Named, Thing, Word, fold
from bot.games.freetable.rules import actions
from bot.games.freetable.rules.actions import SLOTS, slot
from bot.games.freetable.rules.legal import targets, touchable
from bot.games.freetable.rules.view import FreeView
from bot.games.freetable.wording.names import (
    also_in_english,
    counter_name,
    in_place,
    lone_board,
    target_name,
    zone_name,
)

_DRAW = N_("draw, tie")


def _named(value: Any, say: Callable[[], str]) -> Named[Any]:
    words = say()
    return Named(value, words, (words,), also_in_english(words, say))


# Things


def _things(asked: Asked) -> Iterable[int]:
    """Yield the slots of what the viewer may touch, of things that look alike the first one."""
    view: FreeView = asked.view
    seat = -1 if view.viewer is None else view.viewer
    choosing = asked.kind is actions.Choose
    for at, zone in enumerate(view.layout.zones):
        if choosing and (zone.kind != "hand" or zone.owner != seat):
            continue
        seen = set()
        for place in touchable(view.layout, view.zones, at, seat):
            thing = view.zones[at][place]
            look = thing if thing.kind >= 0 else (thing, place)
            if look not in seen:
                seen.add(look)
                yield slot(at, place)


def _thing(asked: Asked, what: int) -> Named[int]:
    return _named(what, partial(in_place, asked.view, *divmod(what, SLOTS)))


# Places


def target_word(view: FreeView, target: int) -> str:
    """Return a target as people type it: the square alone where that is clear."""
    layout = view.layout
    at, spot = divmod(target, SLOTS)
    zone = layout.zones[at]
    if zone.squares and lone_board(layout):
        square = zone.square_name(spot)
        if fold(square) not in {fold(each.name) for each in layout.zones}:
            return target_name(view, target, short=True)
    return target_name(view, target)


def _target(asked: Asked, target: int) -> Named[int]:
    return _named(target, partial(target_word, asked.view, target))


def _zones(asked: Asked) -> Iterable[int]:
    view: FreeView = asked.view
    seat = -1 if view.viewer is None else view.viewer
    for at, zone in enumerate(view.layout.zones):
        if zone.touched_by(seat):
            yield at


def _decks(asked: Asked) -> Iterable[int]:
    return (at for at, zone in enumerate(asked.view.layout.zones) if zone.kind == "deck")


def _zone(asked: Asked, at: int) -> Named[int]:
    return _named(at, partial(zone_name, asked.view, at))


def _counter(asked: Asked, number: int) -> Named[int]:
    return _named(number, partial(counter_name, asked.view, number))


# Numbers, words, ends


@dataclass(frozen=True)
class Whole(Word):
    """A whole number; with a sign a change of the counter that was named before."""

    missing: str

    def parse(self, asked: Asked, word: str) -> int:
        """Return the number. Raises `UnreadableAction`."""
        signed = re.fullmatch(r"([+\-−]?)\s*(\d{1,4})", word.strip(), re.ASCII)
        counter = asked.values.get("counter")
        if signed is None:
            raise UnreadableAction.translated("{word} is not a number here, such as 3.", word=echo(word))
        number = -int(signed[2]) if signed[1] in ("-", "−") else int(signed[2])
        if asked.kind is not actions.Count:
            if not 1 <= number <= 100:
                raise UnreadableAction.translated("Say a number from 1 to 100.")
            return number
        if signed[1] == "+" or (
            signed[1] and counter is not None and asked.view.layout.counters[counter].least >= 0
        ):
            number += asked.view.counters[counter]
        if not -9999 <= number <= 9999:
            raise UnreadableAction.translated("Say a number from −9999 to 9999.")
        return number


@dataclass(frozen=True)
class Speech(Word):
    """What somebody says."""

    missing: str

    def parse(self, asked: Asked, word: str) -> str:  # noqa: ARG002
        """Return the words on one line. Raises `UnreadableAction` where nothing can be seen of them."""
        words = visible(word)[:200]
        if not words:
            raise UnreadableAction.translated(self.missing)
        return words


_FACES = {"up": (N_("up"), N_("up, open")), "down": (N_("down"), N_("down, covered"))}


def _face(_asked: Asked, face: str) -> Named[str]:
    word, words = _FACES[face]
    return Named(face, gettext(word), codes=may_be_typed(words))


@dataclass(frozen=True)
class Places(Word):
    """The end of a game: a draw, or the seats by their places, with "=" between equal ones."""

    missing: str

    def format(self, asked: Asked, value: tuple[int, ...]) -> str:  # noqa: ARG002
        """Return the seats by place: "2, 1=3"."""
        if set(value) == {1}:
            return gettext("draw")
        places = sorted(set(value))
        return ", ".join(
            [
                "=".join([str(seat + 1) for seat, each in enumerate(value) if each == place])
                for place in places
            ]
        )

    def parse(self, asked: Asked, word: str) -> tuple[int, ...]:
        """Return the place of each seat. Raises `UnreadableAction`."""
        seats: int = asked.view.seats
        if name_key(word) in [*may_be_typed(_DRAW), "draw", gettext("draw").lower()]:
            return (1,) * seats
        places: dict[int, int] = {}
        for part in re.split(r"[,;\s]+", re.sub(r"\s*=\s*", "=", word.strip())):
            place = len(places) + 1
            for number in part.split("="):
                if not re.fullmatch(r"[1-6]", number) or int(number) > seats or int(number) - 1 in places:
                    raise UnreadableAction.translated(
                        "{word} is no result: say draw, or all seats by their places, as in 2, 1.",
                        word=echo(word),
                    )
                places[int(number) - 1] = place
        last = len(places) + 1
        return tuple([places.get(seat, last) for seat in range(seats)])


COMMANDS = Commands(
    {
        "what": Thing(
            missing=N_("Say which card or piece."),
            among=_things,
            name=_thing,
            unknown=N_("{word} is nothing that you can touch here"),
            quoted=True,
        ),
        "to": Thing(
            missing=N_("Say where to."),
            among=lambda asked: targets(asked.view.layout),
            name=_target,
            unknown=N_("{word} is no place at this table"),
        ),
        "face": Thing(
            missing=N_("Say up or down."),
            among=lambda _: _FACES,
            name=_face,
            unknown=N_("{word} is no face of a card"),
        ),
        "zone": Thing(
            missing=N_("Say which zone."), among=_zones, name=_zone, unknown=N_("{word} is no zone here")
        ),
        "deck": Thing(
            missing=N_("Say which deck."), among=_decks, name=_zone, unknown=N_("{word} is no deck here")
        ),
        "number": Whole(N_("Say how many.")),
        "counter": Thing(
            missing=N_("Say which counter."),
            among=lambda asked: range(len(asked.view.layout.counters)),
            name=_counter,
            unknown=N_("{word} is no counter here"),
        ),
        "value": Whole(N_("Say its new value.")),
        "words": Speech(N_("Write what you say.")),
        "result": Places(N_("Say draw, or the numbers of the seats by their places.")),
    }
)
