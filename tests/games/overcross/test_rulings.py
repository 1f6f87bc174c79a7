"""Further rulings found with prepared positions (OVC-09, OVC-38 to OVC-46)."""

from __future__ import annotations

import msgspec

from bot.engine.cards.game import PoolLibrary
from bot.engine.contract import Outcome, Resign
from bot.engine.facts import MatchOver
from bot.engine.grid import grid_of, squares_of
from bot.engine.options import choosable
from bot.engine.positions import ScriptedStream
from bot.games.overcross.rules import actions, facts
from bot.games.overcross.rules.changing import Doing
from bot.games.overcross.rules.field import Memory
from bot.games.overcross.rules.geometry import beside_middle, near_half, zone_of
from bot.games.overcross.rules.options import Options
from bot.games.overcross.rules.table import Table
from bot.games.overcross.rules.view import SEAT_CARDS, play_limit
from bot.games.overcross.wording.wording import OvercrossWording
from bot.matches.options import offered_options
from tests.games.overcross.chance import POOL, RULES
from tests.games.overcross.laid_out import Match

REGULAR = "Forum Regular"
GRID = grid_of(11, 11)
WORDING = OvercrossWording(PoolLibrary(POOL))


def asked_about_xi(rulings, **options):
    """Seat 2 of three kills seat 1's XI and seat 3's Character, and seat 1 is asked for XI's price."""
    match = Match(seats=3, rulings=rulings, **options)
    match.state.current = 1
    xi = match.put(1, "XI", "F5", 4)
    match.put(3, REGULAR, "F6", 4)
    match.put(1, REGULAR, "A2")
    match.hold(1, "Bog")
    war = match.hold(2, "Flame War")
    match.play(war).answer(xi)
    assert (match.state.program.question.seat, match.state.program.question.kind) == (0, "may")
    return match, xi


def resigns(match, seat):
    return [event.public for event in RULES.apply(match.state, seat - 1, Resign(), match.rng)]


def test_ovc_37_a_resignation_does_not_undo_a_death_about_which_a_card_still_asks():
    """Whatever the answer, the kill counts (XI); running matches go on as they were opened."""
    for rulings, kills in ((4, 9), (3, 3), (2, 3), (msgspec.UNSET, 3)):
        match, xi = asked_about_xi(rulings)
        told = [(each.card, each.credit) for each in resigns(match, 1) if isinstance(each, facts.Died)]
        assert told == ([(xi, 1)] if rulings == 4 else [])
        assert (match.state.sides[1].kills, match.state.sides[1].points) == (kills, kills)
        assert (match.state.outcome, match.state.phase) == (None, "cards")
    match, _ = asked_about_xi(4)
    resigns(match, 3)
    assert match.state.program.question.seat == 0, "another's resignation leaves the question open"
    match.answer(0)
    assert match.state.sides[1].kills == 9


def test_ovc_37_after_a_resignation_all_deaths_are_still_looked_at():
    """What looks waited under the name of the seat that resigned, and was left out."""
    for rulings, ends in ((4, True), (3, False)):
        match, _ = asked_about_xi(rulings)
        match.state.options = msgspec.structs.replace(match.state.options, score=3)
        resigns(match, 1)
        assert (match.state.outcome is not None and match.state.outcome.winners == (1,)) is ends


def test_ovc_37_the_kill_counts_in_the_result_of_two():
    for rulings, scores in ((4, (0, 6)), (3, (0, 0))):
        match = Match(rulings=rulings)
        match.state.current = 1
        xi = match.put(1, "XI", "F5", 5)
        match.hold(1, "Bog")
        match.play(match.hold(2, "Flame War")).answer(xi)
        resigns(match, 1)
        assert match.state.outcome == Outcome((1,), scores, "Everybody else is out")


def test_ovc_16_who_bears_a_text_that_acts_after_its_action_moves_in_one_go():
    """The text has its moment after the action, so the action is over; without one the rest can be moved."""
    for artist, used, rest in ((False, False, True), (True, False, False), (True, True, True)):
        match = Match()
        walker = match.put(1, REGULAR, "F3")
        if artist:
            edit = match.attach(1, "Guest Artist", walker)
        if used:
            match.state.used = ((edit, 0),)
        match.move(walker, "F4")
        assert ("F6" in match.moves(walker)) is rest
        assert match.state.program.question is None, "nobody is adjacent"


def test_a_text_of_the_killer_comes_before_the_end_of_the_match():
    """A card drawn for the kill that wins is drawn (DECISIONS 21)."""
    match = Match(rulings=4)
    match.state.options = msgspec.structs.replace(match.state.options, score=5)
    artist = match.put(1, "Webcomic Artist, Overdue", "F3")
    match.put(2, "XI", "F5", 5)
    match.attack(artist, "F5", 1, 6)
    assert match.state.outcome.winners == (0,)
    assert len(match.state.hands[0]) == 1


def test_ovc_38_a_characters_own_text_comes_before_edits_of_other_seats():
    match = Match()
    server = match.put(1, "The Last Server", "F3", 3)
    match.attach(2, "Writer's Block", server)
    match.hold(1, "Bog")

    match.turns(2)

    assert match.state.program.question is not None, "the Block asks"
    assert match.counters(server) == 2, "its text came first"


def test_ovc_39_the_zone_of_a_seat_that_is_out_is_closed_to_every_kind_of_deploying():
    match = Match(seats=3)
    match.put(1, "Admiral of Nothing", "F5")
    goblin, event = match.hold(1, "First-Post Goblin", "Crossover")
    match.state.sides = (*match.state.sides[:2], type(match.state.sides[2])(out="resigned"))
    closed = {match.grid.name(square) for square in range(121) if match.queries.zone(2) >> square & 1}

    assert "A2" in closed
    assert "B2" in match.plays(goblin), "by the Goblin and the Admiral"
    assert not closed & match.plays(goblin)

    match.play(event)

    assert "B5" in match.plays(goblin)
    assert not closed & match.plays(goblin)


def test_ovc_40_an_ability_of_an_edit_is_no_special():
    match = Match()
    painter = match.put(1, "Fan-Art Painter", "F3", 3)
    match.put(1, REGULAR, "F4", 2)
    mug = match.attach(1, "Healing Mug", painter)
    match.attach(2, "Writer's Block", painter)

    assert not match.uses(painter), "its own special"
    assert match.uses(mug)


def test_ovc_41_no_move_is_offered_beyond_a_trapdoor_except_to_immovable_characters():
    match = Match(width=7, height=7)
    for square in ("A2", "B2", "C2", "E2", "F2", "G2"):
        match.lay(2, "Wall", square)
    walker, king = match.put(1, REGULAR, "D1"), match.put(1, "The Unwritten King", "E1")
    match.lay(2, "Trapdoor", "D2")

    assert "D2" in match.moves(walker)
    assert not {"C3", "D3", "E3"} & match.moves(walker)
    assert match.refusal(actions.Move(walker, match.grid.parse("D3"))).startswith(
        "Forum Regular cannot come to D3: Trapdoor stops it on the way."
    )
    assert match.move(king, "D3").at(king) == "D3"


def test_ovc_41_no_move_is_offered_beyond_lethal_lava():
    match = Match(width=7, height=13)
    walker = match.put(1, "Escape-Pod Pilot", "D1", 5)
    for centre in ("B5", "E5", "G4"):
        match.lay(2, "Lava" if centre != "G4" else "Wall", centre)

    assert "D4" in match.moves(walker), "where it dies"
    assert not {"D5", "D6", "D7"} & match.moves(walker)
    match.harm(walker, 4)
    assert {"D5", "D6"} <= match.moves(walker)


def test_ovc_41_two_lavas_kill_where_one_does_not():
    match = Match(width=7, height=13)
    walker = match.put(1, "Escape-Pod Pilot", "D3", 4)
    for centre in ("B5", "E5", "B8", "E8"):
        match.lay(2, "Lava", centre)
    match.lay(2, "Wall", "G5")
    match.lay(2, "Wall", "G8")

    assert {"D6", "D7"} <= match.moves(walker)
    assert "D8" not in match.moves(walker)
    assert not match.move(walker, "D7").here(walker), "in the second, where it dies"


def test_ovc_42_the_first_seat_has_half_of_the_play_limit_in_its_first_turn():
    match = Match(in_round=1, opening="half")

    assert [play_limit(match.state, seat) for seat in (0, 1)] == [0, 1]
    match.turns(2)
    assert play_limit(match.state, 0) == 2


def test_ovc_42_or_every_other_seat_draws_one_card_more_before_its_first_turn():
    rng = ScriptedStream((6, 1, 2), then_by_chance=True)
    state = RULES.setup(Options(objective="invasion", opening="card"), 3, rng)
    for seat in range(3):
        while not state.ready[seat] and state.phase == "decks":
            RULES.apply(state, seat, RULES.legal(state, seat)[-1], rng)

    RULES.apply(state, 0, actions.Begin("first"), rng)
    for seat in range(3):
        RULES.apply(state, seat, actions.Keep(), rng)

    assert [len(hand) for hand in state.hands] == [6, 6, 6], "the first seat by the draw of its turn"
    RULES.apply(state, 0, actions.EndTurn(), rng)
    assert len(state.hands[1]) == 7


def test_ovc_43_the_summary_of_an_assassination_has_counters_and_kills_only_if_they_decided():
    match = Match(objective="assassination")
    match.state.chosen = (("CST-15",), ("CST-23",))
    leader = SEAT_CARDS + len(match.state.lists[1])
    told = [
        facts.RoundBegan(1),
        facts.Harmed(leader, 3, 3, 0),
        facts.Died(0, 0, 1, 5, "discard"),
        facts.RoundBegan(2),
        facts.Healed(leader, 1, 2, leader),
    ]
    view, names = RULES.view(match.state, None), ["Ann", "Ben"]

    chart = WORDING.summary(told, view, names).chart

    assert chart.title == "Counters on those who must not die"
    assert [curve.values for curve in chart.curves] == [(0, 0, 0), (0, 3, 2)]
    ended = MatchOver(Outcome((0,), (3, 9), "The last Leader alive"))
    level = MatchOver(Outcome((), (9, 9), "Even the kills are level: a draw"))
    assert "kills" not in WORDING.describe(ended, view, names)
    assert "Deck cost of the kills: ● 9, ■ 9." in WORDING.describe(level, view, names)


def test_ovc_27_a_death_match_of_small_decks_is_offered_with_fewer_points():
    def score(**said):
        return offered_options(RULES, {"objective": "deathmatch", **said}, 2).score

    assert [score(points=points) for points in (30, 49, 50, 100)] == [10, 10, 20, 20]
    assert score(points=30, score=25) == 25, "what is said holds"
    assert RULES.normalize(Options(objective="deathmatch", points=30), 2).score == 20
    assert offered_options(RULES, {"objective": "invasion", "points": 30}, 2).score == 10


def test_ovc_42_the_first_seat_has_a_handicap_where_it_would_win_more_than_55_percent():
    def opening(**said):
        return offered_options(RULES, said, 2).opening

    assert [opening(objective=each) for each in ("assassination", "invasion")] == ["card", "half"]
    assert [opening(objective=each) for each in ("summoning", "flag")] == ["plain", "plain"]
    assert opening(objective="deathmatch") == "card"
    assert opening(opening="plain") == "plain", "what is said holds"
    assert RULES.normalize(Options(), 2).opening == "plain"


def test_ovc_09_the_acting_seats_own_text_comes_before_an_enemys_edit_that_it_carries_out():
    """A kill is credited to what happens first, for both seats alike; former matches go by card number."""
    for rulings in (msgspec.UNSET, 2):
        for seat in (1, 2):
            match = Match(rulings=rulings)
            match.state.current = seat - 1
            bearer = match.put(seat, REGULAR, "F5")
            edit = match.attach(3 - seat, "Writer's Block", bearer)
            table = Table(match.state, POOL, match.rng, Memory())
            text, block = [(card, seat - 1, Doing(then=()), ()) for card in (bearer, edit)]
            own_first = seat == 1 or rulings == 2
            assert table.in_order([block, text]) == ([text, block] if own_first else [block, text])


def test_ovc_44_a_champion_beside_a_leader_stands_on_the_next_square_clockwise():
    def begins(rulings):
        options = Options(zones="corners", rulings=rulings)
        return [GRID.name(beside_middle(options, seat)) for seat in range(3)]

    assert begins(2) == ["J1", "K10", "A7"]
    assert begins(msgspec.UNSET) == ["J1", "J11", "A7"], "matches that were opened before"


def test_ovc_45_with_corners_crossover_reaches_what_is_nearer_the_own_zone_than_any_other():
    for seat in range(3):
        options = Options(zones="corners", rulings=2)
        own, others = zone_of(options, seat), [zone_of(options, each) for each in range(3) if each != seat]
        near = near_half(options, seat, 3)
        for square in range(121):
            assert bool(near >> square & 1) == (
                away(square, own) < min(away(square, zone) for zone in others)
            )
    match = Match(seats=3, zones="corners", rulings=2)
    event, regular = match.hold(1, "Crossover", REGULAR)
    far = match.play(event).plays(regular)
    assert {"K1", "F4", "I4", "K5"} <= far
    assert not {"A1", "C3", "H5", "K7"} & far, "as near to another zone, or nearer"
    former = Match(seats=3, zones="corners", rulings=msgspec.UNSET)
    event, regular = former.hold(1, "Crossover", REGULAR)
    assert {"A1", "C3"} <= former.play(event).plays(regular), "matches that were opened before"


def away(square: int, zone: int) -> int:
    return min(GRID.chebyshev(square, each) for each in squares_of(zone))


def test_ovc_46_emergency_teleport_does_not_lead_into_the_zone_of_a_seat_that_is_out():
    for rulings in (msgspec.UNSET, 2):
        match = Match(seats=3, rulings=rulings)
        friend, card = match.put(1, REGULAR, "D5"), match.hold(1, "Emergency Teleport")
        match.state.sides = (*match.state.sides[:2], type(match.state.sides[2])(out="resigned"))
        match.play(card).answer(friend)
        assert "B5" in match.asked()
        assert ("A5" in match.asked()) is (rulings != 2), "former matches keep what they had"


def test_matches_are_opened_under_the_newest_rulings_and_stored_ones_keep_theirs():
    assert offered_options(RULES, {}, 3).rulings == 4
    stored = msgspec.json.decode(msgspec.json.encode(offered_options(RULES, {}, 3)))
    assert stored.pop("rulings") == 4
    former = msgspec.convert(stored, Options)
    assert RULES.setup(former, 3, ScriptedStream()).options.rulings is msgspec.UNSET
    assert "rulings" not in [field.name for field in choosable(Options)], "nobody is asked for it"
