"""Table files: every fault is told with its line and a remedy, and no file breaks anything."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from inspect import getsource
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.fair import Stream
from bot.games.catalogue import DATA
from bot.games.freetable.game import GAME
from bot.games.freetable.rules import files, table
from bot.games.freetable.rules.cards import BadCards, CardEntry, cards_of_csv
from bot.games.freetable.rules.files import (
    CardsFile,
    CounterFile,
    PieceFile,
    TableFile,
    ZoneFile,
)
from bot.games.freetable.rules.options import Options
from bot.games.freetable.rules.table import TABLES, check_table
from bot.games.freetable.tablefiles import table_format, use
from bot.games.freetable.wording.names import own
from bot.parts.tables.bundle import cards_in, joined, to_csv, to_list, to_tabletop
from bot.parts.tables.service import read_table
from bot.parts.workshop.maps.reading import MapReading
from tests.renderers.uploaded import halves, png

T = TypeVar("T")
FORMAT = table_format()
SHIPPED = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((DATA / "free-table" / "tables").glob("*.toml"))
}
PAGE = (Path(__file__).parents[3] / "docs" / "ANY_GAME.md").read_text(encoding="utf-8")
HEAD = 'key = "own"\ntitle = "Own"\n'
HAND = '[[zone]]\nname = "hand"\nkind = "hand"\n'
DECK = '[[zone]]\nname = "deck"\nkind = "deck"\n'
BOARD = '[[zone]]\nname = "board"\nkind = "board"\ncolumns = 3\nrows = 3\n'
DRAWN = (
    '[[picture]]\nname = "b.png"\nwidth = 200\nheight = 100\n'
    f"data = '{b64encode(png(halves(200, 100, (220, 30, 30), (20, 40, 220)))).decode()}'\n"
)
PACK = '[[cards]]\nname = "pack"\nin = "deck"\nuse = "52"\n'


def read(text: str) -> MapReading:
    return read_table(text.encode(), "own.toml", FORMAT)


def told(text: str) -> str:
    return "\n".join([str(each) for each in read(text).findings])


def of_the_page() -> str:
    """Return the file that docs/ANY_GAME.md makes."""
    blocks = re.findall(r"```toml( top)?\n(.*?)```", PAGE, re.DOTALL)
    first, *others = [block for top, block in blocks if not top]
    at = first.index("[[zone]]")
    top = "".join([block for top, block in blocks if top])
    return "\n".join([first[:at], top, first[at:], *others])


@pytest.mark.parametrize("key", SHIPPED)
def test_shipped_tables_have_no_faults_and_each_of_their_words_is_german(key: str) -> None:
    reading = read(SHIPPED[key].replace(f'key = "{key}"', 'key = "other"'))
    assert [str(each) for each in reading.findings] == []
    file = reading.value
    words = file.words["de"]
    assert {
        file.title,
        *[zone.name for zone in file.zone],
        *[one.name for one in file.counter],
        *[line for line in file.rules.splitlines() if line],
    } <= words.keys()
    kinds = [kind for kind in TABLES.shipped[key].kinds if kind.shape not in {"playing card", "chessman"}]
    for seats in file.numbers:
        state = GAME.rules.setup(Options(key), seats, Stream("shipped", bytes(32)))
        with speaking(language("de")):
            texts = [text for kind in kinds for text in (kind.name, kind.text) if text]
            assert [text for text in texts if own(state.layout, text) == text] == []
            assert GAME.wording.board_text(GAME.rules.view(state, 0), ["Ann"] * seats)


def test_the_guide_makes_a_table_that_can_be_played() -> None:
    reading = read(of_the_page())
    assert [str(each) for each in reading.findings] == []
    state = GAME.rules.setup(Options("my-market", use(reading.value)), 2, Stream("guide", bytes(32)))
    names = {zone.name: len(things) for zone, things in zip(state.layout.zones, state.zones, strict=True)}
    assert names == {"hand": 3, "goods": 8, "market": 5, "stall": 0, "dice": 2}


def test_the_bounds_of_the_guide_are_those_of_the_checker() -> None:
    from bot.games.freetable.rules import cards, files

    for number in (
        f"{files.LARGEST_TEXT // 1024} KB",
        f"{files.MOST_ZONES}; of these {files.MOST_DECKS} decks, {files.MOST_BOARDS} boards",
        f"{files.MOST_SQUARES}; a board 26 by 26",
        f"{files.MOST_THINGS}, of {files.MOST_KINDS} kinds; {cards.COPIES} copies of a card",
        f"a name of {cards.NAME}, a text of {cards.TEXT} characters",
        f"{files.MOST_COUNTERS}, from −9999 to 9999",
    ):
        assert number in PAGE


FAULTS = {
    HEAD: "E102: a table file needs the key",
    HEAD + HAND + HAND: 'own.toml:7: E701: zone 2, name: "hand" is typed like "hand"',
    HEAD + HAND + PACK: 'own.toml:8: E702: cards 1, in: there is no zone "deck"',
    HEAD + HAND + '[[zone]]\nname = "dek"\nkind = "deck"\n' + PACK: 'did you mean "dek"',
    HEAD + '[[zone]]\nname = "!!"\nkind = "row"\n': "nobody can type this name",
    HEAD + '[[zone]]\nname = "row"\nkind = "rwo"\n': '"rwo" is no word for "kind" (did you mean "row"?)',
    HEAD + HAND + '[[zone]]\nname = "r"\nkind = "row"\nspots = ["a"]\n': "E707",
    HEAD
    + HAND
    + '[[piece]]\nname = "p"\nin = "hand"\n'
    + 'count = 200\ncolours = ["red", "blue", "green"]\n': "there are 600 cards and pieces: 400 at most",
    HEAD + BOARD.replace("3", "21"): "E703: zone: there are 441 squares",
    HEAD + "seats = [4, 2]\n" + HAND: "write the least number first",
    HEAD + 'order = "in secret"\n' + DECK: 'there has to be a zone with kind = "hand"',
    HEAD
    + 'order = "in secret"\nshows = "rwo"\n'
    + HAND
    + '[[zone]]\nname = "row"\nkind = "row"\n': 'did you mean "row"',
    HEAD + 'shows = "hand"\n' + HAND: '"shows" needs order',
    HEAD + HAND + '[[counter]]\nname = "n"\nstart = 5\nmost = 3\n': "E706",
    HEAD + HAND + '[[cards]]\nname = "c"\nin = "hand"\n': "there are no cards in this",
    HEAD + HAND + '[[cards]]\nname = "c"\nin = "hand"\nuse = "52"\ncsv = "name\\nFox\\n"\n': 'beside "use"',
    HEAD
    + HAND
    + '[[cards]]\nname = "c"\nin = "hand"\n'
    + 'csv = "name,qty\\nFox,x\\nOwl,999\\n,2\\n"\n': 'row 2: "x" is no number of copies',
    HEAD
    + HAND
    + '[[cards]]\nname = "c"\nin = "hand"\ncsv = "cards.csv"\n': "the file cards.csv was not given",
    HEAD
    + HAND
    + '[[cards]]\nname = "c"\nin = "hand"\ncsv = ",,\\n,,\\n"\n': "there is no card under the first row",
    HEAD + HAND + '[[cards]]\nname = "c"\nin = "hand"\ncsv = "name,text\\nFox,https://x.y\\n"\n': "link",
    HEAD + HAND + '[[cards]]\nname = "c"\nin = "hand"\ncsv = "name\\nA-1\\nA 1\\n"\n': "is typed like",
    HEAD
    + 'start = ["shufle deck"]\n'
    + DECK: 'own.toml:3: E705: start 1: "shufle deck" cannot be read: write "shuffle deck"',
    HEAD + 'start = ["shuffle dek"]\n' + DECK: 'there is no zone "dek" (did you mean "deck"?)',
    HEAD
    + 'start = ["deal 30 from deck to hand"]\n'
    + HAND
    + DECK
    + PACK: "with 2 seats: there are not enough things in deck",
    HEAD + 'start = ["put Joker on deck"]\n' + DECK + PACK: 'there is no card or piece "Joker"',
    HEAD
    + 'start = ["put p on board D1"]\n'
    + BOARD
    + '[[piece]]\nname = "p"\nin = "board"\n': 'there is no square "D1" on board: it could be A1, …, C3',
    HEAD
    + 'start = ["put p on board"]\n'
    + BOARD
    + '[[piece]]\nname = "p"\nin = "board"\n': "say on which squares",
    HEAD + 'start = ["flip deck"]\n' + DECK: "flip a row or a board",
    HEAD
    + 'start = ["set n to 9"]\n'
    + DECK
    + '[[counter]]\nname = "n"\nmost = 5\n': "n goes from -9999 to 5",
    HEAD + "seats = 3\n" + HAND: "a whole number stands where a list belongs: write [3]",
    HEAD + 'rules = "@everyone"\n' + HAND: "E202",
    'key = "chess"\ntitle = "Own"\n' + HAND: "E602",
    HEAD + HAND + 'colour = "red"\n': 'has no key "colour"',
    HEAD + HAND + '[[zone]]\nname = "b"\nkind = "board"\npicture = "b.png"\n': "a picture needs its places",
    HEAD + '[[zone]]\nname = "b"\nkind = "board"\npicture = "b.png"\nspots = ["Mill 9% 9%"]\n': (
        "own.toml:6: E708: zone 1, picture: the picture b.png was not given"
    ),
    HEAD
    + '[[zone]]\nname = "b"\nkind = "board"\npicture = "b.png"\n'
    + f'spots = ["Mill 9% 9%", "Pier", "Inn 201 10"]\n{DRAWN}': "zone 1, spots 2: write a name of up to 24",
    HEAD
    + '[[zone]]\nname = "b"\nkind = "board"\npicture = "b.png"\n'
    + f'spots = ["Mill 9% 9%", "Inn 201 10"]\n{DRAWN}': "E708: zone 1, spots 2: write a name",
    HEAD + HAND + DRAWN.replace("iVBOR", "AAAAA"): "E708: picture 1, data: this is no picture",
    HEAD
    + HAND
    + '[[cards]]\nname = "c"\nin = "hand"\n'
    + 'csv = "name,picture\\nFox,fox.png 5x4 21\\n"\n': "row 2: the picture",
    HEAD + HAND + '[[cards]]\nname = "c"\nin = "hand"\ncard = [{name = "Fox", picture = "f.png"}]\n': (
        "the picture f.png was not given"
    ),
    "not toml": "E008",
}


@pytest.mark.parametrize("text", FAULTS, ids=[f"{at}" for at in range(len(FAULTS))])
def test_a_fault_is_told_with_its_line_and_a_remedy(text: str) -> None:
    assert FAULTS[text] in told(text)
    assert read(text).value is None
    with speaking(language("de")):
        assert told(text)
        assert "None" not in told(text)


def test_every_code_of_table_files_comes_up() -> None:
    said = " ".join([told(text) for text in FAULTS])
    codes = {code for module in (files, table) for code in re.findall(r'"(E7\d\d)"', getsource(module))}
    assert len(codes) == 8
    assert [code for code in sorted(codes) if code not in said] == []


def test_several_faults_are_told_at_once() -> None:
    text = HEAD + 'seats = [4, 2]\nshows = "x"\n' + HAND + HAND + PACK
    assert len(read(text).findings) >= 4


# ---- cards from elsewhere


def test_a_spreadsheet_gives_cards_with_counts_ranges_and_other_columns() -> None:
    found = cards_of_csv(
        'Card Name;Effect;Cost;Qty\nFox;"Run; twice";2;3\nLamp {1-3};;;\nFox;"Run; twice";2;1\n'
    )
    assert [(each.name, each.text, each.count) for each in found] == [
        ("Fox", "Run; twice · Cost: 2", 4),
        ("Lamp 1", "", 1),
        ("Lamp 2", "", 1),
        ("Lamp 3", "", 1),
    ]
    (abbreviated,) = cards_of_csv("Karte,max. HP,Anz.\r\nFuchs,7,2\r\n")
    assert (abbreviated.text, abbreviated.count) == ("max. HP: 7", 2)


def test_a_deck_goes_out_and_in_again() -> None:
    cards = cards_of_csv("name,text,qty\nFox,Run,3\nOwl,,1\n")
    assert cards_in(to_csv(cards).encode(), "x.csv").cards == cards
    with zipfile.ZipFile(io.BytesIO(to_tabletop(cards, "Deck", "deck", {}))) as folder:
        saved = folder.read("Saves/Saved Objects/deck.json")
        sheet = next(name for name in folder.namelist() if name.endswith(".jpg"))
    out = cards_in(saved, "x.json", [sheet])
    assert [(each.name, each.text, each.count) for each in out.cards] == [
        (each.name, each.text, each.count) for each in cards
    ]
    assert [each.picture for each in out.cards] == [f"{sheet} 10x7 1", f"{sheet} 10x7 2"]
    assert [each.picture for each in cards_in(saved, "x.json").cards] == ["", ""]
    assert [(each.name, each.count) for each in cards_in(to_list(cards).encode(), "x.txt").cards] == [
        ("Fox", 3),
        ("Owl", 1),
    ]


def test_what_cannot_be_taken_is_told_line_by_line() -> None:
    taken = cards_in(b"3 Pears\n2x Silk\n999 Moths\n# a comment\nOld coin x2\n", "list.txt")
    assert [(each.name, each.count) for each in taken.cards] == [("Pears", 3), ("Silk", 2), ("Old coin", 2)]
    assert [each.partition(":")[0] for each in taken.left_out] == ["line 3"]
    fox = {"Name": "CardCustom", "CustomDeck": {"1": {}}, "Nickname": "Fox"}
    deck = {"Name": "DeckCustom", "ContainedObjects": [fox, {"Name": "Card", "Nickname": ""}]}
    saved = json.dumps({"ObjectStates": [deck]}).encode()
    told_ = cards_in(saved, "deck.json")
    assert [each.name for each in told_.cards] == ["Fox", "Card 2"]
    assert [each.partition(" ")[0] for each in told_.left_out] == ["card", "sheet", "the"]
    for name, content in (
        ("x.json", b"{"),
        ("x.json", b"{}"),
        ("x.csv", b"\0"),
        ("x.csv", b",,\n"),
        ("x.csv", b""),
        ("x.txt", b"\xff"),
        ("x.txt", b""),
    ):
        with pytest.raises(BadCards):
            cards_in(content, name)


def test_the_cards_of_a_file_beside_it_are_joined_and_lines_keep_their_numbers() -> None:
    text = (
        HEAD
        + HAND
        + '[[cards]]\nname = "c"\nin = "hand"\ncsv = "cards.csv"\n[[counter]]\nname = "hand"\nstart = "x"\n'
    )
    whole = joined(text.encode(), {"Cards.CSV": b"name\nFox\n", "other.csv": b"name\nOwl\n"})
    assert whole.content.count(b"\n") == text.count("\n")
    assert [note.partition(":")[0] for note in whole.notes] == ["other.csv"]
    assert "own.toml:12" in "\n".join(
        [str(each) for each in read_table(whole.content, "own.toml", FORMAT).findings]
    )
    alone = joined(text.encode(), {"export (3).csv": b"name\nFox\n"})
    assert b"Fox" in alone.content


# ---- any file at all


def mutated(random: Random) -> bytes:
    """Return a shipped file with random changes: characters, lines, numbers, words of other lines."""
    isle = HEAD + HAND + '[[zone]]\nname = "b"\nkind = "board"\npicture = "b.png"\n'
    isle += f'spots = ["Mill 9% 9%", "Inn 20 10"]\n{DRAWN}'
    text = random.choice([*SHIPPED.values(), of_the_page(), isle])
    text = re.sub('^key = "', 'key = "x', text, count=1, flags=re.MULTILINE)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(text))
        lines = text.split("\n")
        row = random.randrange(len(lines))
        kind = random.randrange(6)
        if kind == 0:
            text = text[:at] + random.choice('"[]{}=,.\n#\\0-9é😀\0') + text[at + random.randint(0, 3) :]
        elif kind == 1:
            lines[row] = random.choice(lines)
            text = "\n".join(lines)
        elif kind == 2:
            del lines[row : row + random.randint(1, 4)]
            text = "\n".join(lines)
        elif kind == 3:
            text = re.sub(
                r"\d+",
                lambda _: str(random.choice([0, 1, 2, 27, 401, -1, 10**9])),
                text,
                count=random.randint(1, 4),
            )
        elif kind == 4:
            words = re.findall(r'"[^"\n]*"', text)
            text = text.replace(random.choice(words), random.choice(words), 1)
        else:
            text = text[:at] + text[at : at + 60] * random.randint(2, 4) + text[at + 60 :]
    return text.encode("utf-8", "surrogatepass")


def timed_in(slowest: dict[str, float], call: Callable[..., T], *given: Any) -> T:
    """Return what a call returns, and note the seconds of processor time of the slowest one of its name."""
    began = time.process_time()
    found = call(*given)
    slowest[call.__name__] = max(slowest.get(call.__name__, 0), time.process_time() - began)
    return found


@pytest.mark.parametrize("part", [0, *[pytest.param(at, marks=pytest.mark.soak) for at in range(1, 34)]])
def test_mutated_files_are_read_or_refused_and_what_is_read_can_be_played(part: int) -> None:
    """300 of 10,000. No call on the event loop takes 20 ms; five times as long on a busy machine."""
    random, played, slowest = Random(part), 0, dict[str, float]()

    timed = partial(timed_in, slowest)
    for _ in range(300):
        reading = read_table(mutated(random), "own.toml", FORMAT)
        assert (reading.value is None) == bool(reading.findings)
        assert all(len(str(each)) < 700 and str(each).isprintable() for each in reading.findings)
        if reading.value is None:
            continue
        played += 1
        for seats in {reading.value.numbers[0], reading.value.numbers[-1]}:
            rng, names = Stream("mutated", bytes(32)), ["Ann"] * seats
            options = Options(reading.value.key, use(reading.value))
            state = timed(GAME.rules.setup, options, seats, rng)
            for _step in range(3):
                seat = min(GAME.rules.to_act(state))
                view, legal = timed(GAME.rules.view, state, seat), timed(GAME.rules.legal, state, seat)
                assert timed(GAME.wording.menu, view, legal, (), names).text
                assert timed(GAME.wording.board_text, view, names)
                timed(GAME.rules.apply, state, seat, legal[random.randrange(len(legal))], rng)
                if state.outcome is not None:
                    break
    print("the slowest call of each kind, in ms:", {name: round(1e3 * s, 1) for name, s in slowest.items()})
    assert played > 10
    assert max(slowest.values()) < 0.02 * 5, slowest


def test_no_call_at_the_largest_table_takes_20_ms() -> None:
    """Nearly all that a file may have: 390 things, 34 zones, 400 squares, 24 counters, six seats."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    cards = [CardEntry(f"Card {a}{b}", "word " * 40) for a in letters for b in letters][:290]
    file = TableFile(
        "big",
        "Big",
        (
            ZoneFile("hand", "hand"),
            ZoneFile("veil", "secret row"),
            *[ZoneFile(f"row {at}", "row", each=True) for at in range(2)],
            *[ZoneFile(f"deck {at}", "deck") for at in range(9)],
            ZoneFile("map", "board", columns=20, rows=20),
        ),
        seats=(6,),
        order="free",
        cards=(CardsFile("pack", "row 0", card=tuple(cards)),),
        piece=(PieceFile("stone", "map", colours=("red", "blue", "green", "grey", "brown"), count=20),),
        counter=tuple([CounterFile(f"points {at}", each=True) for at in range(4)]),
    )
    faults = list[Any]()
    check_table(file, lambda *fault: faults.append(fault))
    assert faults == []
    options, best = Options("big", use(file)), dict[str, float]()
    for _ in range(3):
        took = dict[str, float]()
        timed, rng, names = partial(timed_in, took), Stream("big", bytes(32)), ["Ann"] * 6
        state = timed(GAME.rules.setup, options, 6, rng)
        view, legal = timed(GAME.rules.view, state, 0), timed(GAME.rules.legal, state, 0)
        row = next(at for at, things in enumerate(view.zones) if len(things) > 200)
        for path in ((), (f"z{row}",), (f"z{row}", "p0"), (f"w{row * 4096}",), ("decks",), ("counters",)):
            assert timed(GAME.wording.menu, view, legal, path, names).groups
        timed(GAME.wording.board_text, view, names)
        words = timed(GAME.wording.format, view, legal[5])
        assert timed(GAME.wording.parse, view, 0, type(legal[5]), words) in legal
        timed(GAME.rules.apply, state, 0, legal[5], rng)
        best = {name: min(best.get(name, seconds), seconds) for name, seconds in took.items()}
    assert max(best.values()) < 0.02, best


def test_the_words_of_a_card_are_translated_by_line_and_before_a_number() -> None:
    state = GAME.rules.setup(Options("night-market"), 2, Stream("words", bytes(32)))
    with speaking(language("de")):
        assert own(state.layout, "Lantern 18") == "Laterne 18"
        text = "Give it to a player of your choice: 2 coins less · coins: 0"
        assert own(state.layout, text) == "Gib sie, wem du willst: 2 Münzen weniger · Münzen: 0"
        shown = [own(state.layout, kind.text) for kind in state.layout.kinds if kind.text]
        assert not [each for each in shown if "coins" in each or "the" in each]
    assert own(state.layout, "Lantern 18") == "Lantern 18"
