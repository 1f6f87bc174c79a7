"""Cards of Arclash as pictures: every motif, emblem and text, in every colour."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from bot.engine.cards.words.hands import DrawCards
from bot.engine.cards.words.logic import Choose
from bot.games.arclash.cards.cards import AnyCard, CardSet, Character, Library, Lineage, Pool, Support
from bot.games.arclash.cards.cardtext import rules_text
from bot.games.arclash.cards.words.abilities import Ability, Search
from bot.games.arclash.cards.words.power import Buff
from bot.games.arclash.rules.view import ArclashView, PlayerArea, Shown
from renderers.arclash.cards import SEE_MORE, emblem_of, printed
from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit import text
from renderers.kit.cache import forget
from renderers.kit.cards.card import print_colours
from renderers.kit.cards.emblem import draw_ground, scene, sigil
from renderers.kit.cards.hues import STEPS, card_palette, step_of, table_palette, tones_of
from renderers.kit.cards.motifs import Stance, draw_motif, lively, motifs
from renderers.kit.cards.typesetting import print_slanted, print_text, set_text
from renderers.kit.fonts import READABLE
from renderers.kit.palette import GOLD, PAPER, TABLE, Colour
from tests.games.arclash.shipped import arclash_pool
from tests.renderers.arclash_positions import MOTIFS as NAMES_OF_MOTIFS
from tests.renderers.arclash_positions import card, holding, library, pool, renderer_of
from tests.renderers.pixels import opened
from tests.renderers.written import all_beyond, all_shortened, card_is_whole, tile_is_whole

RENDERER = renderer_of(library())
CARDS = tuple(pool().cards.values())
SIDE = 96


def unlike(first: Image.Image, second: Image.Image) -> float:
    """Return the share of different pixels."""
    apart = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).convert("L")
    return sum(apart.point(lambda value: 255 if value > 12 else 0).histogram()[255:]) / (
        apart.width * apart.height
    )


@pytest.mark.parametrize("ground", range(9))
@pytest.mark.parametrize("size", [(132, 88), (274, 274), (274, 100), (680, 440), (680, 280)])
def test_every_ground_is_drawn_in_every_shape(ground: int, size: tuple[int, int]) -> None:
    """Formerly small cards of custom lineages could not be drawn on some of them."""
    for lot in ((0,) * 16, (255,) * 16, tuple(range(0, 256, 16))):
        image = Image.new("RGB", size)
        draw_ground(ImageDraw.Draw(image), *size, 5, (0, 0, 0, ground), lot)
        assert len(image.getcolors(size[0] * size[1]) or ()) > 1


def test_hands_of_any_lineages_can_be_drawn() -> None:
    """Each lineage of a custom set has a ground that depends on its key."""
    cards = [
        Character(number=f"ZZZ-{number:02}", name=f"Z{number}", level=1, power=100, lineage=f"line-{number}")
        for number in range(40)
    ]
    own = Pool([CardSet(key="own", title="Own", characters=tuple(cards))])
    renderer = renderer_of(Library(own))
    grounds = {emblem_of(card, own).house[3] % 9 for card in cards}
    assert grounds == set(range(9))
    for start in range(0, 40, 8):
        hand = tuple(Shown(at, card.number) for at, card in enumerate(cards[start : start + 8]))
        view = replace(holding(), options=replace(holding().options, cards=own.hash), hand=hand)
        assert renderer.hand(replace(view, places=_emptied(view)), names=("Ann", "Ben")) is not None


def _emptied(view: ArclashView) -> tuple[PlayerArea, ...]:
    """Return the seats of a view with empty sides."""
    return tuple(
        replace(place, stack=(), supports=(), discard=(), parts=(), guards=()) for place in view.places
    )


def motif_alone(name: str) -> Image.Image:
    image = Image.new("RGB", (SIDE, SIDE))
    draw_motif(ImageDraw.Draw(image), name, Stance(SIDE / 2, SIDE / 2, SIDE / 2), lively(5), 0)
    return image


def luminance(colour: Colour) -> float:
    shares = [value / 255 for value in colour]
    light = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours, 1 to 21; print needs 4.5, large print 3."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


# ---- motifs and emblems


def test_each_motif_that_a_card_can_name_is_drawn() -> None:
    assert set(NAMES_OF_MOTIFS) == set(motifs())
    assert len(motifs()) == 30


@pytest.mark.parametrize("name", NAMES_OF_MOTIFS)
def test_a_motif_fills_its_square_and_stays_inside(name: str) -> None:
    points = [point for part in motifs()[name] for point in part.points]
    assert max(abs(value) for point in points for value in point) == pytest.approx(1, abs=1e-9)
    assert len(motifs()[name]) >= 3
    inked = motif_alone(name).convert("L").point(lambda value: 255 if value else 0).histogram()[255]
    assert inked > SIDE * SIDE * 0.12


def test_no_two_motifs_look_alike() -> None:
    drawn = {name: motif_alone(name) for name in NAMES_OF_MOTIFS}
    for first, second in combinations(drawn, 2):
        assert unlike(drawn[first], drawn[second]) > 0.15, (first, second)


def test_the_smallest_motifs_differ_in_outline() -> None:
    """Cards can be distinguished without colour."""
    outlines = {}
    for name in NAMES_OF_MOTIFS:
        board = Image.new("RGB", (38, 38), TABLE)
        sigil(emblem_of(card(name), pool()), 38).paste(board, 0, 0)
        outlines[name] = board.convert("L")
    for first, second in combinations(outlines, 2):
        assert unlike(outlines[first], outlines[second]) > 0.04, (first, second)


def test_higher_levels_have_richer_emblems_and_only_level_4_a_golden_one() -> None:
    colours = [
        scene(emblem_of(card("star", level=level), pool()), 300, 200).getcolors(60_000) or ()
        for level in (1, 2, 3, 4)
    ]
    richness = [len(each) for each in colours]
    assert richness == sorted(richness)
    assert richness[0] * 1.3 < richness[3]
    *below, golden = [sum(count for count, colour in each if colour == GOLD) for each in colours]
    assert golden > 500
    assert max(below) < 200


def test_an_emblem_depends_only_on_the_card_s_data() -> None:
    first = scene(emblem_of(CARDS[3], pool()), 300, 200).tobytes()
    forget()
    assert scene(emblem_of(CARDS[3], Pool(pool().sets)), 300, 200).tobytes() == first


def test_a_card_without_motif_or_lineage_gets_an_emblem_from_its_number() -> None:
    numbers = [f"ODD-{at:02}" for at in range(12)]
    emblems = [emblem_of(card(number=number), pool()) for number in numbers]
    assert all(emblem.motif in motifs() for emblem in emblems)
    assert len({emblem.motif for emblem in emblems}) > 4
    assert len({scene(emblem, 150, 100).tobytes() for emblem in emblems}) == len(numbers)
    assert emblem_of(card(number="ODD-03"), pool()) == emblems[3]
    plain = Pool([msgspec.structs.replace(pool().sets[0], lineages={"harbour": Lineage("Plain", "", 100)})])
    assert emblem_of(CARDS[0], plain).motif in motifs(), "nor one of a lineage without a motif"


def test_cards_of_a_lineage_look_similar() -> None:
    """They have the same hue and kind of ground; cards of other lineages do not."""
    emblems = {one.number: emblem_of(one, pool()) for one in CARDS}
    harbour = [emblem for number, emblem in emblems.items() if number.startswith("HAR")]
    assert len({(emblem.step, emblem.family, emblem.house) for emblem in harbour}) == 1
    assert len({emblem.step for emblem in emblems.values()}) == 6


def test_no_two_shipped_cards_have_the_same_emblem() -> None:
    """ARC-20: each card has its own picture, and none differs only by its number."""
    shipped = arclash_pool()
    small = {one.number: scene(emblem_of(one, shipped), 96, 64, scale=1) for one in shipped.cards.values()}
    for first, second in combinations(small, 2):
        assert unlike(small[first], small[second]) > 0.02, (first, second)


# ---- the card


@pytest.mark.parametrize(
    "change",
    [
        {"name": "Another"},
        {"power": 301},
        *[{"level": level} for level in (2, 3, 4)],
        {"traits": ("Sea",)},
        {"motif": "key"},
        {"lineage": "moss"},
        {"number": "ODD-02"},
        {"flavour": "It is odd."},
        {"artist": "Ann"},
        {"abilities": (Ability(on="start-of-turn", then=(DrawCards(),)),)},
    ],
)
def test_everything_on_a_card_is_drawn(change: dict[str, Any]) -> None:
    """ARC-02."""
    assert RENDERER.card(card(**change), pool()).png != RENDERER.card(card(), pool()).png


def test_supports_and_characters_have_different_frames() -> None:
    """A Support is light where a Character is dark, at its edge and behind its text."""
    support = opened(RENDERER.card(pool().cards["AID-01"], pool()).png)
    character = opened(RENDERER.card(pool().cards["HAR-01"], pool()).png)
    for x, y in ((372, 24), (372, 1020), (60, 960), (20, 500)):
        light, dark = support.getpixel((x, y)), character.getpixel((x, y))
        assert contrast(light, dark) > 6, (x, y)  # type: ignore[arg-type]


def test_no_word_of_a_shipped_card_is_cut() -> None:
    """ARC-02, ARC-20: neither on the card nor on its tile in a hand."""
    shipped = arclash_pool()
    faces = [printed(one, shipped) for one in shipped.cards.values()]
    assert [face.number for face in faces if not card_is_whole(face)] == []
    assert [face.number for face in faces if not tile_is_whole(face)] == []


def wordy() -> AnyCard:
    """Return a card with the maximum of text."""
    long = Choose(options=((Buff(by=75), DrawCards(count=2)), (Search(where="deck", count=3), Buff(by=25))))
    then = (Search(where="top", top=7, count=2), long, Buff(by=50), long, DrawCards(count=3), long)
    triggers = ("advance", "start-of-turn", "start-of-battle", "end-of-battle")
    abilities = tuple([Ability(on=on, then=then) for on in triggers])  # type: ignore[arg-type]
    return card("book", abilities=abilities, traits=("Reader", "Writer"), flavour="Read on.")


def test_a_text_that_is_cut_says_where_the_rest_is() -> None:
    face = wordy()
    assert not card_is_whole(printed(face, pool()))
    setting = set_text(rules_text(face), 600, 400, more=SEE_MORE)
    assert setting.high <= 400
    assert " ".join([word.letters for word in setting.lines[-1] or ()]).endswith(SEE_MORE)
    assert len(RENDERER.card(face, pool()).png) <= 120_000


def test_texts_are_set_as_large_as_they_fit_and_never_too_small() -> None:
    short = set_text(("Draw a card.",), 600, 400)
    longer = set_text(("When played: draw a card. " * 12,), 600, 400)
    assert short.size > longer.size >= READABLE
    assert short.whole
    assert longer.whole


@settings(max_examples=60)
@given(
    st.lists(st.text(max_size=200), max_size=4).map(tuple),
    st.integers(280, 640),
    st.integers(60, 500),
)
def test_no_line_of_any_text_is_wider_than_its_box(paragraphs: tuple[str, ...], wide: int, high: int) -> None:
    setting = set_text(paragraphs, wide, high)
    assert setting.high <= high
    space = round(setting.size * 0.27)
    for line in filter(None, setting.lines):
        widths = [
            text.width(word.letters, "extrabold" if word.strong else "semibold", setting.size)
            for word in line
        ]
        assert sum(widths) + space * (len(widths) - 1) <= wide


@settings(max_examples=25)
@given(
    st.text(min_size=1, max_size=40),
    st.lists(st.text(min_size=1, max_size=40), max_size=5).map(tuple),
    st.text(max_size=140),
    st.sampled_from(("", *NAMES_OF_MOTIFS)),
    st.integers(1, 4),
)
def test_no_name_and_no_trait_makes_drawing_fail(
    name: str, traits: tuple[str, ...], flavour: str, motif: str, level: int
) -> None:
    face = card(motif, name=name, traits=traits, flavour=flavour, level=level, artist=name)
    picture = RENDERER.card(face, pool())
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT
    assert len(picture.png) <= 130_000


def test_no_text_leaves_the_card() -> None:
    names = ("A Character Whose Name Is Forty Letters!", "Incomprehensibilities-and-Counterexample", "I")
    traits = ("Extraordinarily Long Trait of the Sea", "Another Very Long Trait", "Third", "Fourth", "Fifth")
    with all_beyond(24, 16) as beyond:
        for name in names:
            RENDERER.card(card(name=name, power=999, traits=traits, artist=name[:40]), pool())
            RENDERER.card(Support(number="ODD-99", name=name, flavour=name, artist=name[:40]), pool())
        RENDERER.card(wordy(), pool())
    assert beyond == []


def test_every_shipped_card_is_drawn_with_its_name_in_full() -> None:
    shipped = arclash_pool()
    renderer = renderer_of(Library(shipped))
    with all_shortened() as shortened, all_beyond(24, 16) as beyond:
        pictures = [renderer.card(one, shipped) for one in shipped.cards.values()]
    assert len({picture.png for picture in pictures}) == len(shipped.cards)
    assert max(len(picture.png) for picture in pictures) <= 120_000
    for one, picture in zip(shipped.cards.values(), pictures, strict=True):
        assert picture.alt.startswith(f"{one.name} ({one.number}).")
        assert len(picture.alt) <= ALT_TEXT_LIMIT
    assert (shortened, beyond) == (set(), [])


def test_a_card_is_found_by_its_number_in_its_pool() -> None:
    """ARC-01: the standard cards by default, or those of a set that a match pins."""
    other = Pool([msgspec.structs.replace(pool().sets[0], key="other")])
    cards = library()
    cards.add(other)
    renderer = renderer_of(cards)
    assert renderer.single_card("HAR-01") == renderer.card(CARDS[0], pool())
    assert renderer.single_card("HAR-01", other.hash) == renderer.single_card("HAR-01")
    for number, wanted in (("HAR-99", None), ("HAR-01", "no such pool")):
        with pytest.raises(KeyError):
            renderer.single_card(number, wanted)


# ---- colours


@pytest.mark.parametrize("step", range(STEPS))
@pytest.mark.parametrize("support", [False, True])
def test_print_has_contrast_in_every_hue(step: int, support: bool) -> None:
    look = print_colours(step, support)
    assert contrast(look.print, look.box) > 7
    assert contrast(look.print, look.ground) > 7
    assert contrast(look.strong, look.box) > 4.5
    assert contrast(look.quiet, look.box) > 4.5
    tones = tones_of(step)
    assert contrast(tones[6], tones[1]) > 7
    assert contrast(GOLD, tones[2]) > 3


def test_tones_are_ordered_from_dark_to_light_in_every_hue() -> None:
    for step in range(STEPS):
        light = [luminance(tone) for tone in tones_of(step)]
        assert light == sorted(light)
        assert len(set(tones_of(step))) == 7


def test_hues_are_rounded_to_the_nearest_step() -> None:
    assert [step_of(hue) for hue in (0, 8, 10, 180, 350, 352, 359)] == [0, 0, 1, 10, 19, 0, 0]


def test_the_tones_of_all_hues_are_on_a_table() -> None:
    assert {tone for step in range(STEPS) for tone in tones_of(step)[1:6]} <= set(table_palette().colours)


@pytest.mark.parametrize("step", range(0, STEPS, 5))
def test_a_card_s_own_tones_are_among_its_colours(step: int) -> None:
    assert set(tones_of(step)) <= set(card_palette(step).colours)
    assert len(card_palette(step).colours) <= 256


@pytest.mark.parametrize("printing", [print_text, print_slanted])
def test_a_line_that_is_read_from_right_to_left_is_set_so(printing: Any) -> None:
    """Of the words "a line, of frogs" in Hebrew the first, which is the shortest, is at the right."""
    setting = set_text(("גל צפרדעיםצפרדעים",), 600, 200)
    image = Image.new("RGB", (700, 120))
    at = (350,) if printing is print_slanted else (50,)
    colours = (PAPER,) if printing is print_slanted else (PAPER, PAPER)
    printing(image, *at, 30, setting, *colours)
    inked = [x for x in range(700) if image.crop((x, 0, x + 1, 120)).getbbox()]
    gaps = [(b - a, a, b) for a, b in pairwise(inked)]
    _, end, begin = max(gaps)
    assert end - inked[0] > 2 * (inked[-1] - begin), "the long word is at the left"


def test_names_in_other_scripts_are_names_on_cards_and_not_question_marks() -> None:
    for name in ("กบเขียว", "مرحبا", "שלום", "मेंढक"):
        shown = replace(CARDS[0], name=name)
        assert printed(shown, pool()) != printed(replace(shown, name=shown.number), pool())
        assert text.legible_name(name, "?").strip("\u2068\u2069") == name
