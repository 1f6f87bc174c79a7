"""The table of Overcross: what every picture keeps to, what it shows, and what happened last."""

from __future__ import annotations

import io
from contextlib import nullcontext
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageFont

from bot.engine.contract import Outcome
from bot.engine.facts import MatchOver, SeatReady
from bot.engine.fair import Stream
from bot.engine.language import speaking
from bot.engine.weighing import Weight
from bot.engine.wording import Focus
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.view import OvercrossView
from bot.games.overcross.wording.wording import WEIGHTS, OvercrossWording
from bot.languages.catalogues import language
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.kit import fonts, text
from renderers.kit.cache import forget
from renderers.kit.lines import latest_lines
from renderers.kit.titles import WIDTH
from renderers.overcross import OvercrossRenderer
from renderers.overcross.attacks import attacks, ends_in
from renderers.overcross.ground import square_ground
from renderers.overcross.header import phase_words, score_words
from renderers.overcross.latest import SIGNS
from renderers.overcross.seats import status_of
from renderers.overcross.sights import EAST, NORTH, SOUTH, TERRAINS, WEST, ground_of, kinds_of, occupied
from tests.games.overcross.chance import OBJECTIVES, POOL, RULES, playthrough, positions
from tests.games.random_play import viewers
from tests.renderers.overcross_positions import (
    LIBRARY,
    NAMES,
    card_at,
    crowd,
    duel,
    every_fact,
    fight,
    seen,
    square,
)

WORDING = OvercrossWording(LIBRARY)
RENDERER = OvercrossRenderer(LIBRARY, WORDING)
LARGEST = 160_000


def draw(view: OvercrossView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


# --- what every picture keeps to --------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_picture_is_a_palette_png_of_1280_pixels_within_the_limits(seats: int, objective: str) -> None:
    """All numbers of seats and all objectives, on small and large grids."""
    picture = draw(seen(crowd(seats, objective, 17 if seats == 3 else 21)))
    image = Image.open(io.BytesIO(picture.png))
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert picture.width == WIDTH == 1280
    assert picture.height <= 2800
    assert len(picture.png) <= LARGEST
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT


@pytest.mark.parametrize("number", range(5))
def test_whole_matches_are_drawn_within_the_limits(number: int) -> None:
    """Nothing that can happen makes drawing fail, or a picture too large."""
    for at, turning in enumerate(playthrough(number)):
        over = RULES.outcome(turning.after) is not None
        if at % 60 and not over:
            continue
        viewer = None if at % 3 == 0 else at % turning.after.seats
        view = RULES.view(turning.after, viewer)
        recent = [fact for event in turning.events if (fact := event.seen_by(viewer)) is not None]
        for picture in filter(None, (draw(view, recent=recent), RENDERER.hand(view, names=NAMES))):
            assert len(picture.png) <= LARGEST + 40_000
            assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT
    assert over


def test_the_same_view_gives_the_same_bytes_warm_and_cold() -> None:
    state = duel("flag")
    first = draw(seen(state, 0), recent=fight(state))
    assert draw(seen(state, 0), recent=fight(state)) == first
    forget()
    assert draw(seen(state, 0), recent=fight(state)) == first


@pytest.mark.parametrize("number", range(3))
def test_pictures_are_the_same_in_both_worlds(number: int) -> None:
    """OVC-29: whatever a viewer cannot know is dealt anew: no byte of a picture and its words changes."""
    found = list(positions(range(number, number + 1), kept=0.04))[:4]
    assert found
    for state in found:
        for viewer in viewers(state):
            view = RULES.view(state, viewer)
            twin = RULES.view(RULES.resample(view, Stream("twin", bytes([number + 1]) * 32)), viewer)
            assert draw(view) == draw(twin)
            assert RENDERER.hand(view, names=NAMES) == RENDERER.hand(twin, names=NAMES)


def test_another_seat_s_hand_is_counted_and_not_shown() -> None:
    """OVC-29."""
    state = duel()
    public = seen(state)
    assert RENDERER.hand(public, names=NAMES) is None
    assert draw(seen(state, 0)) == draw(seen(state, 1)) == draw(public)
    assert draw(replace(public, hands=(8, 4))).png != draw(public).png


def test_every_text_is_large_enough_to_be_read_at_half_size(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[int] = set()
    made = ImageFont.truetype

    def watched(file: str, size: int, **how: Any) -> Any:
        sizes.add(size)
        return made(file, size, **how)

    monkeypatch.setattr(ImageFont, "truetype", watched)
    fonts.face.cache_clear()
    forget()
    state = duel("flag")
    draw(seen(state), recent=fight(state))
    draw(seen(crowd()), focus=Focus(targets={40: "3/6"}))
    assert min(sizes) >= 26


def test_no_text_leaves_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each square, card and line is a picture of its own; text past its edge would be cut off."""
    beyond: list[str] = []
    write = text.write

    def watched(board: Image.Image, x: int, y: int, words: str, **how: Any) -> int:
        wide, half = write(board, x, y, words, **how), text.capitals(how["size"]) // 2
        left = x - {"left": 0, "middle": wide // 2, "right": wide}[how.get("anchor", "left")]
        if left < 0 or left + wide > board.width or y - half < 0 or y + half > board.height:
            beyond.append(words)
        return wide

    monkeypatch.setattr(text, "write", watched)
    for code in ("en", "de"):
        forget()
        with speaking(language(code)) if code != "en" else nullcontext():
            for objective in OBJECTIVES:
                RENDERER.board(seen(crowd(4, objective)), names=["W" * 40] * 4)
                RENDERER.board(seen(duel(objective, "cards")), names=["W" * 40] * 2)
            state = duel("flag")
            for at in range(0, len(every_fact(state)), 5):
                RENDERER.board(seen(state), names=NAMES, recent=every_fact(state)[at : at + 5])
    assert beyond == []


# --- the ground -------------------------------------------------------------------------------------------


def test_zones_and_kinds_of_terrain_are_told_apart_without_colour() -> None:
    """OVC-12, OVC-13: in one grey, each has a pattern of its own."""
    combinations = [*[(kind,) for kind in TERRAINS], ("obstructive", "blocks"), ("blocks", "slow")]
    grounds = [square_ground(109, seat, (), 0, True) for seat in range(4)]
    grounds += [square_ground(109, -1, kinds, 0, True) for kinds in combinations]
    patterns = set()
    for ground in grounds:
        grey = ground.convert("L")
        values = grey.tobytes()
        fill = values[54 * 109 + 4]
        patterns.add(bytes([abs(value - fill) > 6 for value in values]))
    assert len(patterns) == len(grounds)


def test_every_terrain_has_signs_for_what_it_does() -> None:
    """OVC-13: obstructive, blocks sight, slow, harmful, or another effect."""
    found = {card.name: kinds_of(card) for card in POOL.cards.values() if card.kind == "terrain"}  # type: ignore[arg-type]
    assert len(found) >= 12
    assert found["Long Wall"] == ("obstructive", "blocks")
    assert found["Woodland"] == ("blocks", "slow")
    assert found["Lava"] == ("harmful",)
    assert found["Coffee Shop"] == ("bonus",)
    assert found["Gutter Between Panels"] == ("obstructive",)


def test_an_area_is_drawn_with_its_edges_and_its_centre() -> None:
    """OVC-13: every square within the radius, clipped at the edge of the grid."""
    state = duel()
    found = ground_of(seen(state), POOL)
    lands = {name: found[square(state, name)].land for name in ("H7", "G8", "I6", "H6", "K4", "E7")}
    assert lands["H7"] is not None
    assert lands["H7"].centre
    assert lands["H7"].edges == 0
    assert lands["G8"] is not None
    assert lands["G8"].edges == NORTH | WEST
    assert lands["I6"] is not None
    assert lands["I6"].edges == SOUTH | EAST
    assert lands["H6"] is not None
    assert lands["H6"].edges == SOUTH
    assert lands["K4"] is not None
    assert lands["K4"].edges & EAST
    assert lands["E7"] is None


def test_a_seat_that_is_out_has_no_zone_any_more() -> None:
    """OVC-28b."""
    view = seen(crowd(3, "invasion", 17))
    gone = replace(view, sides=(*view.sides[:2], replace(view.sides[2], out="resigned")))
    assert [spot.zone for spot in ground_of(view, POOL)].count(2) == 15
    assert [spot.zone for spot in ground_of(gone, POOL)].count(2) == 0
    assert status_of(gone, 2) == ("", "resigned")
    assert score_words(gone, 2) == "out"


# --- the Characters ---------------------------------------------------------------------------------------


def test_all_that_is_told_of_a_character_changes_its_picture() -> None:
    state = duel("flag", "minor")
    view = seen(state)
    at = next(place for place, piece in enumerate(view.pieces) if piece.card == card_at(state, "B3"))
    piece = view.pieces[at]
    edit = next(each for each in view.pieces if each.edits).edits[0]
    changes: list[dict[str, Any]] = [
        {"counters": 1},
        {"counters": 5},
        {"edits": (edit,)},
        {"edits": (edit, edit)},
        {"minor": True},
    ]
    changes += [{"major": True}, {"square": piece.square + 1}]
    drawn = {opened(draw(view)).crop((0, 300, 1280, 1500)).tobytes()}
    for change in changes:
        pieces = (*view.pieces[:at], replace(piece, **change), *view.pieces[at + 1 :])
        drawn.add(opened(draw(replace(view, pieces=pieces))).crop((0, 300, 1280, 1500)).tobytes())
    flags = (view.flags[0], replace(view.flags[1], carrier=piece.card, square=piece.square))
    drawn.add(opened(draw(replace(view, flags=flags))).crop((0, 300, 1280, 1500)).tobytes())
    assert len(drawn) == len(changes) + 2


def test_on_a_large_grid_each_character_of_a_seat_has_its_letter() -> None:
    """21x21 with four seats still tells who is where."""
    view = seen(crowd())
    squares = occupied(view, POOL, None, ground_of(view, POOL))
    found = [spot.token for spot in squares.values() if spot.token]
    assert len(found) == 40
    assert len({(token.seat, token.letter) for token in found}) == 40


# --- objective, score, phase ------------------------------------------------------------------------------


def test_the_score_of_each_objective_is_in_sight() -> None:
    """OVC-23 to OVC-27."""
    said = {
        objective: [score_words(seen(duel(objective)), seat) for seat in (0, 1)] for objective in OBJECTIVES
    }
    assert said["invasion"] == said["deathmatch"] == ["6", "4"]
    assert said["assassination"] == ["F1 2/6", "F11 5/6"]
    assert said["summoning"] == ["costs 6", "costs 6"]
    assert said["flag"] == ["flag F1", "flag taken, H4"]
    assert draw(seen(duel())).alt.endswith("● 6/10. ■ 4/10.")


def test_what_is_left_of_the_play_limit_is_told_while_cards_are_played() -> None:
    """OVC-10."""
    view = seen(duel(phase="cards"), spent=3)
    assert phase_words(view) == ["Round 4 of 25", "Playing cards", "1 of 4 left to play"]
    assert phase_words(seen(duel())) == ["Round 4 of 25", "Major actions"]


def test_before_all_have_chosen_nothing_but_who_is_ready_is_shown() -> None:
    """OVC-05, OVC-23."""
    state = next(state for state in positions(range(3), kept=0.5) if state.phase == "decks")
    picture = draw(RULES.view(state, None))
    assert picture.height < 600
    assert picture.alt.startswith("Overcross. Choosing decks: ")


def test_winners_and_a_draw_are_told() -> None:
    view = seen(duel(), phase="over", current=-1)
    won = replace(view, outcome=Outcome((0,), (10, 4), "The score that was agreed on is reached"))
    drawn = replace(view, outcome=Outcome((), (4, 4), "A draw"))
    assert draw(won).alt.startswith("Overcross. Ann wins. ")
    assert draw(drawn).alt.startswith("Overcross. A draw. ")
    assert opened(draw(won)).getpixel((640, 14)) != opened(draw(drawn)).getpixel((640, 14))


# --- what is pointed out ----------------------------------------------------------------------------------


def test_focus_points_out_squares_to_who_asked() -> None:
    state = duel()
    view = seen(state, 0)
    assert draw(view, focus=Focus()).png == draw(view).png
    pointed = {
        draw(view).png,
        draw(view, focus=Focus(chosen=square(state, "D8"))).png,
        draw(view, focus=Focus(reach=frozenset({square(state, "D6"), square(state, "E6")}))).png,
        draw(view, focus=Focus(targets={square(state, "D9"): "3/6"})).png,
        draw(view, focus=Focus(targets={square(state, "D9"): "2/6"})).png,
    }
    assert len(pointed) == 5
    nowhere = Focus(chosen=999, reach=frozenset({-1}), targets={-5: "x"})
    assert draw(view, focus=nowhere).png == draw(view).png


# --- what happened last -----------------------------------------------------------------------------------


def test_every_kind_of_fact_is_told_but_what_happens_anyway() -> None:
    state = duel("flag")
    view = seen(state)
    told = {type(fact) for fact in every_fact(state) if latest_lines(WORDING, view, (fact,), SIGNS)}
    assert {type(fact) for fact in every_fact(state)} == set(facts.OvercrossFact.__args__)
    framing = {kind for kind, weight in WEIGHTS.items() if weight is Weight.FRAME}
    assert told == set(facts.OvercrossFact.__args__) - framing - {SeatReady, MatchOver}


def test_every_fact_can_be_drawn_with_all_others() -> None:
    state = duel("flag")
    told = every_fact(state)
    for at in range(0, len(told), 5):
        assert len(draw(seen(state), recent=told[at : at + 5]).png) <= LARGEST + 20_000


def test_an_attack_is_told_with_hit_save_and_damage() -> None:
    """OVC-18 to OVC-20."""
    state = duel()
    view = seen(state)
    missed, saved, hurt = attacks(view, fight(state))
    assert [ends_in(each) for each in (missed, saved, hurt)] == ["5≥3", "2<4 · 2<4", "2<4 · 5≥4 · −3"]
    *_, aimed, save, harm = latest_lines(WORDING, view, fight(state), SIGNS)
    said = [[word if isinstance(word, str) else type(word).__name__ for word in one] for one in (aimed, save)]
    assert said == [
        ["PieceSign", "hits", "PieceSign", "Quiet", "Die"],
        ["PieceSign", "Quiet", "Die"],
    ]
    assert harm[-1] == "3 counters"
    assert "Cloned Intern takes 3 counters." in draw(view, recent=fight(state)).alt


def test_an_attack_comes_from_where_the_attacker_stood() -> None:
    """Before it moved on, or after it had come; none is drawn from where nobody knows."""
    state = duel()
    ogre, intern = card_at(state, "G6"), card_at(state, "G7")
    aimed = facts.Aimed(ogre, intern, square(state, "G7"), "fist", 4, 2, True)
    came = facts.Moved(ogre, (square(state, "E4"), square(state, "F5")))
    assert attacks(seen(state), (aimed,))[0].origin == square(state, "G6")
    assert attacks(seen(state), (came, aimed))[0].origin == square(state, "F5")
    assert attacks(seen(state), (aimed, came))[0].origin == square(state, "E4")
    gone = seen(state, pieces=tuple([piece for piece in state.pieces if piece.card != ogre]))
    assert attacks(gone, (aimed,))[0].origin == -1
    assert draw(gone, recent=(aimed,)).png


def test_moves_and_attacks_are_arrows_on_the_grid() -> None:
    state = duel()
    view = seen(state)
    ogre, intern, at = card_at(state, "G6"), card_at(state, "G7"), square(state, "G7")
    ways: list[tuple[Any, ...]] = [
        (),
        (facts.Moved(ogre, (square(state, "E4"), square(state, "F5"), square(state, "G6"))),),
        (facts.Moved(ogre, (square(state, "E6"), square(state, "F6"), square(state, "G6"))),),
        (facts.Aimed(ogre, intern, at, "fist", 4, 2, True),),
        (facts.Aimed(ogre, intern, at, "fist", 4, 5, False),),
        (facts.Aimed(ogre, intern, at, "fist", 4, 2, True), facts.SaveRolled(intern, 4, 1, True)),
        (facts.Teleported(ogre, square(state, "A1"), square(state, "G6")),),
    ]
    grids = {opened(draw(view, recent=way)).crop((0, 300, 1280, 1500)).tobytes() for way in ways}
    assert len(grids) == len(ways)
