"""Words drawn on tables and hands of Crossfire, and their alt texts: each in the language of who looks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.engine.contract import Outcome
from bot.engine.language import Language, current, speaking
from bot.games.crossfire.rules import facts
from bot.games.crossfire.rules.table import table_of
from bot.games.crossfire.rules.view import NOBODY, CrossfireView, Pile, Tally
from bot.games.crossfire.wording.wording import CrossfireWording
from bot.languages.catalogues import language
from renderers import crossfire
from renderers.contract import ALT_TEXT_LIMIT, Picture
from renderers.crossfire import CrossfireRenderer
from renderers.crossfire.latest import SIGNS, contests
from renderers.crossfire.layout import PARTS
from renderers.kit import lines, text
from renderers.kit.cache import forget
from renderers.kit.lines import Line, Mark, Quiet, Stamp, draw_list, latest_lines, quiet_line
from tests.languages.marked import MARKED, unmarked
from tests.renderers.crossfire_positions import NAMES, cards, crowded, fought, holding, laid, square, table

RENDERER = CrossfireRenderer(CrossfireWording())
GERMAN = language("de")
GIVEN = (*NAMES, "JOKER", "Crossfire Ultimate", "Crossfire")
"""Names, the word on the Joker's face, the name of the game."""


def more_facts() -> tuple[Any, ...]:
    """The facts that `fought` does not tell."""
    king, ten, joker = (cards(0, word)[0] for word in ("Kc", "Td", "Jo"))
    at, near = square("d4"), square("d3")
    return (
        facts.StartDrawn(((king, ten),), 0),
        facts.BasesRedealt(0, (king,), True),
        facts.BasesKept(1),
        facts.Seized(0, at, 1, False, True),
        facts.Seized(0, at, 1, True, False),
        facts.Seized(0, at, 1, False, False),
        facts.Supported(0, ten, near, at),
        facts.Probed(0, ten, at, near, king, False),
        facts.Rebuilt(0, king, at, near, ()),
        facts.Replaced(0, at, joker, king),
        facts.KeptOne(0, at, king, ()),
        facts.Towered(0, at, king, ten, ()),
        facts.Lapsed(1, at, 0),
        facts.PackEmpty(0),
        facts.Resigned(1),
    )


def positions() -> Iterator[tuple[CrossfireView, tuple[Any, ...]]]:
    """Tables with every kind of word on them."""
    yield crowded(), fought()
    yield crowded(), more_facts()
    yield table("two", 6, 0)
    yield crowded(phase="bases", turn=-1, deciding=(True, False)), ()
    yield crowded(phase="bases", turn=-1, deciding=(False, False)), ()
    for winners in ((), (1,)):
        over = Outcome(winners, (0, 1), "A base of the enemy is seized")
        yield crowded(phase="over", turn=-1, outcome=over), ()
    for form in ("four", "ultimate"):
        view, recent = table(form, 2, 120)
        yield replace(view, tallies=(Tally(2, 2, 0), Tally(0, 0, 2))), recent
        if form == "four":
            yield contested(view), recent
        over = Outcome((0, 2), (6, 0, 6, 0), "A team has 6 victory points")
        yield replace(view, phase="over", turn=-1, outcome=over), ()


def contested(view: CrossfireView) -> CrossfireView:
    """The same table for four with an answer that is due, a pile that is won, and one that somebody leads."""
    board = list(view.board)
    answered = Pile(1, "node", cards(1, "5h"), laid((0, "7d")), 0, 1)
    leads = Pile(NOBODY, "neutral", cards(1, "4c"), laid((0, "6d")), 0)
    for name, pile in (("c3", answered), ("d3", replace(answered, lapsed=True)), ("e3", leads)):
        board[square(name, view.width)] = pile
    return replace(view, board=tuple(board))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Collect all words that are written in pictures; those of lists as whole lines."""
    said: list[str] = []
    write = text.write

    def watched(board: Any, x: int, y: int, words: str, **how: Any) -> int:
        room = how.pop("room", None)
        if room is not None:
            words = text.fitted(words, how.get("weight", "semibold"), how["size"], room)
        said.append(words)
        return write(board, x, y, words, **how)

    def listed(board: Any, box: Any, shown: Sequence[Line], **how: Any) -> None:
        assert board.painted()  # now, not when it has to be
        whole = [" ".join(words_of(line)) for line in shown]
        written = len(said)
        draw_list(board, box, shown, **how)
        assert board.painted()
        said[written:] = whole

    monkeypatch.setattr(text, "write", watched)
    monkeypatch.setattr(crossfire, "draw_list", listed)
    forget()
    yield said
    forget()


def words_of(line: Line) -> list[str]:
    """The words of a line, quiet or not, without cards and shapes."""
    return [word.words if isinstance(word, Quiet) else word for word in line if isinstance(word, str | Quiet)]


def drawn(view: CrossfireView, recent: Sequence[Any] = (), **how: Any) -> Picture:
    return RENDERER.board(view, names=NAMES, recent=recent, **{"part": RENDERER.film_part, **how})


def test_all_words_on_tables_are_in_the_catalogues(written: list[str]) -> None:
    with speaking(MARKED):
        for view, recent in positions():
            drawn(view, recent)
        for part in PARTS:
            drawn(table("ultimate", 2, 120)[0], part=part)
    assert len(set(written)) > 60
    assert [word for words in written for word in unmarked(words, GIVEN)] == []


def test_all_words_on_hands_are_in_the_catalogues(written: list[str]) -> None:
    with speaking(MARKED):
        for view in (holding("6h Td Kc Jo", shown=(cards(0, "6h"), ())), holding(""), holding("2c")):
            RENDERER.hand(view, names=NAMES)
    assert len(set(written)) > 10
    assert unmarked(" ".join(written), GIVEN) == []


def test_all_alt_texts_are_in_the_catalogues() -> None:
    with speaking(MARKED):
        for view, recent in positions():
            for known in (recent, *[(fact,) for fact in recent]):
                assert unmarked(drawn(view, known).alt, GIVEN) == []
        for held in ("", "6h Td Kc Jo Ac"):
            hand = RENDERER.hand(holding(held), names=NAMES)
            assert hand is not None
            assert unmarked(hand.alt, GIVEN) == []


def test_the_quarters_are_called_in_the_language() -> None:
    view, _ = table("ultimate", 2, 120)
    with speaking(MARKED):
        assert RENDERER.parts(view) == {key: f"⟦{title}⟧" for key, title in PARTS.items()}
    with speaking(GERMAN):
        assert RENDERER.parts(view)["nw"] == "Viertel oben links"


def test_words_are_not_kept_from_one_language_to_the_next() -> None:
    forget()
    with speaking(GERMAN):
        fresh = [drawn(view, recent).png for view, recent in positions()]
    english = [drawn(view, recent).png for view, recent in positions()]
    with speaking(GERMAN):
        german = [drawn(view, recent).png for view, recent in positions()]
    assert german == fresh
    assert all(one != other for one, other in zip(english, german, strict=True))
    forget()
    assert [drawn(view, recent).png for view, recent in positions()] == english


def test_neither_are_those_of_hands() -> None:
    views = [holding("6h Td Kc Jo", shown=(cards(0, "6h"), ())), holding("")]

    def hands() -> list[bytes]:
        found = [RENDERER.hand(view, names=NAMES) for view in views]
        return [hand.png for hand in found if hand is not None]

    english = hands()
    with speaking(GERMAN):
        german = hands()
    assert all(one != other for one, other in zip(english, german, strict=True))
    assert hands() == english


def test_a_message_is_a_line_with_cards_and_shapes_where_it_has_their_names() -> None:
    line = quiet_line("{player} legt **vorn** {card} ab", player=Mark(1), card="7h")
    assert line == (Mark(1), Quiet("legt"), "vorn", "7h", Quiet("ab"))
    assert quiet_line("{player} **A {card} B** C", player=Mark(0), card="x") == (
        Mark(0), "A", "x", "B", Quiet("C"),
    )  # fmt: skip


def test_the_lists_beside_the_table_in_german() -> None:
    view = crowded()
    with speaking(GERMAN):
        told = latest_lines(CrossfireWording(), view, (*fought(), *more_facts()), SIGNS)
        of_facts = [" ".join(words_of(line)) for line in told]
        of_contests = [" ".join(words_of(line)) for line in contests(view, table_of_two(view))]
    assert of_facts == [
        "legt nichts aus, sondern ab", "legt auf a3 , angelegt an a2", "greift c4 mit an",
        "antwortet auf a4 mit", "greift e5 mit an", "erkundet c5 : schlägt",
        "beginnt: ,",
        "gibt neue Basen", "behält die Basen, wie sie liegen", "erobert die Basis d4 von !",
        "hat d4 gegen gehalten", "erobert d4 von", "stützt die Basis d4 mit", "verfehlt d4 : gegen",
        "baut d4 mit neu auf", "tauscht auf d4 ein", "behält auf d4 als Knoten",
        "baut auf : Turm d4", "lässt d4 ohne Antwort", "kann keine Karte ziehen", "gibt auf",
    ]  # fmt: skip
    assert of_contests == [
        "a4 braucht J+", "b4 gewinnt", "c4 braucht K", "a5 chancenlos", "c5 führt · nur 7+", "e5 braucht 8+",
    ]  # fmt: skip


def table_of_two(view: CrossfireView) -> Any:
    return table_of(view.options, view.seats)


def test_german_words_fit_where_they_are_written(written: list[str]) -> None:
    with speaking(GERMAN):
        for view, recent in positions():
            drawn(view, recent)
        RENDERER.hand(holding("6h Td Kc Jo", shown=(cards(0, "6h"), ())), names=NAMES)
        assert current() is GERMAN
    assert [words for words in written if words.endswith(text.ELLIPSIS)] == []
    assert {"Basis", "Kette", "Mitte", "Punkte", "darf neu geben"} <= set(written)


def test_german_lines_fit_beside_the_narrowest_table(monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    fitted = text.fitted

    def watched(words: str, weight: Any, size: int, room: int) -> str:
        if fitted(words, weight, size, room) != words:
            cut.append(words)
        return fitted(words, weight, size, room)

    monkeypatch.setattr(text, "fitted", watched)
    forget()
    with speaking(GERMAN):
        for recent in (fought(), *[(fact,) for fact in more_facts()]):
            drawn(crowded(), recent)
    forget()
    assert cut == []


@pytest.mark.parametrize("spoken", [Language(), GERMAN], ids=["English", "German"])
def test_every_card_of_a_line_is_drawn_beside_the_narrowest_table(
    spoken: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_cards: list[Stamp] = []
    draw = Stamp.draw

    def watched(stamp: Stamp, image: Any, x: int, y: int, room: int) -> int:
        drawn_cards.append(stamp)
        assert stamp.wide <= room
        return draw(stamp, image, x, y, room)

    monkeypatch.setattr(Stamp, "draw", watched)
    forget()
    wording, view = CrossfireWording(), crowded()
    with speaking(spoken):
        for fact in (*fought(), *more_facts()):
            (line,) = latest_lines(wording, view, [fact], SIGNS) or [()]
            lines.draw_line(Image.new("RGB", (590, 60)), line, 2, 30, 590, gap=9, size=36)
            shown = [run for run in line if isinstance(run, Stamp)]
            assert drawn_cards == shown, fact
            drawn_cards.clear()


def test_german_alt_texts() -> None:
    with speaking(GERMAN):
        alt = drawn(crowded(), fought()).alt
        hand = RENDERER.hand(holding("6h Td Kc Jo"), names=NAMES)
    assert re.match(
        r"Crossfire\. Zug \d+: \w+ ist am Zug\. "
        r"\w+ erkundet c5: 6♦ schlägt 4♣\. "
        r"Auf a4 \(.+\) führt . mit ",
        alt,
    )
    assert len(alt) <= ALT_TEXT_LIMIT
    assert hand is not None
    assert hand.alt == "Hand von Ann: Kreuz-König, Karo 10, Herz 6, Joker."
