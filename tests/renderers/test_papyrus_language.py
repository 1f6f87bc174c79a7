"""The words in pictures of Papyrus and in their alt texts, in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.engine.contract import Outcome
from bot.engine.language import Language, speaking
from bot.games.papyrus.rules.facts import Healed, Hurt, Moved, Resigned
from bot.games.papyrus.rules.view import PapyrusView
from bot.games.papyrus.wording.wording import PapyrusWording
from bot.languages.catalogues import language
from renderers.contract import ALT_TEXT_LIMIT
from renderers.kit import text
from renderers.kit.cache import forget
from renderers.papyrus import PapyrusRenderer, labels
from tests.languages.marked import STRICT, unmarked
from tests.renderers.positions import NAMES, fight, picking, position, shot

GERMAN = language("de")
RENDERER = PapyrusRenderer(PapyrusWording())
UNITS = ("SMG", "Shotgun", "Sniper", "Medic", "RPG")
LAST = "The last squad standing."


def placing(seats: int = 2) -> PapyrusView:
    """Units wait beside the field, and one seat is ready."""
    view = position(
        phase="placing", turn=-1, round=0, pool=0, seats=seats, ready=(False,) + (True,) * (seats - 1)
    )
    return replace(view, units=tuple([replace(unit, square=-1) for unit in view.units]))


def ended(*winners: int, why: str = LAST) -> PapyrusView:
    return position(phase="over", turn=-1, outcome=Outcome(winners, (9, 8), why))


def looks() -> Iterator[tuple[str, PapyrusView, tuple[object, ...]]]:
    """A position and its recent facts for every word that a picture can hold."""
    view = position()
    yield "attacking", view, fight(view)
    yield "moving", replace(view, phase="moving", options=replace(view.options, rounds=9)), ()
    hit = shot(view, 4, 12, "hit", 8)
    yield "blast", view, (replace(hit, hurt=(*hit.hurt, Hurt(13, 5, 3, view.units[13].square))),)
    yield "critical", view, (shot(view, 0, 12, "critical", 10),)
    yield "nick", view, (shot(view, 0, 12, "nick", 1),)
    yield "miss", view, (shot(view, 0, 12, "miss", 0),)
    yield "move", view, (Moved(0, (view.units[0].square, view.units[0].square + 1)),)
    yield "heal", view, (Healed(3, 1, 9),)
    yield "resigned", replace(view, out=(False, True)), (Resigned(1),)
    yield "picking", picking(ready=(True, False)), ()
    yield "picking seen by all", picking(viewer=None), ()
    yield "placing", placing(), ()
    yield "about to begin", replace(view, turn=-1, round=0), ()
    yield "nameless", replace(view, seats=2), ()
    yield "won", ended(1), ()
    yield "draw", ended(why="The round limit is reached: the most HP is shared."), ()


LOOKS = {name: (view, recent) for name, view, recent in looks()}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is written into a picture."""
    forget()
    found: list[str] = []
    write, label = text.write, labels._label

    def seen_write(board, x, y, words, **rest):  # type: ignore[no-untyped-def]
        found.append(words)
        return write(board, x, y, words, **rest)

    def seen_label(words, look, size):  # type: ignore[no-untyped-def]
        found.append(words)
        return label(words, look, size)

    monkeypatch.setattr(text, "write", seen_write)
    monkeypatch.setattr(labels, "_label", seen_label)
    return found


@pytest.mark.parametrize("name", LOOKS)
def test_every_word_in_a_picture_and_in_its_alt_text_is_in_the_catalogues(
    name: str, written: list[str]
) -> None:
    view, recent = LOOKS[name]
    with speaking(STRICT):
        picture = RENDERER.board(view, names=() if name == "nameless" else NAMES, recent=recent)
    assert len(written) >= 8
    for words in [*written, picture.alt]:
        assert unmarked(words, (*NAMES, *UNITS, "Papyrus")) == [], words


def drawn(view: PapyrusView, spoken: Language) -> bytes:
    with speaking(spoken):
        return RENDERER.board(view, names=NAMES).png


@pytest.mark.parametrize("name", ["attacking", "picking", "picking seen by all", "placing", "won"])
def test_a_picture_is_drawn_anew_in_each_language_and_the_same_in_the_same_one(name: str) -> None:
    view, _ = LOOKS[name]
    english = drawn(view, Language())
    german = drawn(view, GERMAN)
    assert german != english
    assert [drawn(view, Language()), drawn(view, GERMAN)] == [english, german]


@pytest.mark.parametrize("name", LOOKS)
def test_german_words_fit_into_a_picture_of_four_seats(name: str, written: list[str]) -> None:
    view, recent = LOOKS[name]
    if view.phase != "over":
        view = replace(view, seats=4, ready=(*view.ready, False, True), out=(*view.out, True, False))
    with speaking(GERMAN):
        alt = RENDERER.board(view, names=NAMES, recent=recent).alt
    assert len(alt) <= ALT_TEXT_LIMIT
    assert [words for words in written if words.endswith(text.ELLIPSIS) and words != "wählt noch …"] == []


def alt(view: PapyrusView, *recent: object) -> str:
    with speaking(GERMAN):
        return RENDERER.board(view, names=NAMES, recent=recent).alt


def test_german_alt_texts_count_one_and_several() -> None:
    view = position(each=1, phase="moving", pool=1)
    assert alt(view) == (
        "Papyrus. Runde 4: Ann ist am Zug, noch 1 Feld zum Ziehen. "
        f"Ann 1 Einheit, {view.units[0].hp} HP. Ben 1 Einheit, {view.units[1].hp} HP."
    )


def test_german_alt_texts_tell_what_was_done_last() -> None:
    view = position()
    assert " verfehlt ■Sniper-1 (" in alt(view, shot(view, 0, 12, "miss", 0))
    assert "●Medic-1 heilt ●Shotgun-1, jetzt 9 HP." in alt(view, Healed(3, 1, 9))
    assert alt(ended(1)).startswith("Papyrus. Ben gewinnt.")
