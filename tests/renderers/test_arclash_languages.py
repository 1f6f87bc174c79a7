"""Arclash in pictures speaks the language of whoever looks: its words, its cards, and nobody else's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from bot.engine.cards.matching import has_words
from bot.engine.cards.printed import card_name
from bot.engine.language import ENGLISH, Language, gettext, pgettext, speaking
from bot.engine.wording import Focus
from bot.games.arclash.cards.cards import AnyCard, Library
from bot.games.arclash.cards.cardtext import rules_text
from bot.games.arclash.rules.options import Options
from bot.games.arclash.rules.view import Shown
from bot.games.arclash.wording.wording import ArclashWording
from bot.languages.catalogues import language
from renderers.arclash import zoom
from renderers.arclash.cards import emblem_of, printed
from renderers.arclash.latest import card_sign, signs
from renderers.arclash.zoom import parts_of
from renderers.contract import Picture
from renderers.kit import fonts, text
from renderers.kit.cache import forget
from renderers.kit.cards.card import SEE_MORE
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.news import draw_news
from renderers.kit.cards.typesetting import balanced, set_text
from renderers.kit.fonts import ON_A_PHONE
from renderers.kit.lines import latest_lines
from renderers.kit.mosaic import Mosaic
from renderers.kit.palette import SEATS
from renderers.kit.titles import MARGIN, WIDTH
from tests.games.arclash.shipped import arclash_pool
from tests.languages.marked import MARKED, unmarked
from tests.renderers.arclash_positions import (
    NAMES,
    advancing,
    asked,
    ended,
    every_fact,
    fighting,
    fought,
    full_hand,
    holding,
    library,
    opening,
    place,
    pool,
    renderer_of,
    resigned,
    shown,
    table,
)
from tests.renderers.written import (
    assert_all_translated,
    assert_line_fits,
    card_is_whole,
    check_kept_by_language,
    tile_is_whole,
)

OWN = renderer_of(library())
STANDARD = arclash_pool()
RENDERER = renderer_of(Library(STANDARD))
CARDS = tuple(STANDARD.cards.values())
GERMAN = language("de")
OPTIONS = Options(score=10, cards=STANDARD.hash)
KNOWN = ("Arclash", *NAMES, *pool().cards)
"""What is the same in all languages: names of players, numbers of cards."""

STAGES = {
    "decks": opening(2, "decks"),
    "openers": opening(5),
    "start": table(place(0, 2), place(1, 1), phase="start"),
    "advancing": advancing(4),
    "battle": table(place(0, 2), place(1, 1), phase="battle"),
    "fighting": fighting(6),
    "asked": asked(),
    "end": table(place(0, 2), place(1, 1), phase="end"),
    "renew": table(place(0, 2, ready=True), place(1, 1), phase="renew"),
    "won": ended(3),
    "drawn": ended(2, ()),
    "shared": ended(4, (1, 3)),
    "resigned": resigned(),
}
HANDS = {
    "none": holding(),
    "not yet": opening(2, viewer=0),
    "one": holding("HAR-01"),
    "full": holding(*full_hand(), placed=Shown(101, "HAR-03"), paying=shown("EMB-02", first=102)),
    "looking": holding("HAR-01", looking=shown("OWL-01", "OWL-01", first=300)),
    "openers": holding(openers=shown("HAR-01", "OWL-01"), placed=Shown(0, "HAR-01")),
}


def pictures() -> Iterator[Picture | None]:
    """Every table, closer look, hand and card of our own."""
    for at in range(0, len(every_fact()), 4):
        yield OWN.board(advancing(2), names=NAMES, recent=every_fact()[at : at + 4])
    for view in STAGES.values():
        yield OWN.board(view, names=NAMES, recent=fought())
    yield OWN.board(advancing(2), names=NAMES, focus=Focus(reach=frozenset({0}), chosen=1))
    for part in OWN.parts(fighting(4)):
        yield OWN.board(fighting(4), names=NAMES, part=part)
    for view in HANDS.values():
        yield OWN.hand(view, names=NAMES)
    for number in ("HAR-01", "EMB-03", "OWL-04", "AID-01", "AID-02"):
        yield OWN.single_card(number)


# --- every word is translated -----------------------------------------------------------------------------


def test_every_word_of_pictures_and_alt_texts_is_in_the_catalogues() -> None:
    assert_all_translated(pictures, KNOWN, zoom)


def test_players_without_a_name_are_called_by_their_seat() -> None:
    with speaking(MARKED):
        assert OWN.board(advancing(2), names=("", "")).alt.count("⟦Player 2⟧") == 1


def test_the_ways_to_sort_and_the_parts_are_said_in_words_of_the_catalogues() -> None:
    with speaking(MARKED):
        assert unmarked(" ".join([*OWN.parts(fighting(6)).values(), *map(gettext, OWN.sorts.values())])) == []


def test_the_parts_are_called_by_colour_and_shape_of_the_seats() -> None:
    assert list(parts_of(fighting(6)).values()) == [style.called.capitalize() for style in SEATS]


@pytest.mark.parametrize("spoken", [ENGLISH, GERMAN], ids=["en", "de"])
def test_every_line_of_what_happened_last_fits_below_the_panels(spoken: Language) -> None:
    wording = ArclashWording(library())
    with speaking(spoken):
        lines = latest_lines(wording, advancing(2), every_fact(), signs(pool()))
        assert len(lines) > 30
        for line in lines:
            assert_line_fits(line, WIDTH - 2 * MARGIN - 54, ON_A_PHONE)


# --- one language's pictures are never another's ----------------------------------------------------------

_SHOWN = holding("CHO-01", "CHO-12", "LIB-06", options=OPTIONS)

DRAWINGS: dict[str, Callable[[], Any]] = {
    "table": lambda: OWN.board(fighting(3), names=NAMES, recent=fought()),
    "news": lambda: OWN.board(advancing(2), names=NAMES, recent=every_fact()[-3:]),
    "opening": lambda: OWN.board(opening(2), names=NAMES),
    "closer look": lambda: OWN.board(fighting(4), names=NAMES, part="seat-1"),
    "hand": lambda: RENDERER.hand(_SHOWN, names=NAMES),
    "empty hand": lambda: OWN.hand(holding(), names=NAMES),
    "brief hand": lambda: OWN.hand(holding(*sorted(pool().cards)), names=NAMES),
    "character": lambda: RENDERER.single_card("LIB-09"),
    "support": lambda: RENDERER.single_card("CHO-13"),
}


@pytest.mark.parametrize("what", DRAWINGS)
def test_a_kept_picture_is_shown_in_its_own_language_alone(what: str) -> None:
    check_kept_by_language(DRAWINGS[what])


def test_a_kept_line_without_words_has_its_cards_in_its_own_language() -> None:
    def draw(spoken: Language) -> bytes:
        board = Mosaic(600, 64, palette=table_palette())
        with speaking(spoken):
            draw_news(board, (0, 0, 600, 64), [(card_sign("CHO-14", STANDARD),)])
        return board.picture("").png

    forget()
    english, german = draw(ENGLISH), draw(GERMAN)
    assert english != german
    assert (draw(ENGLISH), draw(GERMAN)) == (english, german)


def test_a_text_that_is_cut_is_cut_in_its_own_language() -> None:
    long = (" ".join(["word"] * 300),)
    ends = []
    for spoken in (ENGLISH, GERMAN):
        with speaking(spoken):
            cut = set_text(long, 500, 300, more=gettext(SEE_MORE))
        ends.append(" ".join(word.letters for word in (cut.lines[-1] or ())[-4:]))
    assert ends == ["… see /cards show", "… siehe /cards show"]


def test_a_card_has_the_same_emblem_in_every_language() -> None:
    english = [emblem_of(face, STANDARD) for face in CARDS]
    with speaking(GERMAN):
        assert [emblem_of(face, STANDARD) for face in CARDS] == english


# --- the cards in German ----------------------------------------------------------------------------------


def german(face: AnyCard) -> AnyCard:
    """Return a card with its German name and traits."""
    changed: dict[str, Any] = {"name": pgettext("card", face.name)}
    if face.traits:
        changed["traits"] = tuple([pgettext("card", trait) for trait in face.traits])
    return msgspec.structs.replace(face, **changed)


def words_meant() -> set[str]:
    """Return all words in [brackets] that our cards ask for."""
    found: set[str] = set()

    def look(value: Any) -> None:
        if isinstance(value, msgspec.Struct):
            found.add(getattr(value, "word", ""))
            value = msgspec.structs.astuple(value)
        for inner in value if isinstance(value, tuple) else ():
            look(inner)

    look(CARDS)
    return found - {""}


def bracketed(face: Any) -> tuple[str, ...]:
    """Where the words in brackets are looked for: the name and the traits."""
    return (face.name, *face.traits)


def test_the_words_in_brackets_mean_the_same_cards_in_german() -> None:
    """ARC-03: whoever reads [Ziegel] finds the word on each card that is meant, and on no other."""
    words = words_meant()
    assert {"Brick", "Library", "Orchard", "Tide"} < words
    with speaking(GERMAN):
        unlike = [
            (word, face.number)
            for word in words
            for face in CARDS
            if has_words(bracketed(face), word) != has_words(bracketed(german(face)), pgettext("card", word))
        ]
    assert unlike == []


def test_no_two_cards_have_one_german_name() -> None:
    with speaking(GERMAN):
        names = Counter([card_name(face).casefold() for face in CARDS])
        traits = {pgettext("card", trait).casefold() for face in CARDS for trait in face.traits}
    assert max(names.values()) == 1
    assert len(traits) == len({trait for face in CARDS for trait in face.traits})


def test_german_words_keep_to_the_lengths_of_cards_and_to_our_letters() -> None:
    with speaking(GERMAN):
        for face in CARDS:
            name, flavour = card_name(face), pgettext("card", face.flavour)
            assert text.legible(name, "?") == name != face.name
            assert len(name) <= 40
            assert 0 < len(flavour) <= 140
            assert flavour != face.flavour
            assert all(letter == " " or fonts.has_glyph(letter) for letter in flavour)


def test_german_descriptions_fit_beside_a_choice() -> None:
    """A deck's or a set's description is the hint of a choice; Discord keeps 100 characters of it."""
    with speaking(GERMAN):
        for each in STANDARD.sets:
            said: Any
            for said in (each, *each.lineages.values(), *each.decks.values()):
                assert 0 < len(pgettext("card", said.title)) <= 40
                assert 0 < len(pgettext("card", said.description)) <= 100
                assert pgettext("card", said.description) != said.description


@pytest.mark.parametrize("room", [308, 369, 480])
def test_german_names_are_whole_beside_kind_and_power(room: int) -> None:
    with speaking(GERMAN):
        names = [card_name(face) for face in CARDS]
    set_names = [balanced(name, room, (36, 34), (32, 30, 28, fonts.READABLE)) for name in names]
    assert [" ".join(lines) for _, lines in set_names] == names


def test_german_texts_are_whole_on_cards_and_in_hands() -> None:
    with speaking(GERMAN):
        faces = [printed(face, STANDARD) for face in CARDS]
        cut = [face.number for face in faces if not (card_is_whole(face) and tile_is_whole(face))]
        assert cut == []
        assert printed(STANDARD.cards["LIB-09"], STANDARD).traits == "Bibliothek · Forscher · Büro"


def test_no_german_text_leaves_its_tile_or_its_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    beyond: list[str] = []
    write = text.write

    def watched(board: Any, x: int, y: int, words: str, **how: Any) -> int:
        wide, half = write(board, x, y, words, **how), text.capitals(how["size"]) // 2
        left = x - {"left": 0, "middle": wide // 2, "right": wide}[how.get("anchor", "left")]
        if left < 0 or left + wide > board.width - 4 or y - half < 2 or y + half > board.height - 2:
            beyond.append(words)
        return wide

    monkeypatch.setattr(text, "write", watched)
    forget()
    with speaking(GERMAN):
        assert len(list(pictures())) > 35
        for first in range(0, len(CARDS), 12):
            numbers = [face.number for face in CARDS[first : first + 12]]
            assert RENDERER.hand(holding(*numbers, options=OPTIONS), names=NAMES) is not None
    assert beyond == []


# --- as a German reads it ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((), "Die Hand von Ann ist leer."),
        (("CHO-02",), "Hand von Ann: Junge, der Nebel summt."),
        (("CHO-01", "KIL-03"), "Hand von Ann: Nieselregen, zweiter Sopran, Ein Ziegel namens Moritz."),
    ],
)
def test_a_hand_is_told_in_german(numbers: tuple[str, ...], words: str) -> None:
    with speaking(GERMAN):
        picture = RENDERER.hand(holding(*numbers, options=OPTIONS), names=NAMES)
    assert picture is not None
    assert picture.alt == words


def test_a_card_is_told_in_german() -> None:
    with speaking(GERMAN):
        character, support = RENDERER.single_card("KIL-03"), RENDERER.single_card("STO-12")
        rules = rules_text(STANDARD.cards["STO-12"])
    assert character is not None
    assert character.alt == "Ein Ziegel namens Moritz (KIL-03). Stufe 1, Stärke 400."
    assert support is not None
    assert support.alt == f"Einspruch! (STO-12). Unterstützung. {' '.join(rules)}"
