"""The table of Neo-Combat: properties of every picture, positions, and the latest events."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.base.language import pgettext, speaking
from bot.base.languages.catalogues import codes, language
from bot.games.neocombat.cards.cards import Library
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.view import GONE, NeoView
from bot.games.neocombat.wording.wording import NeoCombatWording
from renderers.contract import Picture
from renderers.kit.mosaic import Mosaic
from renderers.kit.seats import height_of_cards
from renderers.kit.titles import WIDTH, height_of_heading
from renderers.neocombat import NeoCombatRenderer
from renderers.neocombat.layout import EDGE, HEAD, Field, field_of
from renderers.neocombat.sights import sights
from renderers.neocombat.table import HIGH, Attack, attacks, draw_window, ends_in, status_of
from tests.games.neocombat.table import POOL, cards, varan
from tests.renderers.neocombat_positions import (
    NAMES,
    RENDERER,
    STAGES,
    crowd,
    fought,
    large_pool,
    library,
    scattered,
    seen,
    skirmish,
    window,
)
from tests.renderers.pixels import opened
from tests.renderers.written import all_shortened


def draw(view: NeoView, **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES[: view.seats], **how)


# ---- properties of every picture


def test_another_roster_is_not_drawn_from_the_cache() -> None:
    """A match pins its cards by their hash."""
    view = STAGES["skirmish"]
    options = replace(view.options, cards=large_pool().hash)
    other = replace(view, options=options, wounds=view.wounds * 2)
    assert draw(other).png == draw(view).png, "its first 24 varans are the same"
    with pytest.raises(KeyError):
        NeoCombatRenderer(Library(large_pool()), NeoCombatWording(library())).board(view, names=NAMES[:2])
    shifted = replace(other, knowledge=(_all_shifted(other, 0), *other.knowledge[1:]))
    assert draw(shifted).png != draw(view).png


def _all_shifted(view: NeoView, seat: int) -> Any:
    known = view.knowledge[seat]
    records = [replace(each, varan=each.varan + 24 if each.varan >= 0 else -1) for each in known.records]
    return replace(known, records=tuple(records))


# ---- positions


def apart(boxes: list[Any]) -> bool:
    return all(
        one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        for at, one in enumerate(boxes)
        for other in boxes[at + 1 :]
    )


@pytest.mark.parametrize("stage", [name for name, view in STAGES.items() if view.tokens])
def test_sectors_do_not_overlap_and_each_token_is_in_its_own(stage: str) -> None:
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


def test_the_centre_is_always_in_the_middle() -> None:
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


# ---- latest events


def test_an_attack_is_an_arrow_with_its_result() -> None:
    """NEO-09, NEO-10b: a shooter is revealed before the window opens, and is not shown as the target."""
    burst, detect = cards("Burst")[0], cards("Detect")[0]
    shot = facts.Played(0, burst, 0, 5, 0)
    assert attacks((shot, facts.Hit(5, 2, 2), facts.Killed(5, 0))) == [
        Attack(0, burst, 0, 5, damage=2, killed=True)
    ]
    assert attacks((shot, facts.Fended(5))) == [Attack(0, burst, 0, 5, fended=True)]
    ends = [
        ((facts.Hit(5, 2, 2),), "−2"),
        ((facts.Fended(5),), "0"),
        ((), ""),
        ((facts.Revealed(0, varan("A3")),), ""),
    ]
    for more, end in ends:
        assert ends_in(attacks((shot, *more))[0], POOL) == end
    spotted = attacks((facts.Played(0, detect, -1, 6, 0), facts.Revealed(6, varan("B2"))))
    assert [ends_in(each, POOL) for each in spotted] == ["B2"]


def test_arrows_of_attacks_differ_by_seat_and_result() -> None:
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


def test_only_the_latest_arrows_are_drawn_and_none_to_missing_tokens_or_sectors() -> None:
    view = STAGES["skirmish"]
    old = (facts.Played(0, cards("Burst")[0], 0, 4, 0),)
    new = tuple([facts.Played(1, cards("Burst")[0], 4, at % 2, 0) for at in range(6)])
    assert draw(view, recent=old + new).png == draw(view, recent=new).png
    gone = replace(view, tokens=(*view.tokens[:5], replace(view.tokens[5], sector=GONE), *view.tokens[6:]))
    shot = (facts.Played(0, cards("Burst")[0], 0, 5, 0), facts.Hit(5, 8, 8), facts.Killed(5, 0))
    box = (0, 192, WIDTH, 192 + _field(gone).high)
    plain = opened(draw(gone)).crop(box).tobytes()
    for recent in (shot, (facts.Moved(0, 9, 0),)):
        assert opened(draw(gone, recent=recent)).crop(box).tobytes() == plain


# ---- highlights, and awaited seats


def test_each_seat_has_a_word_for_its_state() -> None:
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


def test_an_open_window_shows_who_may_answer_and_how_long() -> None:
    """NEO-10."""
    twelve, seventy = seen(window(12)), seen(window(70))
    assert draw(twelve).png != draw(seventy).png
    assert draw(twelve).height > draw(seen(skirmish())).height


@pytest.mark.parametrize("code", codes())
def test_the_card_of_an_open_window_is_named_whole(code: str) -> None:
    """NEO-10: the hours leave room for it; only a card of two names, played for damage, may be cut."""
    open_one = seen(window(72))
    fights = [replace(open_one.fight, card=card) for card in range(len(POOL.actions))]
    with speaking(language(code)), all_shortened() as shortened:
        for fight in fights:
            draw_window(Mosaic(WIDTH, HIGH), replace(open_one, fight=fight), POOL, 0)
        assert shortened <= {pgettext("card", "Spot! or Snapshot")}


def test_an_arrow_hides_neither_numbers_nor_health() -> None:
    """Its arrow goes from edge to edge, unless two varans are close together."""
    view, attacks_alone = crowd(4, 4), fought()[2:]
    field = field_of(list(sights(view, large_pool())))
    quiet, told = opened(draw(view)), opened(draw(view, recent=attacks_alone))
    top = height_of_heading(over=False) + height_of_cards(view.seats)
    for token in (0, 1, 4, 5):
        left, upper, right, lower = field.tokens[token]
        for first, last in ((upper + 14, upper + HEAD - 4), (lower - 50, lower - 10)):
            box = (left + 12, top + first, right - 12, top + last)
            assert quiet.crop(box).tobytes() == told.crop(box).tobytes(), (token, box)
