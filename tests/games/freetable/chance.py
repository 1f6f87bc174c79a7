"""Random matches at free tables, the same for the same number; and random tables."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from random import Random
from typing import Any

from bot.engine.contract import Resign, Seat
from bot.games.freetable.game import GAME
from bot.games.freetable.rules import actions
from bot.games.freetable.rules.cards import CardEntry
from bot.games.freetable.rules.files import (
    CardsFile,
    CounterFile,
    PictureFile,
    PieceFile,
    TableFile,
    ZoneFile,
    spot_of,
)
from bot.games.freetable.rules.options import Options
from bot.games.freetable.rules.state import FreeState
from bot.games.freetable.rules.table import TABLES, Table, check_table
from bot.games.freetable.tablefiles import use
from tests.games.random_play import Turning, playthrough_of, positions_of
from tests.renderers.uploaded import halves, png

RULES: Any = GAME.rules
WORDING = GAME.wording
SEATS = {"cards": 3, "night-market": 2, "draughts": 2, "chess": 2}
LONGEST = 3_000
WEIGHTS = {actions.Agree: 3, actions.Decline: 2, actions.End: 0.25, actions.Pass: 9, actions.Move: 8}
"""The weights of the kinds of action; 2 for the others."""
COLOURS = ("white", "black", "red", "blue")


def random_table(number: int) -> TableFile:
    """Return table `number`."""
    return table_of(Random(f"table {number}"), f"t{number}")


ISLE = PictureFile(
    "isle.png",
    200,
    100,
    b64encode(png(halves(200, 100, (220, 30, 30), (20, 40, 220)))).decode(),
)


def table_of(random: Random, key: str, *, pictured: bool = False) -> TableFile:
    """Return a table with zones, cards, pieces and counters of every kind in some places.

    `pictured`: also with a board that is a picture.
    """
    order = random.choice(["in turn", "free", "in secret"])
    zones = [
        ZoneFile("hand", "hand"),
        ZoneFile("deck", "deck", each=random.random() < 0.3),
        ZoneFile("row", "row", face=random.choice(["up", "down"])),
        ZoneFile("used", "discard"),
        ZoneFile("own", "row", each=True),
        ZoneFile("veil", "secret row"),
    ]
    board = ZoneFile(
        "board",
        "board",
        columns=random.randint(1, 5),
        rows=random.randint(1, 4),
        chequered=random.random() < 0.5,
    )
    spots = ZoneFile("map", "board", spots=("Mill", "Harbour", "Bridge"))
    isle = ZoneFile("isle", "board", spots=("Inn 10% 20%", "Pier 150 50"), picture="isle.png")
    zones += random.sample([board, spots, ZoneFile("bag", "deck")], random.randint(1, 3))
    if pictured:
        zones.append(isle)
    forbid = random.choice(["take", "put", "flip", "turn", "look", "shuffle", "reveal"])
    zones.append(ZoneFile("bound", "row", forbid=(forbid,)))
    names = [zone.name for zone in zones]
    cards = [CardsFile("pack", "deck", use=random.choice(["52", "54", "dominoes"]))]
    csv = "name,text,qty\nMoth,Give it away,3\nPear,,2\nLamp{1-3},,1\n"
    cards.append(
        CardsFile("own pack", random.choice(names), csv=csv, card=(CardEntry("Silk", "Four coins", 2),))
    )
    pieces = [
        PieceFile(
            "stone", random.choice(names), colours=random.sample(COLOURS, 2), count=random.randint(1, 3)
        ),
        PieceFile(
            "die", random.choice(["row", "veil", "own"]), kind="die", count=2, sides=random.choice([2, 6, 20])
        ),
        PieceFile("men", random.choice(names), kind="chessmen"),
    ]
    return TableFile(
        key,
        f"Table {key[1:]}",
        tuple(zones),
        seats=(2, 4),
        order=order,
        shows="row" if order == "in secret" else "",
        cards=tuple(cards),
        piece=tuple(
            [
                PieceFile(
                    **{
                        **{f: getattr(each, f) for f in each.__struct_fields__},
                        "colours": tuple(each.colours),
                    }
                )
                for each in random.sample(pieces, random.randint(1, 3))
            ]
        ),
        counter=(
            CounterFile("points", each=True, least=-5, most=9),
            CounterFile("round", start=1, least=1, most=9),
        ),
        start=("shuffle deck", "deal 3 from deck to hand"),
        rules="**Play.**\n- Then stop.",
        picture=(ISLE,) if pictured else (),
        words={"de": {"hand": "Hand", "Moth": "Motte"}},
    )


def faults_of(file: TableFile) -> list[str]:
    """Return the faults that the checker finds."""
    found: list[str] = []
    check_table(file, lambda code, place, sentence: found.append(f"{code} {place}: {sentence}"))
    return found


def a_match(number: int, key: str = "") -> tuple[Options, int]:
    """Return options and seats of a match: at a shipped table, or at a random one."""
    if key:
        return RULES.normalize(Options(key), SEATS[key]), SEATS[key]
    file = random_table(number)
    return RULES.normalize(Options(file.key, use(file)), 2 + number % 3), 2 + number % 3


def choose(random: Random, state: FreeState) -> tuple[Seat, Any]:
    """Return a seat and a legal action: the kind first."""
    seat = random.choice(sorted(RULES.may_act(state)))
    if random.random() < 0.001:
        return seat, Resign()
    if random.random() < 0.02 and state.ending is None and state.phase == "play":
        return seat, actions.Say("well, well")
    legal = RULES.legal(state, seat)
    kinds = list(
        dict.fromkeys(
            [actions.Move] * (len(legal) > len(legal.further)) + [type(each) for each in legal.further]
        )
    )
    kind = random.choices(kinds, [WEIGHTS.get(each, 2) for each in kinds])[0]
    if kind is actions.Move:
        return seat, legal[random.randrange(len(legal) - len(legal.further))]
    return seat, random.choice([each for each in legal.further if type(each) is kind])


def playthrough(number: int, key: str = "") -> Iterator[Turning]:
    """Play a match to its end."""
    return playthrough_of(RULES, *a_match(number, key), number, choose)


def positions(numbers: range, key: str = "", kept: float = 0.1) -> Iterator[FreeState]:
    """Return positions from random matches."""
    for number in numbers:
        yield from positions_of(playthrough(number, key), number, kept)


def proper_names() -> tuple[str, ...]:
    """Return the words of files, which the file alone translates."""
    words = {"well, well", "draw"}
    for table in (*TABLES.shipped.values(), *[Table(random_table(number)) for number in range(12)]):
        names = (
            *table.names[0],
            *table.kind_names,
            *table.names[2],
            table.file.title,
            table.file.rules,
        )
        words |= {*names, *[kind.text for kind in table.kinds if kind.text]}
        words |= {spot_of(zone, spot).name for zone in table.file.zone for spot in zone.spots}
    return tuple(sorted(words, key=len, reverse=True))


def told_apart(_state: Any, view: Any, action: Any) -> Any:
    """Return what people can tell of an action: alike things are the same."""
    return (type(action), tuple(WORDING.format(view, action).items()))
