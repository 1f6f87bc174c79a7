"""The strength of a set's cards turn by turn, compared with the others: counted, tabulated, described."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.games.computers import COMPUTERS
from bot.games.neocombat.rules.facts import Hit, Played
from bot.games.registry import GAMES
from bot.parts.workshop.lab.contests import Bout, Contest, MatchObserver
from bot.parts.workshop.lab.entrants import Entrant, Nothing, traced_cards
from bot.parts.workshop.lab.processes import played
from bot.parts.workshop.lab.report import LabReport, report_of
from bot.parts.workshop.lab.study import Plan, study
from bot.parts.workshop.lab.tallies import Mean
from bot.parts.workshop.lab.turns import TurnLine, changed_numbers, in_columns, own_keys, turn_lines, verdicts
from measures.soak.lab import all_powered, changed, renamed
from tests.parts.workshop.lab.test_lab import contest, play
from tests.parts.workshop.lab.test_planted_cards import RIVALS, planted


def mean(*values: float) -> Mean:
    found = Mean()
    for value in values:
        found.add(value)
    return found


STEADY = mean(*[300, 310] * 10)
LINES = [
    TurnLine(1, STEADY, STEADY),
    TurnLine(2, mean(*[400, 410] * 10), STEADY),
    TurnLine(3, mean(*[500, 510] * 10), STEADY),
    TurnLine(4, mean(*[200, 210] * 10), STEADY),
]


def test_the_text_names_the_turns_in_which_cards_are_surely_ahead_or_behind() -> None:
    assert verdicts("arclash", LINES) == [
        "Turn 2 and 3: surely ahead; most in 3, 505 against 305 (± 4).",
        "Turn 4: surely behind; most in 4, 205 against 305 (± 4).",
    ]
    assert verdicts("overcross", LINES[:1]) == ["In none of these turns do they surely differ."]
    few = TurnLine(1, mean(0, 10, 0, 10, 0), mean(3, 0, 9, 0, 3))
    assert verdicts("neo-combat", [few]) == ["In none of these turns do they surely differ."]
    with speaking(language("de")):
        assert verdicts("arclash", LINES)[0] == (
            "Zug 2 und 3: sicher vorn, am meisten in 3 mit 505 gegen 305 (± 4)."
        )
        assert verdicts("overcross", LINES)[1].startswith("Runde 4: sicher zurück")


def test_the_table_has_three_lines_that_fit_on_a_phone() -> None:
    lines = [msgspec.structs.replace(LINES[1], turn=turn) for turn in range(1, 9)]
    for speaks in ("en", "de"):
        with speaking(language(speaks)):
            rows = in_columns("overcross", lines).split("\n")
        assert len(rows) == 3
        assert len({len(row) for row in rows}) == 1
    assert rows[1].split() == ["diese", *["405,0"] * 8]
    assert len(in_columns("arclash", lines).split("\n")[0]) <= 40


def test_turns_with_little_data_are_left_out() -> None:
    strengths = {
        ("own", 1): STEADY, ("usual", 1): STEADY, ("other", 1): mean(0),
        ("own", 2): STEADY, ("usual", 2): mean(1, 2, 3, 4),
        **{(key, turn): STEADY for key in ("own", "usual") for turn in range(3, 20)},
    }  # fmt: skip
    lines = turn_lines(strengths, {"own"})
    assert [line.turn for line in lines] == [1, *range(3, 10)]
    assert (lines[0].own.number, lines[0].usual.number) == (20, 21)


def test_a_stronger_set_is_ahead_and_a_renamed_one_is_not() -> None:
    def told(change: Callable[[dict[str, object]], None]) -> tuple[list[TurnLine], list[str]]:
        pool, own = changed("arclash", "ring", change)
        base = contest(
            entrants=("bow-and-throw", "three-cups", "reading-light"), games=5, player="duellist", seed="2"
        )
        base = msgspec.structs.replace(
            base, options=msgspec.structs.replace(base.options, cards=pool, score=5)
        )
        keys = own_keys("arclash", pool, base.entrants, own)
        assert keys == {"bow-and-throw"}
        lines = turn_lines(played(play, base).strengths, keys)
        return lines, verdicts("arclash", lines)

    strong, said = told(all_powered(1.5))
    assert "surely ahead" in said[0]
    assert all(line.more > 0 for line in strong)
    assert "surely ahead" not in " ".join(told(renamed)[1])


def test_only_changed_cards_are_examined() -> None:
    assert changed_numbers("arclash", None) == frozenset()
    pool = planted("arclash", "RNG-12", {"name": "Another"}, 2).pool
    assert changed_numbers("arclash", pool) == {"RNG-12"}
    assert own_keys("arclash", pool, ("three-cups", "bow-and-throw", "made-1"), {"RNG-12"}) == {
        "bow-and-throw",
        "made-1",
    }
    assert own_keys("neo-combat", None, ("same",), {"NC-04"}) == {"NC-04"}
    assert changed_numbers("papyrus", None) == frozenset()


@pytest.mark.parametrize("game", ["arclash", "overcross", "neo-combat"])
def test_a_report_has_the_figures_of_each_turn(game: str) -> None:
    entrants = RIVALS.get(game, ("same",))
    report = report_of(study(Plan(contest=contest(game, entrants=entrants, games=2), tested=0), play))
    keys = set(entrants) if game != "neo-combat" else set(traced_cards(GAMES[game]).cards(None))
    assert report.strengths
    assert set(report.strengths) <= keys
    assert all(strength.number > 0 for by in report.strengths.values() for strength in by.values())
    if game == "arclash":
        assert all(by[1].number == report.matches for by in report.strengths.values()), "a battle each turn"
    kept = msgspec.json.encode(report)
    assert msgspec.json.decode(kept, type=LabReport) == report
    older = msgspec.json.decode(kept)
    del older["strengths"]
    assert msgspec.convert(older, LabReport).strengths == {}


def test_the_damage_of_attacks_counts_only_varans_of_others() -> None:
    base: Contest = contest("neo-combat", games=1)
    observer, game = MatchObserver(GAMES["neo-combat"]), GAMES["neo-combat"]
    entrant = Entrant(COMPUTERS["random"], Nothing(), traced_cards(game))
    Bout(base, ("same",) * 2, range(1))._series(("same",) * 2, (entrant,) * 2, game.rules).play(
        0, observer.see
    )
    team, last, damage = base.options.team, None, 0
    for fact in observer.facts:
        if isinstance(fact, Played):
            last = fact.seat
        elif isinstance(fact, Hit) and fact.token // team != last:
            damage += fact.by
    told = list(observer.traced.strengths(observer.facts, observer.state))
    assert sum([one.value for one in told]) == damage > 0
    assert {one.seat for one in told} == {0, 1}
