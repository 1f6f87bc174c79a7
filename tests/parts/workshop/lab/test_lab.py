"""The lab: mixes, decks made for measuring, paired tests, findings, and the text of a report."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.summary import Chart, Curve
from bot.games.registry import GAMES
from bot.matches.options import read_options
from bot.parts.workshop.lab import changes, contests
from bot.parts.workshop.lab.changes import compared, numbers_of, tuned, with_number
from bot.parts.workshop.lab.contests import Contest, MadeDeck
from bot.parts.workshop.lab.decks import DeckMaker
from bot.parts.workshop.lab.entrants import SAME, Deck, ready_entrants
from bot.parts.workshop.lab.findings import LabFinding, best_mix, dominated, findings, met_all, surely_outside
from bot.parts.workshop.lab.own_cards import NothingToPlay, made_decks
from bot.parts.workshop.lab.plans import plan_for
from bot.parts.workshop.lab.processes import played
from bot.parts.workshop.lab.report import CardLine, report_of
from bot.parts.workshop.lab.study import TRIED, NothingEnded, Plan, study
from bot.parts.workshop.lab.tallies import CardCount, Count, Difference, Lead, Tally, hand_offs, lead_of
from bot.parts.workshop.lab.wording import called, card_line, difference, of_times, sentence
from bot.parts.workshop.lab.worth import Trial, judging, with_every_holder, with_other_effects, without

ARCLASH = GAMES["arclash"]
OPTIONS = read_options(ARCLASH.rules, {}, 2)
POOL = ARCLASH.rules.cards_of(OPTIONS)
TWO = ("windfall", "overdue")


def contest(game: str = "arclash", **given: object) -> Contest:
    usual = {
        "options": read_options(GAMES[game].rules, {}, 2),
        "entrants": TWO if game == "arclash" else (SAME,),
        "games": 4,
        "player": "random",
        "seed": "1",
    }
    return Contest(game=game, seats=2, **{**usual, **given})


def play(bouts):
    return (bout.play() for bout in bouts)


def third(base: Contest) -> str:
    """Return the number of a Level 3 Character in Windfall."""
    return next(number for number, _ in brought(base, "windfall") if cards_of(base)[number].level == 3)


# Mixes


def rates(**won: float) -> dict[tuple[str, str], Tally]:
    found = {}
    for pair, rate in won.items():
        one, other = pair.split("_")
        found[one, other] = Tally(1000, 1000 * rate)
        found[other, one] = Tally(1000, 1000 * (1 - rate))
    return found


def test_rock_paper_scissors_is_mixed_evenly_and_nothing_is_dominated() -> None:
    against = rates(rock_scissors=0.8, scissors_paper=0.8, paper_rock=0.8)
    mix = best_mix(("rock", "paper", "scissors"), against)
    assert mix == pytest.approx(dict.fromkeys(("rock", "paper", "scissors"), 1 / 3), abs=0.02)
    assert dominated(("rock", "paper", "scissors"), against) == {}


def test_a_deck_that_beats_all_is_the_whole_mix_and_the_worst_is_dominated() -> None:
    against = rates(a_b=0.7, a_c=0.9, b_c=0.7)
    assert best_mix(("a", "b", "c"), against)["a"] == pytest.approx(1, abs=0.01)
    assert dominated(("a", "b", "c"), against) == {"b": "a", "c": "a"}


def test_a_deck_that_has_not_met_all_others_is_not_judged() -> None:
    """A set's own decks meet all others; these do not meet each other: one bad pairing is no weak deck."""
    against = rates(own_b=0.8, own_c=0.5)
    assert met_all(("own", "b", "c"), against) == ["own"]
    assert dominated(("own", "b", "c"), against) == {}
    count = counted()
    assert kinds(count) == {}
    count.against = rates(windfall_overdue=0.5)
    three = contest(entrants=("windfall", "overdue", "four-seasons"))
    count.entrants |= {"overdue": Tally(400, 40.0), "four-seasons": Tally(400, 200.0)}
    assert findings(three, count, {}) == []


# Every game


@pytest.mark.parametrize("game", [key for key, one in GAMES.items() if key != "arclash" and one.computers])
def test_every_game_is_measured(game: str) -> None:
    entrants = tuple(ready_entrants(game, read_options(GAMES[game].rules, {}, 2)))[:2]
    found = study(Plan(contest=contest(game, entrants=entrants, games=2), tested=0), play)
    assert found.count.matches == 2
    assert set(found.count.entrants) == set(entrants)
    assert sum([tally.won for tally in found.count.seats.values()]) == pytest.approx(2)
    assert found.count.lead.charted == 2, "every game tells who led when"


def test_more_matches_are_played_until_the_margin_is_reached() -> None:
    wide = study(Plan(contest=contest(games=40), tested=0, margin=0.3), play)
    assert wide.contest.games == wide.count.matches == 10
    told: list[tuple[int, int]] = []
    study(Plan(contest=contest(games=20), tested=0, margin=0.01), play, lambda *done: told.append(done))
    assert told == [(10, 20), (20, 20)]


# The lead of a match


def chart(*values: tuple[int, ...], teams: bool = False, least_leads: bool = False) -> Chart:
    curves = [Curve((side, side + 2) if teams else (side,), each) for side, each in enumerate(values)]
    return Chart("points", tuple(curves), "start", "end", least_leads)


def test_the_lead_changes_with_a_new_leader_and_not_while_it_is_shared() -> None:
    one, other = (0, 2, 2, 2, 3, 9), (0, 0, 2, 3, 3, 4)
    lead = Lead(charted=1, changes=2, won=1, led=1, comebacks=1, behind=1)
    assert lead_of(chart(one, other), [0]) == lead
    assert not lead_of(chart(other, one), [0]).comebacks


def test_there_is_no_comeback_without_a_leader_at_half_time_or_without_a_winner() -> None:
    even = lead_of(chart((0, 1, 3), (0, 1, 2)), [0])
    assert (even.led, even.comebacks, even.decided) == (False, False, False)
    drawn = lead_of(chart((0, 1, 3), (0, 2, 3)), [])
    assert (drawn.won, drawn.led, drawn.decided, drawn.behind) == (False, False, False, False)
    teams = lead_of(chart((5, 4, 1), (5, 3, 2), teams=True), [1, 3])
    assert (teams.changes, teams.comebacks, teams.behind) == (1, True, True)


def test_a_match_is_decided_early_if_its_winner_leads_alone_from_half_time_on() -> None:
    assert lead_of(chart((0, 1, 2, 3, 4), (0, 1, 1, 2, 3)), [0]).decided
    assert not lead_of(chart((0, 1, 2, 2, 4), (0, 1, 1, 2, 3)), [0]).decided
    hurt = lead_of(chart((0, 3, 4, 6), (0, 0, 2, 5), least_leads=True), [1])
    assert hurt.decided, "who has fewest counters leads (OVC-43)"


def test_a_hand_off_is_a_period_in_which_an_awaited_seat_acts() -> None:
    """One seat attacks and another answers, then both choose at once, in several actions each.

    These are three hand-offs, since the seat that has answered is still awaited.
    """
    seats = [0, 1, 0, 1, 0, 1, 0]
    awaited = [{1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0}, set()]
    assert hand_offs(seats, awaited) == 3
    assert hand_offs([0, 0, 1], [{0}, {1}, set()]) == 2


# Cards


def test_a_card_is_replaced_by_others_of_its_rank_and_the_deck_stays_legal() -> None:
    building, maker = ARCLASH.decks, DeckMaker(ARCLASH.decks, POOL, OPTIONS)
    entries = building.ready(POOL)["windfall"].entries
    cards = building.cards(POOL)
    for number, _ in entries:
        deck = maker.without(entries, number, "1")
        if deck is None:
            continue
        assert number not in dict(deck)
        assert building.faults(deck, POOL) == ()
        place = [one for one, _ in entries].index(number)
        assert deck[:place] == entries[:place], "what is dealt is the same but for the card"
        assert entries[place + 1 :] == deck[len(deck) - len(entries) + place + 1 :]
    assert maker.without(entries, entries[0][0], "1") == maker.without(entries, entries[0][0], "1")
    assert {cards[number].rank for number, _ in entries} >= {"Level 1", "Level 2"}


def test_a_deck_against_itself_without_a_card_is_played_on_the_same_seeds() -> None:
    base = contest(games=6)
    number = next(number for number, _ in brought(base, "windfall"))
    trial = without(base, number, 6)
    assert trial is not None
    assert set(trial.changed.values()) == {"windfall"}
    decks = trial.contests[0].made
    assert all(number not in dict(deck.entries) for deck in decks.values())
    assert [each.first for each in trial.contests] == [0, 2, 4], "no match is compared twice"
    assert trial.end == 6
    same = {name: MadeDeck(brought(base, "windfall"), deck.seeded_as) for name, deck in decks.items()}
    unchanged = Trial(tuple([replace(each, made=same) for each in trial.contests]), trial.changed)
    known = Count(shares=dict(list(played(play, base).shares.items())[:3]))
    told: list[int] = []
    difference = unchanged.measured(known, play, told.append)
    assert difference.pairs == 6
    assert sum(told) == 6 + 3, "of the matches of the deck as it is those are played that were not known"
    assert difference.squares == 0, "the same decks on the same seeds play the same matches"


def test_a_card_with_the_effect_of_others_stays_in_the_deck() -> None:
    base = contest(games=6)
    number = third(base)
    trial = with_other_effects(base, number, 12)
    assert trial is not None
    assert trial.changed == {"windfall": "windfall"}
    assert len({each.instead for each in trial.contests}) == 6
    for each in trial.contests:
        there = ARCLASH.cards.library.at(ARCLASH.rules.cards_of(each.played_with)).cards[number]
        other = cards_of(base)[each.instead[1]]
        assert (there.power, there.abilities, there.level) == (other.power, other.abilities, 3)
        card = cards_of(base)[number]
        assert (there.traits, there.advances) == (card.traits, card.advances)
    same = Trial(tuple([replace(each, instead=(number, number)) for each in trial.contests]), trial.changed)
    difference = same.measured(Count(), play)
    assert (difference.pairs, difference.squares) == (12, 0), "what does the same plays the same matches"
    known = Count(shares=dict(played(play, contest(games=12)).shares))
    assert trial.measured(known, play) == trial.measured(Count(), play), (
        "what is missing has the card as it is"
    )


def cards_of(base: Contest):
    return ARCLASH.cards.library.at(base.pool).cards


def test_all_cards_are_tested_briefly_and_then_the_one_of_most_possible_worth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = list[str]()

    def measured(trial: Trial, _known: Count, _play: object, told: Callable[[int], None]) -> Difference:
        told(TRIED)
        (number,) = {each.instead[0] for each in trial.contests}
        seen.append(number)
        return Difference(
            number=TRIED, total=TRIED * (0.3 if number in seen[2:3] else 0.0), squares=TRIED / 3
        )

    monkeypatch.setattr(Trial, "measured", measured)
    found = study(Plan(contest=contest(games=20), tested=1, pairs=20 * TRIED), play)
    assert len(found.worth) == len(set(seen[:10])) == 10, "half of the matches are for each once"
    assert found.worth[seen[2]].pairs == max([worth.pairs for worth in found.worth.values()]) > 6 * TRIED
    assert kinds(found.count, found.worth)[seen[2]] == "card-strong"


def test_selection_by_luck_does_not_change_the_estimated_worth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tests = list[tuple[Contest, ...]]()
    measured = Trial.measured

    def noted(trial: Trial, *given: object) -> Difference:
        tests.append(trial.contests)
        return measured(trial, *given)

    monkeypatch.setattr(Trial, "measured", noted)
    study(Plan(contest=contest(games=10), tested=1, pairs=24), play)
    assert tests
    assert min([each.first for trial in tests for each in trial]) == 10


def test_the_test_stops_when_no_card_can_be_outside_of_the_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    def even(_trial: Trial, _known: Count, _play: object, told: Callable[[int], None]) -> Difference:
        told(TRIED)
        return Difference(number=TRIED)

    monkeypatch.setattr(Trial, "measured", even)
    told: list[tuple[int, int]] = []
    plan = Plan(contest=contest(games=20), tested=6, pairs=1_000)
    study(plan, play, lambda *done: told.append(done))
    assert told[-1][0] < plan.matches / 4


def test_a_named_card_is_compared_with_others_of_its_kind_and_in_its_place() -> None:
    base = contest(games=6)
    number = third(base)
    found = study(Plan(contest=base, tested=0, named=(number,), pairs=12), play)
    assert (found.worth[number].pairs, found.replaced[number].pairs) == (12, 12)
    assert report_of(found).replaced[number].pairs == 12


def test_without_comparable_cards_another_card_takes_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(GAMES["overcross"].cards), "doing_as", lambda *_: None)
    given = read_options(GAMES["overcross"].rules, {}, 2)
    base = contest("overcross", entrants=tuple(ready_entrants("overcross", given))[:2], games=2)
    number = brought(base, base.entrants[0])[0][0]
    trial = judging(base, number, 3)
    assert trial is not None
    assert trial.changed != {key: key for key in trial.changed}


THREE_COURTS = ("paper-court", "union-rules", "moderation-queue")


def test_a_card_of_overcross_does_what_others_of_its_rank_and_cost_do_and_keeps_its_own_costs() -> None:
    base = contest("overcross", entrants=THREE_COURTS, games=2)
    cards = GAMES["overcross"].cards.library.at(base.pool).cards
    trial = with_other_effects(base, "CST-61", 12)
    assert trial is not None
    for each in trial.contests:
        pool = GAMES["overcross"].rules.cards_of(each.played_with)
        there = GAMES["overcross"].cards.library.at(pool).cards["CST-61"]
        card, other = cards["CST-61"], cards[each.instead[1]]
        assert there.abilities == other.abilities
        assert (there.name, there.deck, there.play) == (card.name, card.deck, card.play)
        assert abs(other.play - card.play) <= 1


def test_a_card_is_judged_in_every_deck_that_can_have_it() -> None:
    base = contest("overcross", entrants=THREE_COURTS, games=2)
    building, wide = GAMES["overcross"].decks, with_every_holder(base, "CST-61")
    given = {key: deck for key, deck in wide.made.items() if key not in base.made}
    assert set(given) == {"paper-court with CST-61", "union-rules with CST-61"}
    for deck in given.values():
        assert dict(deck.entries)["CST-61"] >= 1
        assert building.faults(deck.entries, base.pool, base.options) == ()
    assert ("paper-court with CST-61", "union-rules") in wide.line_ups
    assert not [one for one in wide.line_ups if "moderation-queue" in one and "with" in " ".join(one)]
    trial = judging(base, "CST-61", 24)
    assert trial is not None
    assert set(trial.changed) == {"moderation-queue", *given}
    lonely = with_every_holder(contest(), "CHO-01")
    assert lonely.entrants == TWO, "no Character of a lineage goes into a deck without that lineage"


def test_a_finding_names_the_decks_with_the_card_not_their_opponents() -> None:
    number = next(number for number, _ in brought(contest(), "windfall") if number.startswith("ORC"))
    strong = Difference(number=400, total=120.0, squares=130.0)
    *_, card = found = findings(contest(), counted(windfall=280), {number: strong})
    assert {each.about for each in found} == {"windfall", number}, "overdue is the victim"
    assert (card.kind, card.about, card.decks) == ("card-strong", number, ("windfall",))
    assert sentence(card, "arclash", POOL).endswith("It is in Windfall.")
    harmful = Difference(number=400, total=-120.0, squares=130.0)
    *_, card = found = findings(contest(), counted(windfall=120), {number: harmful})
    assert {each.about for each in found} <= {"windfall", number}, "overdue wins by it"
    assert (card.kind, card.decks) == ("card-weak", ("windfall",))


def test_the_text_says_whether_two_figures_differ() -> None:
    even, more = Difference(number=400, total=2.0, squares=100.0), Difference(400, 120.0, 130.0)
    assert difference(even) == "no significant difference in 400 pairs of matches (± 5%)"
    assert difference(more) == "30% more wins (± 5%); that is more than chance"
    assert of_times(Tally(400, 240.0), Tally(400, 190.0)) == (
        "played 12% more often (± 7%); that is more than chance"
    )
    assert of_times(Tally(40, 22.0), Tally(40, 19.0)).startswith("played as often as before")


def test_the_result_of_a_custom_card_is_one_line_in_both_languages() -> None:
    line = CardLine(
        held=100, played=20, times=20, drawn=60, playable=50, stuck=40, rate=0.45, lift=0, drawn_lift=0
    )
    told = card_line("ORC-08", line, "arclash", POOL)
    assert told == ("Grandmother Quince (ORC-08): drawn 60%, payable 50%, played 20%; won then 45% of 20")
    unpaid = card_line("ORC-08", replace(line, played=0, playable=0), "arclash", POOL)
    assert unpaid.endswith("drawn in 60% of matches, could never be played")
    with speaking(language("de")):
        german = [card_line("ORC-08", replace(line, played=played), "arclash", POOL) for played in (20, 0)]
        assert "gezogen" in german[0] and "nie gespielt" in german[1]  # noqa: PT018


def brought(base: Contest, key: str):
    deck = base.loadouts()[key]
    assert isinstance(deck, Deck)
    return deck.entries


def test_two_versions_of_the_cards_are_compared_match_by_match() -> None:
    old = contest(games=8)
    new = contest(games=8, options=powered(old)(999))
    assert cards_of(new)[third(old)].power == 999
    differences = compared(played(play, new), played(play, old))
    assert set(differences) == set(TWO)
    assert differences["windfall"].mean == pytest.approx(-differences["overdue"].mean)
    assert {one.mean for one in compared(played(play, old), played(play, old)).values()} == {0}


def powered(base: Contest) -> Callable[[int], object]:
    """Return the options of matches in which a card has another power."""

    def learn(power: int) -> object:
        pool = with_number("arclash", ARCLASH.cards.library.at(base.pool), third(base), "power", power)
        return read_options(ARCLASH.rules, {"cards": pool.hash}, 2)

    return learn


def test_the_search_for_a_number_begins_with_the_current_one_and_ends_with_the_best() -> None:
    base = contest(games=4)
    tries = list(tuned(base, third(base), 6, powered(base), play, 300, range(1000)))
    assert tries[0].value == 300
    assert all(tried.value % 25 == 0 for tried in tries)
    assert abs(tries[-1].worth.mean) == min(abs(tried.worth.mean) for tried in tries)


def test_the_search_keeps_to_the_range_of_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    base = contest(games=4)
    possible = numbers_of(cards_of(base)[third(base)])["power"]
    assert possible == range(1000)
    monkeypatch.setattr(changes, "_worth", lambda *_: Difference(number=4, total=-4.0))
    values = [tried.value for tried in tuned(base, third(base), 6, powered(base), play, 900, possible)]
    assert values[0] == 900
    assert max(values) <= 999


def test_matches_of_which_none_ends_make_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contests, "MOST_ACTIONS", 5)
    with pytest.raises(NothingEnded, match="None of these matches came to its end"):
        study(Plan(contest=contest(games=4)), play)


def test_cards_in_no_ready_made_deck_get_their_own_decks() -> None:
    building = ARCLASH.decks
    ready = {"windfall": building.ready(POOL)["windfall"].entries}
    held = dict(ready["windfall"])
    own = [number for number in building.cards(POOL) if number.startswith("STO") and number not in held]
    made = made_decks(building, POOL, OPTIONS, own, ready)
    covered = {number for deck in made.values() for number, _ in deck.entries}
    assert len(covered & set(own)) > len(own) / 2
    assert all(building.faults(deck.entries, POOL) == () for deck in made.values())


def test_in_a_report_on_some_cards_their_decks_meet_all_others() -> None:
    own = {number for number in ARCLASH.decks.cards(POOL) if number.startswith("FOX")}
    plan = plan_for("arclash", POOL, own, 600)
    holders = {
        key for key, deck in ready_entrants("arclash", OPTIONS).items() if own & set(dict(deck.entries))
    }
    assert all(holders & set(line_up) for line_up in plan.contest.line_ups)
    assert plan.matches <= 700


def test_cards_that_no_deck_holds_are_refused_and_not_the_others_measured() -> None:
    with pytest.raises(NothingToPlay, match="None of these cards can be played in the lab"):
        plan_for("arclash", POOL, {"NONE-01"}, 600)


# Findings


def counted(cards: dict[str, CardCount] | None = None, windfall: int = 200, first: int = 200) -> Count:
    """Return the counts of 400 matches, from the wins of Windfall and of the first seat."""
    keyed = {("windfall", number): card for number, card in (cards or {}).items()}
    seats = {0: Tally(400, first), 1: Tally(400, 400 - first)}
    won, lost = Tally(400, windfall), Tally(400, 400 - windfall)
    entrants, against = {"windfall": won, "overdue": lost}, {TWO: won, TWO[::-1]: lost}
    return Count(matches=400, turns=[7], seats=seats, entrants=entrants, cards=keyed, against=against)


def kinds(count: Count, worth: dict[str, Difference] | None = None) -> dict[str, str]:
    return {found.about: found.kind for found in findings(contest(), count, worth or {})}


def test_a_deck_or_seat_is_reported_only_if_it_surely_wins_too_much() -> None:
    assert kinds(counted()) == {}, "all is even"
    assert kinds(counted(first=240)) == {"1": "seat"}
    count = counted()
    count.entrants |= {"windfall": Tally(400, 280.0), "overdue": Tally(400, 120.0)}
    assert kinds(count) == {"windfall": "too-strong", "overdue": "too-weak"}
    count.entrants |= {"windfall": Tally(20, 13.0), "overdue": Tally(20, 7.0)}
    assert kinds(count) == {}


def test_cards_never_played_and_cards_that_cannot_be_played() -> None:
    known = ARCLASH.decks.cards(POOL)
    numbers = sorted(
        [number for number, _ in brought(contest(), "windfall")], key=lambda each: known[each].rank
    )
    numbers = [*numbers[::4], *[number for number in numbers if number not in numbers[::4]]]
    dead, stuck, rare = numbers[:3]
    count = counted({
        dead: CardCount(drawn=60, playable=20, stuck=60), stuck: CardCount(drawn=60, stuck=60),
        rare: CardCount(drawn=4, stuck=4),
    })  # fmt: skip
    for number in numbers[3:]:
        count.cards["windfall", number] = CardCount(drawn=60, playable=60, times=60, played=Tally(60, 30.0))
    hardly = CardCount(drawn=60, playable=60, times=1, stuck=59, played=Tally(1, 1.0))
    count.cards["windfall", numbers[3]] = hardly
    assert kinds(count) == {numbers[0]: "dead", numbers[1]: "unpayable", numbers[3]: "dead"}
    count.cards["windfall", numbers[3]].played.join(Tally(19, 1.0))
    assert kinds(count) == {numbers[0]: "dead", numbers[1]: "unpayable"}
    rank = known[numbers[3]].rank
    for number in numbers:
        if known[number].rank == rank:
            count.cards["windfall", number] = CardCount(drawn=60, stuck=60)
    assert kinds(count)[f"{numbers[3][:3]} {rank}"] == "rank"


def test_four_matches_make_no_finding() -> None:
    """A deck that wins all four does so by chance in one of sixteen cases."""
    assert not surely_outside(Tally(4, 4.0), 0.4, 0.6, 2)
    assert surely_outside(Tally(40, 36.0), 0.4, 0.6, 2)


def test_squads_and_decks_have_their_names_and_generated_ones_their_keys() -> None:
    assert called("storm", "papyrus", None) == "Confetti Storm"
    assert called("windfall", "arclash", POOL) == "Windfall"
    assert called("windfall without FOX-01, 1", "arclash", POOL) == "windfall without FOX-01, 1"


def test_with_more_candidates_the_margin_is_larger() -> None:
    """Of fifty fair cards two or three exceed their own margin by chance; none is reported."""
    assert Tally(400, 200.0).margin(50) > 1.6 * Tally(400, 200.0).error
    lucky = Difference(number=200, total=32.0, squares=60.0)
    assert kinds(counted(), {"ORC-01": lucky}) == {"ORC-01": "card-strong"}
    assert kinds(counted(), {f"ORC-{number:02}": lucky for number in range(1, 51)}) == {}


def test_a_card_that_makes_a_deck_win_is_found_only_by_the_paired_test() -> None:
    strong, fair = Difference(), Difference()
    for number in range(400):
        strong.add(1.0 if number % 5 == 0 else 0.0)
        fair.add((-1.0, 1.0)[number % 2] if number % 5 == 0 else 0.0)
    assert kinds(counted(), {"ORC-01": strong, "ORC-02": fair}) == {"ORC-01": "card-strong"}


def test_a_short_test_takes_all_line_ups_in_turn() -> None:
    base = contest(entrants=("windfall", "overdue", "three-cups", "night-round"), games=1)
    number = third(base)
    met = set[tuple[str, ...]]()
    first = 0
    for _ in range(4):
        trial = with_other_effects(base, number, 6, first)
        assert trial is not None
        met |= {line_up for each in trial.contests for line_up in each.line_ups}
        first = trial.end
    assert met == {line_up for line_up in base.line_ups if "windfall" in line_up}


QUINCE = "Grandmother Quince (ORC-08)"
SAID = [
    (LabFinding("too-strong", "windfall", 0.66, 0.04), "Windfall wins too much: 66% (± 4%).", "gewinnt"),
    (
        LabFinding("card-strong", "ORC-08", 0.22, 0.05),
        " is too strong: 22% more wins than with others of its kind (± 5%).",
        "22",
    ),
    (LabFinding("seat", "1", 0.6, 0.04), "Seat 1 wins 60% (± 4%): more than its share.", "Platz 1"),
    (LabFinding("seat-low", "3", 0.01, 0.01), "Seat 3 wins 1% (± 1%): less than its share.", "Platz 3"),
    (
        LabFinding("seat-low", "1 3", 0.2, 0.01),
        "Seats 1 and 3 win 20% (± 1%): less than their share.",
        "Plätze 1 und 3",
    ),
    (
        LabFinding("rank", "ORC Level 3", 60),
        "Level 3 of ORC: no card of it is ever played; one was in hand in 60 matches.",
        "60",
    ),
    (LabFinding("endless", "", 1), "1 match did not end.", "1"),
    (
        LabFinding("card-harmful", "ORC-08", 0.875, 0.1, beside=24),
        " harms its player: 88% of 24 plays cost its own side something and gained nothing.",
        " schadet",
    ),
    (
        LabFinding("card-kills", "ORC-08", 19.8, 6.3, ("windfall",), 3),
        " kills too much: enemies of 19.8 points in a play (± 6.3), and it costs 3. It is in Windfall.",
        " tötet zu viel",
    ),
    (
        LabFinding("card-hits", "ORC-08", 3.41, 0.3, beside=1.82),
        " hits too hard: 3.4 damage for each copy drawn (± 0.3). The best other of its sort does 1.8.",
        "3,4 Schaden",
    ),
    (
        LabFinding("dead", "ORC-08", 40, beside=39),
        " is hardly ever played: in hand in 40 matches, it could be played in 39.",
        "39 spielbar",
    ),
]


@pytest.mark.parametrize(("finding", "english", "german"), SAID, ids=[each.kind for each, *_ in SAID])
def test_findings_are_in_both_languages(finding: LabFinding, english: str, german: str) -> None:
    assert sentence(finding, "arclash", POOL).removeprefix(QUINCE) == english
    with speaking(language("de")):
        told = sentence(finding, "arclash", POOL)
    assert german in told != english
    assert "{" not in told
