"""The table of Crossfire: properties of every picture, and its content."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from PIL import Image

from bot.base.language import speaking
from bot.base.languages.catalogues import codes, language
from bot.engine.contract import Outcome
from bot.engine.wording import Focus
from bot.games.crossfire.rules.cards import JOKER
from bot.games.crossfire.rules.facts import Discarded, Drew, Laid, Seized, TurnBegan
from bot.games.crossfire.rules.layout import read_layout, write_rows
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.table import table_of
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, Pile, Tally
from bot.games.crossfire.wording.wording import CrossfireWording
from renderers.contract import Picture
from renderers.crossfire import SIGNS, contests
from renderers.crossfire.layout import MAX_HEIGHT, Layout, Room, layout
from renderers.kit.lines import Line, Quiet, Stamp, draw_line, latest_lines
from renderers.kit.palette import GOLD, HEAL, HURT, SEATS, Colour
from renderers.kit.titles import WIDTH
from tests.games.crossfire.table import Table
from tests.renderers.crossfire_positions import (
    FORMS,
    NAMES,
    RENDERER,
    RULES,
    STAGES,
    cards,
    crowded,
    every_fact,
    fought,
    laid,
    match,
    square,
    table,
)
from tests.renderers.pixels import opened
from tests.renderers.written import all_written


def draw(view: CrossfireView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


def places_of(view: CrossfireView, part: Any = None, room: Room | None = None) -> Layout:
    return layout(view.table, part, room or Room())


def cell_of(view: CrossfireView, name: str, **how: Any) -> Image.Image:
    """Return the picture of one square."""
    places = places_of(view)
    x, y = places.corner(square(name, view.width))
    return opened(draw(view, **how)).crop((x, y, x + places.cell_width, y + places.cell))


def share(image: Image.Image, colour: Colour) -> float:
    pixels = list(image.get_flattened_data())
    return pixels.count(colour) / len(pixels)


def with_pile(view: CrossfireView, name: str, pile: Pile | None) -> CrossfireView:
    board = list(view.board)
    board[square(name, view.width)] = pile
    return msgspec.structs.replace(view, board=tuple(board))


def bare(*piles: tuple[str, Pile]) -> CrossfireView:
    """Return a table for two with only these piles."""
    view = msgspec.structs.replace(crowded(), board=(None,) * 45)
    for name, pile in piles:
        view = with_pile(view, name, pile)
    return view


def node(seat: int, text: str) -> Pile:
    return Pile(seat, "node", cards(seat, text))


# ---- properties of every picture


@pytest.mark.parametrize("form", FORMS)
def test_quarters_show_their_squares_larger_and_together_every_square(form: str) -> None:
    view, facts = table(form, 2, 60)
    shown = []
    for part in ("nw", "ne", "sw", "se"):
        whole, quarter = places_of(view), places_of(view, part)
        assert quarter.cell >= max(whole.cell, 145)
        picture = draw(view, recent=facts, part=part)
        assert picture.height <= MAX_HEIGHT
        assert len(picture.png) <= 120_000
        shown.append(quarter.shows)
    grid = view.table.grid
    assert all(any(shows(number) for shows in shown) for number in range(grid.size))


def test_quarters_are_offered_for_large_tables() -> None:
    """CRF-25."""
    assert RENDERER.parts(STAGES["two"]) == {}
    for stage in ("four", "ultimate"):
        offered = RENDERER.parts(STAGES[stage])
        assert list(offered) == ["nw", "ne", "sw", "se"]
        assert len({draw(STAGES[stage], part=part).png for part in (*offered, None)}) == 5


_CAP = "##ccccccccccc##/##33333333333##"
_FOOT = "##11111111111##/##aaaaaaaaaaa##"
_ROW = "b2...........4d"


@pytest.mark.parametrize(
    ("seats", "rows"),
    [
        (2, "bbb/222/.../111/aaa"),
        (2, "bbb/222" + "/..." * 11 + "/111/aaa"),
        (2, "b" * 15 + "/" + "2" * 15 + "/" + "." * 15 + "/" + "1" * 15 + "/" + "a" * 15),
        (2, "a1...........2b/a1...........2b/a1...........2b"),
        (4, "##c##/##3##/b2*4d/##1##/##a##"),
        (4, "/".join([_CAP, *[_ROW] * 5, _ROW.replace("......", ".....*", 1), *[_ROW] * 5, _FOOT])),
    ],
)
def test_every_layout_has_room(seats: int, rows: str) -> None:
    """CRF-01: a layout is data; any of 3 to 15 columns and rows is drawn."""
    options = Options(grid=write_rows(read_layout(rows, seats)))
    width, height = len(rows.split("/")[0]), len(rows.split("/"))
    view = STAGES["two" if seats == 2 else "four"]
    view = msgspec.structs.replace(
        view, options=options, width=width, height=height, board=(None,) * (width * height)
    )
    home = table_of(options, seats)
    board = [node(seat, "7h") if (seat := home.base_home[at]) >= 0 else None for at in range(width * height)]
    view = msgspec.structs.replace(view, board=tuple(board))
    for part in (None, "nw", "se"):
        places = places_of(view, part, Room(lists=2))
        assert places.left >= 20
        assert places.right <= WIDTH - 20
        assert places.height <= MAX_HEIGHT
        for left, top, right, bottom in (*places.seats, places.latest, places.contests):
            assert 0 <= left < right <= WIDTH
            assert 0 <= top < bottom <= places.height
        draw(view, part=part)


def test_panels_and_squares_do_not_overlap() -> None:
    for form in FORMS:
        view, _ = table(form, 2, 60)
        home = view.table
        for part in (None, "nw"):
            places = places_of(view, part, Room(long_names=True, lists=2))
            boxes = [*places.seats, places.latest, places.contests]
            for number in range(home.grid.size):
                if home.has(number) and places.shows(number):
                    x, y = places.corner(number)
                    boxes.append((x, y, x + places.cell_width, y + places.cell))
            for at, first in enumerate(boxes):
                for second in boxes[at + 1 :]:
                    apart = first[2] <= second[0] or second[2] <= first[0]
                    assert apart or first[3] <= second[1] or second[3] <= first[1]


# ---- hidden information


def test_the_table_does_not_depend_on_the_viewer_s_hand_or_on_draws() -> None:
    """CRF-26: the same picture for all, with any hand; the draw at the start of a turn is not shown."""
    course = match("four", 2, 110)
    views = [RULES.view(course[-1][0], viewer) for viewer in (None, 0, 1, 2, 3)]
    assert len({draw(view).png for view in views}) == 1
    view = STAGES["two"]
    drew = [draw(view, recent=(Drew(0, card),)).png for card in (cards(0, "4s")[0], -1)]
    assert drew == [draw(view).png] * 2


def test_an_unprobed_neutral_shows_only_the_back_of_its_pack() -> None:
    """CRF-02, CRF-26."""
    first, second = (bare(("b4", Pile(NOBODY, "neutral", (-1 - pack,)))) for pack in (0, 1))
    assert share(cell_of(first, "b4"), SEATS[0].colour) > 0.02
    assert share(cell_of(second, "b4"), SEATS[1].colour) > 0.02


# ---- owners, power, piles


def test_the_goal_is_always_visible() -> None:
    """CRF-21, CRF-23: the base, or for teams six points."""
    for stage, view in STAGES.items():
        if view.outcome is not None:
            continue
        with all_written() as words:
            draw(view)
        aim = "take the base" if view.seats == 2 else "first to 6 points"
        assert any(said.startswith(aim) for said in words), stage


def test_each_seat_s_cards_have_its_colour_and_direction() -> None:
    """CRF-22: four seats, four colours; two owners also differ by direction, as in the rulebook."""
    for seat, upright in ((0, True), (1, False)):
        cell = cell_of(bare(("c4", node(seat, "6h"))), "c4").convert("RGB")
        paper = Image.new("L", cell.size)
        paper.putdata([255 if sum(pixel) > 470 else 0 for pixel in cell.get_flattened_data()])
        left, top, right, bottom = paper.getbbox() or (0, 0, 0, 0)
        assert (bottom - top > right - left) is upright
    view = msgspec.structs.replace(STAGES["four"], board=(None,) * 81)
    assert [share(cell_of(view, "e4"), style.colour) for style in SEATS[:4]] == [0, 0, 0, 0]
    for seat in range(4):
        with_node = with_pile(view, "e4", Pile(seat, "node", cards(seat, "Th")))
        shares = [share(cell_of(with_node, "e4"), style.colour) for style in SEATS[:4]]
        assert shares.index(max(shares)) == seat


def test_linked_pairs_are_bright_nodes_without_power_dimmed_and_chains_drawn() -> None:
    """CRF-07: all power is linked to a base."""
    paired = bare(("c2", node(0, "6h")), ("c3", node(0, "4s")))
    alone = bare(("c2", node(0, "6h")), ("c3", node(0, "5s")))
    assert share(cell_of(paired, "c3"), GOLD) > 0.03
    assert share(cell_of(alone, "c3"), GOLD) == 0
    view = bare(("c2", node(0, "Th")), ("c3", node(0, "Ts")), ("d3", node(0, "Tc")))
    unlinked = with_pile(view, "c2", None)
    lit, dead = [sum(map(sum, cell_of(seen, "c3").get_flattened_data())) for seen in (view, unlinked)]
    assert lit > dead * 1.2, "the same card is darker where it has no power"
    places = places_of(view)
    (x, y), (after, _) = places.centre(square("c3")), places.centre(square("d3"))
    between, loose = (
        opened(draw(seen)).crop(((x + after) // 2, y, (x + after) // 2 + 1, y + 1))
        for seen in (view, unlinked)
    )
    assert sum(between.tobytes()) > 2 * sum(loose.tobytes())


BASE = ("c2", node(0, "6h"))
SEIZED = ("c4", Pile(0, "seized", cards(0, "Qh Td")))


@pytest.mark.parametrize(
    ("at", "one", "other"),
    [
        ("c3", [BASE, ("c3", node(0, "Jo"))], [("c2", node(0, "3h")), ("c3", node(0, "Jo"))]),
        ("c2", [BASE], [BASE, ("c1", node(0, "3s"))]),
        *[
            ("c4", [SEIZED], [("c4", pile)])
            for pile in (
                Pile(0, "seized", cards(0, "7h Td")),
                Pile(0, "seized", cards(0, "Kh Td")),
                Pile(0, "tower", cards(0, "Kh Td")),
                Pile(0, "node", cards(0, "Kh")),
                Pile(1, "seized", cards(0, "Kh Td")),
                Pile(NOBODY, "neutral", cards(0, "Kh")),
                Pile(NOBODY, "neutral", cards(0, "Kh"), laid((0, "3d"))),
                Pile(NOBODY, "neutral", (-1,)),
            )
        ],
    ],
)
def test_a_jokers_power_a_support_and_each_kind_of_pile_look_different(
    at: str, one: list[tuple[str, Pile]], other: list[tuple[str, Pile]]
) -> None:
    """CRF-10, CRF-11, CRF-17 to CRF-20."""
    assert cell_of(bare(*one), at).tobytes() != cell_of(bare(*other), at).tobytes()


def test_a_due_answer_is_shown_until_it_lapses() -> None:
    """CRF-16."""
    pile = Pile(1, "node", cards(1, "5h"), laid((0, "7d")), 0, 1)
    gone = msgspec.structs.replace(pile, lapsed=True)
    looks = {cell_of(bare(("c4", one)), "c4").tobytes() for one in (pile, gone)}
    assert len(looks) == 2
    assert share(cell_of(bare(("c4", pile)), "c4"), HURT) > 0.02
    alts = [draw(bare(("c4", one))).alt for one in (pile, gone)]
    assert "At c4 (5♥) ● leads with 7♦, and ■ must answer now with an 8 or higher." in alts[0]
    assert "unanswered: the pile goes to ● next." in alts[1]


def test_the_card_needed_for_an_answer_follows_the_rules() -> None:
    """CRF-16, CRF-20: a defender needs a higher card, an attacker an equal one; none is above a King."""
    defended = Pile(1, "node", cards(1, "5h"), laid((0, "7d"), (1, "Qc")), 1, 0)
    hopeless = Pile(1, "node", cards(1, "5h"), laid((0, "Kd")), 0, 1)
    neutral = Pile(NOBODY, "neutral", cards(1, "4c"), laid((0, "6d")), 0)
    assert "● may answer next with a Queen or higher." in draw(bare(("c4", defended))).alt
    assert "which nothing tops: the pile goes to ● next." in draw(bare(("c4", hopeless))).alt
    assert "At c4 (the neutral 4♣) ● leads with 6♦, and ■ " in draw(bare(("c4", neutral))).alt


def test_all_53_faces_look_different() -> None:
    """CRF-01: on the smallest squares too; one picture has them all."""
    view = STAGES["ultimate"]
    board, squares = [None] * 169, [at for at in range(169) if table_of(view.options, 4).field >> at & 1]
    for face, at in enumerate(squares[: JOKER + 1]):
        board[at] = Pile(0, "seized", (face,))
    view = msgspec.structs.replace(view, board=tuple(board))
    image, places = opened(draw(view)), places_of(view)
    inner = [places.corner(at) for at in squares[: JOKER + 1]]
    cell = places.cell
    looks = {image.crop((x, y, x + cell, y + cell)).tobytes() for x, y in inner}
    assert len(looks) == JOKER + 1


# ---- the last turn, focus, panels


def test_laid_and_won_piles_of_the_last_turn_are_marked_and_attacks_are_arrows() -> None:
    """CRF-14 to CRF-16."""
    view, last = STAGES["two"], Laid(0, cards(0, "6h")[0], square("a3"), square("a2"))
    plain = cell_of(view, "a3").tobytes()
    assert cell_of(view, "a3", recent=(last,)).tobytes() != plain
    older = (TurnBegan(0, 4), last, TurnBegan(1, 5), Discarded(1, cards(1, "6h")[0]))
    assert cell_of(view, "a3", recent=older).tobytes() == plain
    view = crowded()
    assert draw(view, recent=fought()).png != draw(view).png
    won = cell_of(view, "e4", recent=(Seized(0, square("e4"), 1, False, False),))
    assert won.tobytes() != cell_of(view, "e4").tobytes()


def test_a_discard_is_shown_below_the_table_of_a_film() -> None:
    view = STAGES["two"]
    pictures = {
        draw(view, recent=(Discarded(1, card),), part=RENDERER.film_part).png
        for card in (*cards(1, "6h 7h"), *cards(1, "6s"))
    }
    assert len(pictures) == 3


def test_focus_is_drawn_on_its_squares() -> None:
    view = bare(("c2", node(0, "Th")), ("c4", node(1, "5h")))
    pointed = Focus(square("c2"), frozenset({square("c3"), 0}), {square("c4"): "9+"})
    assert share(cell_of(view, "c3", focus=pointed), HEAL) > 0.02
    assert share(cell_of(view, "c4", focus=pointed), HEAL) > 0.02


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 1},
        {"turns": 99},
        {"hands": (4, 1)},
        {"packs": (3, 3)},
        {"discards": ((), ())},
        {"shown": ((), cards(1, "9d"))},
        {"phase": "over", "turn": NOBODY, "outcome": Outcome((0,), (1, 0), "The enemy resigned")},
    ],
)
def test_changes_of_the_match_change_the_picture(change: dict[str, Any]) -> None:
    view = STAGES["two"]
    assert (
        draw(msgspec.structs.replace(view, turn=0)).png
        != draw(msgspec.structs.replace(view, **{"turn": 0, **change})).png
    )


def test_victory_points_are_shown_by_their_source() -> None:
    """CRF-23."""
    view = STAGES["four"]
    tallies = (Tally(), Tally(2), Tally(0, 2), Tally(0, 0, 2), Tally(1, 2, 2), Tally(9, 2, 2))
    pictures = {draw(msgspec.structs.replace(view, tallies=(tally, Tally()))).png for tally in tallies}
    assert len(pictures) == len(tallies)
    scored = msgspec.structs.replace(view, tallies=(Tally(1, 2, 0), Tally(0, 0, 2)))
    assert "Points of 6: ●▲ 3, ■◆ 2." in draw(scored).alt


# ---- in words


def test_the_points_of_an_empty_pack_are_shown_if_they_count() -> None:
    """CRF-28."""
    tables = [Table("a2:10 a3:10", "", end=end) for end in ("tie", "points")]
    by_end = [draw(RULES.view(table.state, None)) for table in tables]
    assert by_end[0].png != by_end[1].png
    assert "Points if a pack runs out: ● 1, ■ 0." in by_end[1].alt
    assert "Points" not in by_end[0].alt


def test_the_alt_text_has_the_turn_and_the_actions() -> None:
    view = crowded(turn=0, turns=40)
    alt = draw(view, recent=fought()).alt
    assert alt.startswith("Crossfire. Turn 40: Ann to play. ")
    assert " probes c5: 6♦ beats 4♣. " in alt
    ultimate = msgspec.structs.replace(STAGES["ultimate"], turn=2, turns=7)
    assert draw(ultimate).alt.startswith("Crossfire Ultimate. Turn 7: Cleo to play.")


def test_the_picture_and_the_alt_text_show_possible_redeals() -> None:
    """CRF-03."""
    view = msgspec.structs.replace(
        STAGES["bases"], phase="bases", turn=NOBODY, deciding=(True, False, False, True)
    )
    assert "Bases are being settled. Waiting for Ann and Dan." in draw(view).alt
    _, beside = RENDERER._lists(view.table, view, ())
    assert [words_of(line) for line in beside] == ["may redeal"] * 2


def words_of(line: Line) -> str:
    """Return the words of a line, without cards and shapes."""
    return " ".join(
        [word if isinstance(word, str) else word.words for word in line if isinstance(word, str | Quiet)]
    )


def test_the_lists_beside_the_table_and_the_quarters_in_german() -> None:
    view = crowded()
    with speaking(language("de")):
        told = latest_lines(CrossfireWording(), view, every_fact(), SIGNS)
        told_of = [words_of(line) for line in told][:23]
        of_contests = [words_of(line) for line in contests(view, view.table)]
        assert RENDERER.parts(STAGES["four"])["nw"] == "Viertel oben links"
    assert told_of == [
        "legt nichts aus, sondern ab", "legt auf a3 , angelegt an a2", "greift c4 mit an",
        "antwortet auf a4 mit", "greift e5 mit an", "erkundet c5 : schlägt",
        "beginnt: ,",
        "gibt neue Basen", "behält die Basen, wie sie liegen", "erobert die Basis d4 von !",
        "hat d4 gegen gehalten", "erobert d4 von", "stützt die Basis d4 mit", "verfehlt d4 : gegen",
        "baut d4 mit neu auf", "tauscht auf d4 ein", "behält auf d4 als Knoten",
        "baut auf : Turm d4", "lässt d4 ohne Antwort", "kann keine Karte ziehen", "gibt auf",
        "baut auf : Turm d4", "2 neutrale Knoten werden verdeckt ausgelegt",
    ]  # fmt: skip
    assert of_contests == [
        "a4 braucht J+", "b4 gewinnt", "c4 braucht K", "a5 chancenlos", "c5 führt · nur 7+", "e5 braucht 8+",
    ]  # fmt: skip


@pytest.mark.parametrize("code", codes())
def test_every_card_of_a_line_is_drawn_beside_the_narrowest_table(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamped: list[Stamp] = []
    draw_stamp = Stamp.draw

    def watched(stamp: Stamp, image: Any, x: int, y: int, room: int) -> int:
        stamped.append(stamp)
        assert stamp.wide <= room
        return draw_stamp(stamp, image, x, y, room)

    monkeypatch.setattr(Stamp, "draw", watched)
    with speaking(language(code)):
        for line in latest_lines(CrossfireWording(), crowded(), every_fact(), SIGNS):
            draw_line(Image.new("RGB", (590, 60)), line, 2, 30, 590, gap=9, size=36)
            assert stamped == [run for run in line if isinstance(run, Stamp)], line
            stamped.clear()
