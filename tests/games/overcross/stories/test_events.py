"""A story for each shipped Event of Overcross (OVC-30, OVC-34)."""

from __future__ import annotations

from bot.games.overcross.rules import facts
from tests.games.overcross.laid_out import Match

MISS, HIT = 6, 1
UNSAVED = 6
REGULAR, KNIGHT = "Forum Regular", "Mild-Mannered Knight"


def test_cst_58_i_am_outraged():
    match = Match()
    regular, enemy = match.put(1, REGULAR, "F5"), match.put(2, KNIGHT, "F6")
    card = match.hold(1, "I AM OUTRAGED!")
    match.play(card)
    assert match.asked() == {regular}
    match.answer(regular).attack(regular, "F6", 4, UNSAVED)
    assert match.counters(enemy) == 4
    assert match.discard(1) == (card,)
    match.turns(2)
    assert [match.stat(regular, stat) for stat in ("dmg", "acc")] == [2, 4]


def test_cst_59_bump_the_thread():
    match = Match()
    card = match.hold(1, "Bump the Thread")
    match.play(card)
    assert len(match.hand(1)) == 2
    assert [len(fact.cards) for fact in match.facts_told(facts.Drew, 1)] == [2]


def test_cst_60_flame_war():
    match = Match()
    chosen, friend = match.put(2, KNIGHT, "F5", 4), match.put(1, REGULAR, "E4")
    enemy = match.put(2, "XI", "G6", 4)
    far, card = match.put(2, REGULAR, "F7"), match.hold(1, "Flame War")
    match.play(card)
    assert match.asked() == {chosen, friend, enemy, far}
    match.answer(chosen)
    assert match.counters(friend) == 2
    assert match.counters(far) == 0
    assert not match.here(chosen)
    assert not match.here(enemy), "all at once"
    assert match.state.sides[0].points == 6 + 6, "kills by an event score for its owner (OVC-27)"


def test_cst_61_banhammer():
    match = Match()
    card = match.hold(1, "Banhammer")
    assert match.plays(card) == set(), "nothing to destroy (OVC-34)"
    regular = match.put(2, REGULAR, "F5")
    club, wall = match.attach(2, "Fan Club", regular), match.lay(1, "Wall", "B5")
    match.play(card)
    assert match.asked() == {club, wall}
    match.answer(club)
    assert match.discard(2) == (club,)
    other = match.hold(1, "Banhammer")
    match.play(other).answer(wall)
    assert match.state.terrains == ()


def test_cst_62_back_by_popular_demand():
    match = Match()
    knight, regular, _ = match.discarded(1, KNIGHT, REGULAR, "Wall")
    match.put(1, REGULAR, "F5")
    card = match.hold(1, "Back by Popular Demand")
    match.play(card)
    assert match.asked() == {knight}, "OVC-11 holds: no second Regular"
    match.answer(knight)
    assert match.asked() == {f"{column}1" for column in "ABCDEFGHIJK"}
    match.answer("C1")
    assert match.at(knight) == "C1"
    assert match.state.spent == 4, "for the Event alone"
    assert match.discard(1) == (regular, match.discard(1)[1], card)


def test_cst_62_back_by_popular_demand_needs_a_character_and_a_square():
    match = Match()
    card = match.hold(1, "Back by Popular Demand")
    assert match.plays(card) == set()
    match.discarded(1, KNIGHT)
    assert match.plays(card) == {""}
    for column in "ABCDEFGHIJK":
        match.put(2, REGULAR, f"{column}1")
    assert match.plays(card) == set()


def test_cst_63_reprint():
    match = Match()
    card = match.hold(1, "Reprint")
    assert match.plays(card) == set(), "the pile is empty"
    first, second = match.discarded(1, KNIGHT, "Wall")
    match.play(card)
    assert match.asked() == {first, second}, "other than this"
    match.answer(second, first)
    assert match.hand(1) == (second, first)
    assert match.discard(1) == (card,)
    one = Match()
    card, first, _ = one.hold(1, "Reprint"), *one.discarded(1, KNIGHT, "Wall")
    one.play(card).answer(first, "no more")
    assert one.hand(1) == (first,)


def test_cst_64_crossover():
    match = Match()
    card, knight, regular = match.hold(1, "Crossover", KNIGHT, REGULAR)
    match.play(card)
    assert len(match.plays(knight)) == 55, "five rows of eleven: nearer than the middle line"
    match.play(knight, "F5")
    assert match.at(knight) == "F5"
    assert len(match.plays(regular)) == 11, "the next one alone"
    later = Match()
    card, knight = later.hold(1, "Crossover", KNIGHT)
    later.play(card).turns(2)
    assert len(later.plays(knight)) == 11, "this turn"


def test_cst_65_deadline():
    match = Match()
    enemy, card = match.put(2, REGULAR, "F5"), match.hold(1, "Deadline")
    match.put(1, KNIGHT, "B2")
    match.play(card)
    assert match.asked() == {enemy}
    match.answer(enemy).end()
    assert not match.acts(enemy)
    match.turns(2)
    assert match.moves(enemy) != set(), "in its player's next turn alone"


def test_cst_66_wind_machine():
    match = Match()
    enemy, friend = match.put(2, REGULAR, "F5"), match.put(1, KNIGHT, "F8")
    card = match.hold(1, "Wind Machine")
    match.play(card)
    assert match.asked() == {enemy, friend}
    match.answer(enemy)
    assert match.asked() == {"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
    match.answer("N")
    assert match.at(enemy) == "F7", "it stops before a Character (OVC-33)"
    match.lay(1, "Lava", "I4")
    match.play(match.hold(1, "Wind Machine")).answer(enemy, "SE")
    assert match.at(enemy) == "I4"
    assert match.counters(enemy) == 1, "every square is entered"
    assert match.facts_told(facts.Moved)[0].pushed


def test_cst_67_emergency_teleport():
    match = Match()
    friend, card = match.put(1, REGULAR, "F4"), match.hold(1, "Emergency Teleport")
    match.put(2, KNIGHT, "F9")
    match.lay(2, "Wall", "A4")
    match.play(card).answer(friend)
    assert {"K9", "A9", "F2", "E4"} <= match.asked()
    assert {"F9", "F1", "F10", "A4"} & match.asked() == set(), "free, within 5, in no deploy zone"
    match.answer("K9")
    assert match.at(friend) == "K9"


def test_cst_68_genre_purge():
    match = Match()
    card = match.hold(1, "Genre Purge")
    assert match.plays(card) == set(), "nobody is Fantasy"
    own, enemy, other = match.put(1, KNIGHT, "F5"), match.put(2, KNIGHT, "F6", 5), match.put(2, REGULAR, "F7")
    match.play(card)
    assert match.counters(own) == 1
    assert not match.here(enemy)
    assert match.counters(other) == 0


def test_cst_69_dragon_week():
    match = Match()
    knight, regular = match.put(1, KNIGHT, "F5"), match.put(1, REGULAR, "G5")
    enemy, card = match.put(2, "Landlady", "F6"), match.hold(1, "Dragon Week")
    gnome = match.hold(1, "Traveling Gnome")
    match.play(card).play(gnome, "A1")
    assert [match.stat(each, "dmg") for each in (knight, regular, gnome)] == [4, 2, 3], "who is Fantasy then"
    match.attack(knight, "F6", HIT, UNSAVED)
    assert match.counters(enemy) == 4
    match.end()
    assert match.stat(knight, "dmg") == 3


def test_cst_70_spoiler():
    match = Match()
    card, held = match.hold(1, "Spoiler"), match.hold(2, "Wall", "Deadline", KNIGHT)
    match.play(card)
    question = match.state.program.question
    assert question is not None
    assert (question.options, question.looking) == ((held[1],), tuple(sorted(held)))
    match.answer(held[1])
    assert match.discard(2) == (held[1],)


def test_cst_70_spoiler_finds_no_event():
    match = Match()
    card, held = match.hold(1, "Spoiler"), match.hold(2, "Wall", KNIGHT)
    match.play(card).answer("no more")
    assert match.hand(2) == held


def test_cst_71_second_wind():
    match = Match()
    card = match.hold(1, "Second Wind")
    assert match.plays(card) == set()
    friend = match.put(1, REGULAR, "F5", 4)
    match.put(2, KNIGHT, "F6", 4)
    match.play(card)
    assert match.asked() == {friend}
    match.answer(friend)
    assert match.counters(friend) == 1
