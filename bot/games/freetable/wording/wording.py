"""The wording of a free table: sentences, the standing, the table as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.base.language import N_, NN_, gettext
from bot.engine.sentences import (
    BASE_DESCRIBERS,
    SEAT_MARKS,
    Describer,
    Sentences,
    Talk,
    by_seat,
    no_tally,
    safe,
    stands,
    waiting_for,
)
from bot.engine.textlayout import LIMIT, fitted, indented, paragraphs
from bot.engine.wording import Parts, Weight, Wording, weights_of
from bot.games.freetable.menus.menu import screen
from bot.games.freetable.rules import facts
from bot.games.freetable.rules.actions import slot
from bot.games.freetable.rules.legal import awaited
from bot.games.freetable.rules.table import SHARED, Thing
from bot.games.freetable.rules.view import FreeView
from bot.games.freetable.wording.names import (
    counter_name,
    lone_board,
    look_of,
    own,
    result_words,
    target_name,
    thing_name,
    things_named,
    zone_name,
)
from bot.games.freetable.wording.typed import COMMANDS

FreeTalk = Talk[FreeView]


def _called(talk: FreeTalk) -> list[str]:
    """Return the players' names with their marks, for the owners of zones."""
    return [f"{SEAT_MARKS[seat]} {name}" for seat, name in enumerate(talk.names)]


def _thing(kind: int, talk: FreeTalk) -> str:
    return talk.thing("thing", kind, safe(thing_name(talk.view.layout, kind)))


def _place(target: int, talk: FreeTalk) -> str:
    words = target_name(talk.view, target, _called(talk), short=lone_board(talk.view.layout))
    return talk.thing("place", target, safe_place(words))


def _zone(at: int, talk: FreeTalk) -> str:
    return talk.thing("zone", at, safe_place(zone_name(talk.view, at, _called(talk))))


def safe_place(words: str) -> str:
    """Return a place escaped; the marks of seats in it are ours."""
    return safe(words).replace("\u2060", "")


def _dealt(fact: facts.Dealt, talk: FreeTalk) -> str:
    drew = fact.to == (fact.seat,)
    message = (
        NN_("{player} draws a card from {deck}.", "{player} draws {number} cards from {deck}.")
        if drew
        else NN_(
            "{player} deals a card to each from {deck}.", "{player} deals {number} cards to each from {deck}."
        )
    )
    said = _SENTENCES.count(message, fact.number, fact, talk)
    if not fact.kinds:
        return said
    got = safe(things_named(talk.view.layout, fact.kinds))
    return said + talk.further(gettext("You get {cards}.", cards=got))


_SENTENCES = Sentences(
    {
        "player": lambda fact, talk: talk.who(fact.seat),
        "thing": lambda fact, talk: _thing(fact.kind, talk),
        "source": lambda fact, talk: _place(fact.source, talk),
        "target": lambda fact, talk: _place(fact.target, talk),
        "at": lambda fact, talk: _place(fact.at, talk),
        "zone": lambda fact, talk: _zone(fact.zone, talk),
        "deck": lambda fact, talk: _zone(fact.deck, talk),
        "counter": lambda fact, talk: safe_place(counter_name(talk.view, fact.counter, _called(talk))),
        "value": lambda fact, _: fact.value,
        "words": lambda fact, _: safe(fact.words),
        "round": lambda fact, _: fact.number,
        "result": lambda fact, talk: result_words(fact.result, talk.names),
        "faces": lambda fact, talk: ", ".join([talk.die(face) for face in fact.faces[:30]]),
        "next": lambda fact, talk: talk.who(fact.next),
    }
)
_PLAIN = _SENTENCES.plain
DESCRIBERS: Mapping[type, Describer] = {
    **BASE_DESCRIBERS,
    facts.Dealt: _dealt,
    facts.Moved: _SENTENCES.by(
        "down",
        {
            True: N_("{player} moves {thing} face down: {source} → {target}."),
            False: N_("{player} moves {thing}: {source} → {target}."),
        },
    ),
    facts.Collected: _SENTENCES.counted(
        NN_(
            "{player} puts a card from {zone} on {deck}.",
            "{player} puts {number} cards from {zone} on {deck}.",
        ),
        lambda fact: fact.number,
    ),
    facts.Flipped: _PLAIN(N_("{player} flips {thing} in {at}.")),
    facts.Turned: _PLAIN(N_("{player} turns {thing} in {at}.")),
    facts.Looked: _PLAIN(N_("{player} looks at {thing} in {at}.")),
    facts.Revealed: _PLAIN(N_("{player} shows {thing} from {at} to all.")),
    facts.Shuffled: _PLAIN(N_("{player} shuffles {zone}.")),
    facts.Rolled: _SENTENCES.by(
        lambda fact, _: bool(fact.faces),
        {
            True: N_("{player} rolls the dice in {zone}: {faces}."),
            False: N_("{player} rolls the dice in {zone}, unseen by others."),
        },
    ),
    facts.Counted: _PLAIN(N_("{player} sets {counter} to {value}.")),
    facts.Passed: _SENTENCES.by(
        lambda fact, _: fact.next == SHARED,
        {True: N_("{player} passes."), False: N_("{player} ends the turn; {next} is next.")},
    ),
    facts.RoundBegan: _PLAIN(N_("Round {round} begins.")),
    facts.Unveiled: _PLAIN(N_("{player} has chosen {thing}.")),
    facts.Said: _PLAIN(N_("{player} says: {words}")),
    facts.Proposed: _PLAIN(N_("{player} proposes the end: {result}.")),
    facts.Agreed: _PLAIN(N_("{player} agrees to the end.")),
    facts.Declined: _PLAIN(N_("{player} plays on.")),
}

WEIGHTS = weights_of(
    {
        Weight.FRAME: (facts.Passed, facts.Agreed),
        Weight.MOVE: (
            facts.Dealt,
            facts.Moved,
            facts.Turned,
            facts.Shuffled,
            facts.Collected,
            facts.RoundBegan,
        ),
        Weight.ACT: (facts.Flipped, facts.Looked, facts.Rolled, facts.Counted, facts.Said, facts.Declined),
        Weight.HARM: (facts.Revealed, facts.Unveiled, facts.Proposed),
    }
)


def status(talk: FreeTalk) -> str:
    """Return who is to act, and the counters."""
    view = talk.view
    seats = sorted(awaited(view))
    if view.ending is not None:
        asked = gettext("The end is proposed: {result}.", result=result_words(view.ending.result, talk.names))
        first = f"{asked} {waiting_for(talk, seats)}"
    elif view.phase == "choose":
        first = gettext("All choose in secret. {waiting}", waiting=waiting_for(talk, seats))
    elif view.turn == SHARED:
        first = gettext("All may act. {waiting}", waiting=waiting_for(talk, seats))
    else:
        first = gettext("{player} is to act.", player=talk.who(view.turn))
    return "\n".join(filter(None, (first, counters_told(view))))


def counters_told(view: FreeView, most: int = 8) -> str:
    """Return the counters: "round 3 · points ● 4, ■ 2"."""
    found: dict[str, list[tuple[int, int]]] = {}
    for counter, value in zip(view.layout.counters, view.counters, strict=True):
        found.setdefault(counter.name, []).append((counter.owner, value))
    parts = []
    for name, values in list(found.items())[:most]:
        said = safe(own(view.layout, name))
        shared = values[0][0] == SHARED
        parts.append(f"{said} {values[0][1] if shared else by_seat(values)}")
    return " · ".join(parts)


def waiting(talk: FreeTalk) -> str:
    """Return who is awaited."""
    return status(talk).partition("\n")[0]


def moment(talk: FreeTalk) -> str:
    """Return the round."""
    return gettext("Round {number}", number=talk.view.round)


def board_text(talk: FreeTalk) -> str:
    """Return the table as text: each zone, then what the cards say; without that where it is too long."""
    view = talk.view
    heading = "\n".join([indented(line) for line in stands(talk, status).splitlines()])
    zones = [indented(line) for line in zones_told(view, talk.names)]
    says = [indented(line) for line in _cards_told(view)]
    parts = [heading, "\n".join(zones), "\n".join(says)]
    return fitted([paragraphs(parts), paragraphs(parts[:2])], LIMIT)


def zones_told(view: FreeView, names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each zone: "market: Silk, Pears ×2"; boards by kind: "board: pawn A2 B2; ..."."""
    layout, called = view.layout, [f"{SEAT_MARKS[seat]} {each}" for seat, each in enumerate(names)]
    for at, zone in enumerate(layout.zones):
        things, name = view.zones[at], zone_name(view, at, called)
        if zone.kind == "deck" or (zone.kind == "hand" and zone.owner != view.viewer):
            yield f"{name}: {len(things)}"
            continue
        alike: dict[str, list[Thing]] = {}
        for each in things:
            words = " ".join([thing_name(layout, each.kind), *look_of(layout, each, zone)])
            alike.setdefault(words, []).append(each)
        if zone.squares:
            squares = [
                " ".join([words, *[target_name(view, slot(at, each.at), short=True) for each in some]])
                for words, some in alike.items()
            ]
            words = "; ".join(squares)
        else:
            words = ", ".join(
                [f"{words} ×{len(some)}" if len(some) > 1 else words for words, some in alike.items()]
            )
        yield f"{name}: {words or '–'}"


def _cards_told(view: FreeView) -> Iterator[str]:
    """Yield the text of each card that is seen."""
    layout = view.layout
    seen = dict.fromkeys([each.kind for things in view.zones for each in things if each.kind >= 0])
    for kind in seen:
        if layout.kinds[kind].text:
            yield f"{thing_name(layout, kind)}: {own(layout, layout.kinds[kind].text)}"


class FreeTableWording(Wording[FreeView]):
    """The wording of a free table."""

    parts = Parts(
        DESCRIBERS,
        no_tally,
        status,
        board_text,
        waiting,
        screen,
        COMMANDS,
        moment=moment,
        weights=WEIGHTS,
    )

    def condition(self, view: FreeView, key: str, names: Sequence[str]) -> str:  # noqa: ARG002 - of no seat
        """Return a condition of a plan in words."""
        if key == "things":
            return gettext("What I handle lies where it lies now")
        return gettext("The squares to which I move are as they are now")
