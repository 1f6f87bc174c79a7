"""The table of Overcross: properties of every picture, its content, and the latest events."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.games.overcross.rules import facts
from bot.games.overcross.rules.view import OvercrossView
from bot.games.overcross.wording.wording import OvercrossWording
from renderers.contract import Picture
from renderers.kit.lines import latest_lines
from renderers.overcross.header import phase_words, score_words
from renderers.overcross.marks import attacks, ends_in
from renderers.overcross.sights import EAST, NORTH, SOUTH, TERRAINS, WEST, ground_of, kinds_of, occupied
from renderers.overcross.table import SIGNS, status_of
from renderers.overcross.tokens import square_ground
from tests.games.overcross.chance import POOL, RULES, positions
from tests.renderers.overcross_positions import (
    LIBRARY,
    NAMES,
    RENDERER,
    card_at,
    crowd,
    duel,
    fight,
    seen,
    square,
)
from tests.renderers.pixels import opened


def draw(view: OvercrossView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


# ---- properties of every picture


def test_only_the_size_of_another_seat_s_hand_is_shown() -> None:
    """OVC-29."""
    state = duel()
    public = seen(state)
    assert RENDERER.hand(public, names=NAMES) is None
    assert draw(seen(state, 0)) == draw(seen(state, 1)) == draw(public)
    assert draw(replace(public, hands=(8, 4))).png != draw(public).png


# ---- the ground


def test_zones_and_kinds_of_terrain_differ_without_colour() -> None:
    """OVC-12, OVC-13: in greyscale, each has its own pattern."""
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


def test_every_terrain_has_signs_for_its_effects() -> None:
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
    edges = {name: land.edges for name, land in lands.items() if land is not None}
    clipped = edges.pop("K4")
    assert edges == {"H7": 0, "G8": NORTH | WEST, "I6": SOUTH | EAST, "H6": SOUTH}
    assert clipped & EAST
    assert lands["H7"] is not None
    assert lands["H7"].centre


def test_a_seat_that_is_out_has_no_zone() -> None:
    """OVC-28b."""
    view = seen(crowd(3, "invasion", 17))
    gone = replace(view, sides=(*view.sides[:2], replace(view.sides[2], out="resigned")))
    assert [spot.zone for spot in ground_of(view, POOL)].count(2) == 15
    assert [spot.zone for spot in ground_of(gone, POOL)].count(2) == 0
    assert status_of(gone, 2) == ("", "resigned")
    assert score_words(gone, 2) == "out"


# ---- the Characters


def grid_of(view: OvercrossView, **how: Any) -> bytes:
    return opened(draw(view, **how)).crop((0, 300, 1280, 1500)).tobytes()


def test_all_data_of_a_character_changes_its_picture() -> None:
    state = duel("flag", "minor")
    view = seen(state)
    at = next(place for place, piece in enumerate(view.pieces) if piece.card == card_at(state, "B3"))
    piece = view.pieces[at]
    edit = next(each for each in view.pieces if each.edits).edits[0]
    changes: list[dict[str, Any]] = [
        *[{"counters": number} for number in (0, 1, 5)],
        {"edits": (edit,)},
        {"edits": (edit, edit)},
        {"minor": True},
        {"major": True},
        {"square": piece.square + 1},
    ]
    changed = [(*view.pieces[:at], replace(piece, **change), *view.pieces[at + 1 :]) for change in changes]
    drawn = {grid_of(replace(view, pieces=pieces)) for pieces in changed}
    flags = (view.flags[0], replace(view.flags[1], carrier=piece.card, square=piece.square))
    drawn.add(grid_of(replace(view, flags=flags)))
    assert len(drawn) == len(changes) + 1


def test_on_a_large_grid_each_character_of_a_seat_has_its_letter() -> None:
    """21x21 with four seats still shows each Character."""
    view = seen(crowd())
    squares = occupied(view, POOL, None, ground_of(view, POOL))
    found = [spot.token for spot in squares.values() if spot.token]
    assert len(found) == 40
    assert len({(token.seat, token.letter) for token in found}) == 40


# ---- objective, score, phase


def test_the_score_of_each_objective_is_visible() -> None:
    """OVC-23 to OVC-27."""
    said = {
        objective: [score_words(seen(duel(objective)), seat) for seat in (0, 1)]
        for objective in ("assassination", "summoning", "invasion", "deathmatch")
    }
    assert said["invasion"] == said["deathmatch"] == ["6", "4"]
    assert said["assassination"] == ["F1 2/6", "F11 5/6"]
    assert said["summoning"] == ["costs 6", "costs 6"]
    assert draw(seen(duel())).alt.endswith("● 6/10. ■ 4/10.")


def test_the_rest_of_the_play_limit_is_shown_while_cards_are_played() -> None:
    """OVC-10."""
    view = seen(duel(phase="cards"), spent=3)
    assert phase_words(view) == ["Round 4 of 25", "Playing cards", "1 of 4 left to play"]
    assert phase_words(seen(duel())) == ["Round 4 of 25", "Major actions"]
    half = seen(duel(phase="cards", opening="half"), round=1)
    assert phase_words(half)[-1] == "0 of 0 left to play", "half of 1, rounded down (OVC-42)"


def test_before_all_have_chosen_only_readiness_is_shown() -> None:
    """OVC-05, OVC-23."""
    state = next(state for state in positions(range(3), kept=0.5) if state.phase == "decks")
    picture = draw(RULES.view(state, None))
    assert picture.height < 600
    assert picture.alt.startswith("Overcross. Choosing decks: ")


# ---- latest events


def test_an_attack_is_shown_with_hit_save_and_damage() -> None:
    """OVC-18 to OVC-20."""
    state = duel()
    view = seen(state)
    missed, saved, hurt = attacks(view, fight(state))
    assert [ends_in(each) for each in (missed, saved, hurt)] == ["5≥3", "2<4 · 2<4", "2<4 · 5≥4 · −3"]
    *_, aimed, save, harm = latest_lines(OvercrossWording(LIBRARY), view, fight(state), SIGNS)
    said = [[word if isinstance(word, str) else type(word).__name__ for word in one] for one in (aimed, save)]
    assert said == [
        ["PieceSign", "hits", "PieceSign", "Quiet", "Die"],
        ["PieceSign", "Quiet", "Die"],
    ]
    assert harm[-1] == "3 counters"
    assert "Cloned Intern takes 3 counters." in draw(view, recent=fight(state)).alt


def test_the_arrow_of_an_attack_begins_at_the_attacker_s_former_square() -> None:
    """Before its later move, or after its earlier one; an unknown place has no arrow."""
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
    grids = {grid_of(view, recent=way) for way in ways}
    assert len(grids) == len(ways)
