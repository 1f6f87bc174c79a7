"""Pictures of Arclash use the viewer's language for words and cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from bot.base.language import ENGLISH, Language, gettext, pgettext, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.matching import has_words
from bot.engine.cards.printed import card_name
from bot.games.arclash.cards.cards import AnyCard, Library
from bot.games.arclash.cards.cardtext import rules_text
from bot.games.arclash.rules.options import Options
from renderers.arclash.cards import card_sign, emblem_of, printed
from renderers.kit import fonts, text
from renderers.kit.cache import forget
from renderers.kit.cards.card import SEE_MORE
from renderers.kit.cards.hues import table_palette
from renderers.kit.cards.news import draw_news
from renderers.kit.cards.typesetting import balanced, set_text
from renderers.kit.mosaic import Mosaic
from tests.games.arclash.shipped import arclash_pool
from tests.renderers.arclash_positions import NAMES, holding, renderer_of
from tests.renderers.written import card_is_whole, tile_is_whole

STANDARD = arclash_pool()
RENDERER = renderer_of(Library(STANDARD))
CARDS = tuple(STANDARD.cards.values())
GERMAN = language("de")


# ---- caches of different languages are separate


def test_a_cached_line_without_words_has_cards_in_its_language() -> None:
    def draw(spoken: Language) -> bytes:
        board = Mosaic(600, 64, palette=table_palette())
        with speaking(spoken):
            draw_news(board, (0, 0, 600, 64), [(card_sign("CHO-14", STANDARD),)])
        return board.picture("").png

    forget()
    english, german = draw(ENGLISH), draw(GERMAN)
    assert english != german
    assert (draw(ENGLISH), draw(GERMAN)) == (english, german)


def test_a_text_is_cut_in_its_language() -> None:
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


# ---- the cards in German


def german(face: AnyCard) -> AnyCard:
    """Return a card with its German name and traits."""
    changed: dict[str, Any] = {"name": pgettext("card", face.name)}
    if face.traits:
        changed["traits"] = tuple([pgettext("card", trait) for trait in face.traits])
    return msgspec.structs.replace(face, **changed)


def words_meant() -> set[str]:
    """Return all words in [brackets] that shipped cards use."""
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
    """Return the texts that bracketed words match: the name and the traits."""
    return (face.name, *face.traits)


def test_bracketed_words_match_the_same_cards_in_german() -> None:
    """ARC-03: a reader of [Ziegel] finds the word exactly on the matching cards."""
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


def test_german_names_of_cards_are_unique() -> None:
    with speaking(GERMAN):
        names = Counter([card_name(face).casefold() for face in CARDS])
        traits = {pgettext("card", trait).casefold() for face in CARDS for trait in face.traits}
    assert max(names.values()) == 1
    assert len(traits) == len({trait for face in CARDS for trait in face.traits})


def test_german_words_keep_to_the_limits_of_cards_and_choices_and_to_the_fonts() -> None:
    """The description of a deck or a set is the hint of a choice; Discord allows 100 characters."""
    with speaking(GERMAN):
        for face in CARDS:
            name, flavour = card_name(face), pgettext("card", face.flavour)
            assert text.legible(name, "?") == name != face.name
            assert len(name) <= 40
            assert 0 < len(flavour) <= 140
            assert flavour != face.flavour
            assert all(letter == " " or fonts.has_glyph(letter) for letter in flavour)
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


# ---- pictures in German


def test_alt_texts_of_a_hand_and_a_card_in_german() -> None:
    view = holding("CHO-01", "KIL-03", options=Options(score=10, cards=STANDARD.hash))
    with speaking(GERMAN):
        hand, support = RENDERER.hand(view, names=NAMES), RENDERER.single_card("STO-12")
        rules = rules_text(STANDARD.cards["STO-12"])
    assert hand is not None
    assert hand.alt == "Hand von Ann: Nieselregen, zweiter Sopran, Ein Ziegel namens Moritz."
    assert support is not None
    assert support.alt == f"Einspruch! (STO-12). Unterstützung. {' '.join(rules)}"
