"""The table of Neo-Combat: what every picture keeps to, where things stand, and what happened last."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageFont

from bot.engine.wording import Focus
from bot.games.neocombat.cards.cards import Library
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.view import GONE, NeoView
from bot.games.neocombat.wording.wording import NeoCombatWording
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit import fonts, text
from renderers.kit.cache import forget
from renderers.kit.palette import SEATS
from renderers.kit.seats import height_of_cards
from renderers.kit.titles import WIDTH, height_of_heading
from renderers.neocombat import NeoCombatRenderer
from renderers.neocombat.attacks import Attack, attacks, ends_in
from renderers.neocombat.layout import EDGE, HEAD, Field, field_of
from renderers.neocombat.seats import status_of
from renderers.neocombat.sights import sights
from tests.games.neocombat.chance import playthrough
from tests.games.neocombat.table import POOL, RULES, cards, varan
from tests.renderers.neocombat_positions import (
    NAMES,
    STAGES,
    crowd,
    ended,
    every_fact,
    fought,
    large_pool,
    library,
    scattered,
    seen,
    skirmish,
    window,
)

WORDING = NeoCombatWording(library())
RENDERER = NeoCombatRenderer(library(), WORDING)
LARGEST = 150_000
LARGEST_CROWD = 215_000
LARGEST_HAND = 250_000
"""Bytes of a table with more varans than come with the bot: a roster of one's own can have 60."""
FEW = ("own skirmish", "mingled", "window", "cloaked", "shared", "own draft", "4 seats", "eight each")
"""Tables that show, together, all that is drawn."""
PRIVATE = {facts.Kept, facts.Planned, facts.TeamDealt}


def draw(view: NeoView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def recent_for(view: NeoView) -> tuple[Any, ...]:
    """Every fact, on a table with enough varans for it."""
    return every_fact() if len(view.tokens) >= 8 else ()


def crowded(view: NeoView) -> bool:
    return len(view.tokens) > len(POOL.roster)


# --- what every picture keeps to --------------------------------------------------------------------------


@pytest.mark.parametrize("stage", STAGES)
def test_a_picture_is_a_palette_png_of_1280_pixels_within_the_limits(stage: str) -> None:
    """Two to six seats of one to eight varans."""
    view = STAGES[stage]
    picture = draw(view, recent=recent_for(view))
    image = Image.open(io.BytesIO(picture.png))
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert picture.width == WIDTH == 1280
    assert picture.height <= (2700 if crowded(view) else 2000)
    assert len(picture.png) <= (LARGEST_CROWD if crowded(view) else LARGEST)
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT


@pytest.mark.parametrize(("seats", "team", "deal"), [(2, 4, "draft"), (3, 8, "random"), (6, 4, "balanced")])
def test_whole_matches_are_drawn_within_the_limits(seats: int, team: int, deal: Any) -> None:
    """Nothing that can happen makes drawing fail, or a picture too large."""
    options = RULES.normalize(Options(team=team, deal=deal, turns=8), seats)
    for at, turning in enumerate(playthrough(seats * 2 + 1, (options, seats))):
        over = RULES.outcome(turning.after) is not None
        if at % 40 and not over:
            continue
        viewer = None if at % 3 == 0 else at % seats
        view = RULES.view(turning.after, viewer)
        recent = [fact for event in turning.events if (fact := event.seen_by(viewer)) is not None]
        hand = RENDERER.hand(view, names=NAMES)
        parts = list(RENDERER.parts(view))[-1:]
        pictures = [draw(view, recent=recent), *[draw(view, part=part) for part in parts], hand]
        for picture in filter(None, pictures):
            assert len(picture.png) <= (LARGEST_HAND if picture is hand else LARGEST)
            assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT
    assert over


@pytest.mark.parametrize("stage", FEW)
def test_the_same_view_gives_the_same_bytes_warm_and_cold(stage: str) -> None:
    view = STAGES[stage]
    first = draw(view, recent=recent_for(view))
    assert draw(view, recent=recent_for(view)) == first
    forget()
    assert draw(view, recent=recent_for(view)) == first


def test_threads_draw_the_same_bytes_as_one_alone() -> None:
    views = [STAGES[name] for name in ("skirmish", "mingled", "window", "4 seats", "own draft")]
    alone = [draw(view) for view in views]
    forget()
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(draw, views * 2)) == alone * 2


def test_another_roster_is_not_drawn_from_what_was_kept() -> None:
    """A match pins its cards by their hash."""
    view = STAGES["skirmish"]
    options = replace(view.options, cards=large_pool().hash)
    other = replace(view, options=options, wounds=view.wounds * 2)
    assert draw(other).png == draw(view).png, "its first 24 varans are the same"
    with pytest.raises(KeyError):
        NeoCombatRenderer(Library(large_pool()), WORDING).board(view, names=NAMES[:2])
    shifted = replace(other, knowledge=(_all_shifted(other, 0), *other.knowledge[1:]))
    assert draw(shifted).png != draw(view).png


def _all_shifted(view: NeoView, seat: int) -> Any:
    known = view.knowledge[seat]
    records = [replace(each, varan=each.varan + 24 if each.varan >= 0 else -1) for each in known.records]
    return replace(known, records=tuple(records))


def test_every_text_is_large_enough_to_be_read_at_half_size(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[int] = set()
    made = ImageFont.truetype

    def watched(file: str, size: int, **how: Any) -> Any:
        sizes.add(size)
        return made(file, size, **how)

    monkeypatch.setattr(ImageFont, "truetype", watched)
    fonts.face.cache_clear()
    forget()
    for view in [STAGES[name] for name in FEW]:
        draw(view, recent=recent_for(view))
    draw(STAGES["mingled"], part="seat-0")
    assert sizes
    assert min(sizes) >= 26


def test_no_text_leaves_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each token, card and line is a picture of its own; text past its edge would be cut off."""
    beyond: list[str] = []
    write = text.write

    def watched(board: Image.Image, x: int, y: int, words: str, **how: Any) -> int:
        wide, half = write(board, x, y, words, **how), text.capitals(how["size"]) // 2
        left = x - {"left": 0, "middle": wide // 2, "right": wide}[how.get("anchor", "left")]
        if left < 0 or left + wide > board.width - 2 or y - half < 2 or y + half > board.height - 2:
            beyond.append(words)
        return wide

    monkeypatch.setattr(text, "write", watched)
    forget()
    for view in STAGES.values():
        RENDERER.board(view, names=["W" * 40] * view.seats, recent=recent_for(view))
    for part in ("seat-0", "seat-1", "varan-0"):
        draw(STAGES["own skirmish"], part=part)
    assert beyond == []


# --- where things stand -----------------------------------------------------------------------------------


def apart(boxes: list[Any]) -> bool:
    return all(
        one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        for at, one in enumerate(boxes)
        for other in boxes[at + 1 :]
    )


@pytest.mark.parametrize("stage", [name for name, view in STAGES.items() if view.tokens])
def test_sectors_stand_apart_and_each_token_in_its_own(stage: str) -> None:
    view = STAGES[stage]
    field = _field(view)
    sectors = {its.sector for its in view.tokens if its.here} | {0}
    assert set(field.sectors) == sectors
    assert set(field.tokens) == {token for token, its in enumerate(view.tokens) if its.here}
    assert apart(list(field.sectors.values()))
    assert apart(list(field.tokens.values()))
    for left, top, right, bottom in field.sectors.values():
        assert EDGE <= left < right <= WIDTH - EDGE
        assert 0 < top < bottom <= field.high
    for token, (left, top, right, bottom) in field.tokens.items():
        outer = field.sectors[view.tokens[token].sector]
        assert outer[0] < left < right < outer[2]
        assert outer[1] < top < bottom < outer[3]


def _field(view: NeoView) -> Field:
    return field_of(list(sights(view, large_pool())))


def test_the_centre_lies_across_the_middle_and_is_always_there() -> None:
    """NEO-06."""
    for view in (STAGES["mingled"], crowd(4, 4), scattered(6, 8)):
        field = _field(view)
        centre = field.sectors[0]
        assert (centre[0], centre[2]) == (EDGE, WIDTH - EDGE)
        for number, box in field.sectors.items():
            if number:
                assert (box[3] <= centre[1]) == bool(number % 2)


def test_tokens_are_larger_where_there_are_few() -> None:
    wide = [_field(crowd(*size)).size.wide for size in ((2, 4), (4, 4), (6, 4), (6, 8))]
    assert wide == sorted(wide, reverse=True)
    high = [_field(crowd(*size)).size.high for size in ((2, 4), (4, 4), (6, 4))]
    assert high == sorted(set(high), reverse=True)


def test_an_empty_sector_is_gone() -> None:
    """NEO-06."""
    view = STAGES["mingled"]
    moved = tuple([replace(its, sector=0) if its.sector == 1 else its for its in view.tokens])
    assert set(_field(replace(view, tokens=moved)).sectors) == {0, 2}


# --- what happened last -----------------------------------------------------------------------------------


def test_each_fact_is_news_or_left_out_on_purpose_and_drawn_if_it_is() -> None:
    """The opening, what begins and what is done in silence is told by the picture itself."""
    view = STAGES["skirmish"]
    plain = draw(view).png
    facts_drawn = {type(fact) for fact in every_fact() if draw(view, recent=(fact,)).png != plain}
    quiet = PRIVATE | {facts.WindowOpened, facts.StepBegan, facts.CombatBegan, facts.RepairBegan}
    quiet |= {facts.AllReady, facts.TurnedBack, facts.MatchOver, facts.Drew, facts.Refilled, facts.TurnBegan}
    quiet |= {facts.DrewEnough}
    quiet |= {facts.Stopped, facts.Passed, facts.Undefended, facts.Turned, facts.SecondFollows}
    quiet |= {facts.SecondLapsed, facts.HandedOff, facts.Discarded}
    known = set(facts.NeoFact.__args__)
    assert {type(fact) for fact in every_fact()} == known
    assert facts_drawn == known - quiet


def test_an_attack_is_an_arrow_with_its_result() -> None:
    burst, detect = cards("Burst")[0], cards("Detect")[0]
    shot = facts.Played(0, burst, 0, 5, 0)
    assert attacks((shot, facts.Hit(5, 2, 2), facts.Killed(5, 0))) == [
        Attack(0, burst, 0, 5, damage=2, killed=True)
    ]
    assert attacks((shot, facts.Fended(5))) == [Attack(0, burst, 0, 5, fended=True)]
    spotted = attacks((facts.Played(0, detect, -1, 6, 0), facts.Revealed(6, varan("B2"))))
    assert [ends_in(each, POOL) for each in spotted] == ["B2"]
    assert ends_in(attacks((shot, facts.Hit(5, 2, 2)))[0], POOL) == "−2"
    assert ends_in(attacks((shot, facts.Fended(5)))[0], POOL) == "0"
    assert ends_in(attacks((shot,))[0], POOL) == ""


def test_a_shooter_that_is_revealed_is_not_told_as_the_target() -> None:
    """NEO-09, NEO-10b: the shooter is revealed before the window opens."""
    shot = facts.Played(0, cards("Burst")[0], 0, 5, 0)
    (found,) = attacks((shot, facts.Revealed(0, varan("A3"))))
    assert found.shown == -1


def test_arrows_of_attacks_differ_by_who_and_how_it_went() -> None:
    view, burst = STAGES["skirmish"], cards("Burst")[0]
    field = opened(draw(view))
    ways = [
        (facts.Played(0, burst, 0, 5, 0),),
        (facts.Played(0, burst, 1, 5, 0),),
        (facts.Played(1, burst, 4, 1, 0),),
        (facts.Played(0, burst, 0, 5, 0), facts.Fended(5)),
        (facts.Played(0, burst, 0, 5, 0), facts.Hit(5, 2, 2)),
        (facts.Played(0, burst, -1, 5, 0),),
        (facts.Moved(0, 3, 0),),
    ]
    top, bottom = 192, 192 + _field(view).high
    box = (0, top, WIDTH, bottom)
    fields = {opened(draw(view, recent=way)).crop(box).tobytes() for way in ways}
    assert len(fields | {field.crop(box).tobytes()}) == len(ways) + 1


def test_nothing_points_to_who_has_left_or_to_a_sector_that_is_gone() -> None:
    view = STAGES["skirmish"]
    gone = replace(view, tokens=(*view.tokens[:5], replace(view.tokens[5], sector=GONE), *view.tokens[6:]))
    shot = (facts.Played(0, cards("Burst")[0], 0, 5, 0), facts.Hit(5, 8, 8), facts.Killed(5, 0))
    box = (0, 192, WIDTH, 192 + _field(gone).high)
    plain = opened(draw(gone)).crop(box).tobytes()
    assert opened(draw(gone, recent=shot)).crop(box).tobytes() == plain
    assert opened(draw(gone, recent=(facts.Moved(0, 9, 0),))).crop(box).tobytes() == plain


def test_only_the_latest_arrows_are_drawn() -> None:
    old = (facts.Played(0, cards("Burst")[0], 0, 4, 0),)
    new = tuple([facts.Played(1, cards("Burst")[0], 4, at % 2, 0) for at in range(6)])
    view = STAGES["skirmish"]
    assert draw(view, recent=old + new).png == draw(view, recent=new).png


# --- what is pointed out, and who is awaited --------------------------------------------------------------


def test_focus_points_out_varans_and_sectors_to_who_asked() -> None:
    """Chosen and targets are tokens, reach is sectors."""
    view = STAGES["skirmish"]
    assert draw(view, focus=Focus()).png == draw(view).png
    pointed = {
        draw(view, focus=Focus(chosen=1)).png,
        draw(view, focus=Focus(targets={5: "−2"})).png,
        draw(view, focus=Focus(targets={5: ""})).png,
        draw(view, focus=Focus(reach=frozenset({0}))).png,
        draw(view).png,
    }
    assert len(pointed) == 5
    nowhere = Focus(chosen=99, reach=frozenset({-1, 77}), targets={-4: "x"})
    assert draw(view, focus=nowhere).png == draw(view).png


def test_each_seat_s_part_in_the_match_is_told_in_a_word() -> None:
    def words(stage: str) -> list[str]:
        return [status_of(STAGES[stage], seat)[1] for seat in range(STAGES[stage].seats)]

    assert words("skirmish") == ["to play", ""]
    assert words("window") == ["", "to answer"]
    assert words("passed") == ["to play", "passed"]
    assert words("movement") == ["to play", "stays put"]
    assert words("repair") == ["ready", "choosing"]
    assert words("draft") == ["choosing", "ready", "choosing"]
    assert words("won") == ["won", ""]
    assert words("broken off")[2] == "resigned"
    assert status_of(replace(STAGES["skirmish"], out=("", "dropped")), 1) == ("", "out")


def test_winners_have_their_banner() -> None:
    fills = [opened(draw(ended(winners))).getpixel((640, 14)) for winners in ((0,), (1,), ())]
    assert fills[:2] == [SEATS[0].colour, SEATS[1].colour]
    assert len(set(fills)) == 3


def test_the_open_window_tells_who_may_answer_and_how_long() -> None:
    """NEO-10."""
    twelve, seventy = seen(window(12)), seen(window(70))
    assert draw(twelve).png != draw(seventy).png
    assert draw(twelve).height > draw(seen(skirmish())).height


def test_an_attack_hides_neither_the_numbers_nor_the_health_of_who_fights() -> None:
    """Its arrow goes from edge to edge, unless two varans stand close together."""
    view, attacks_alone = crowd(4, 4), fought()[2:]
    field = field_of(list(sights(view, large_pool())))
    quiet, told = opened(draw(view)), opened(draw(view, recent=attacks_alone))
    top = height_of_heading(over=False) + height_of_cards(view.seats)
    for token in (0, 1, 4, 5):
        left, upper, right, lower = field.tokens[token]
        for first, last in ((upper + 14, upper + HEAD - 4), (lower - 50, lower - 10)):
            box = (left + 12, top + first, right - 12, top + last)
            assert quiet.crop(box).tobytes() == told.crop(box).tobytes(), (token, box)
