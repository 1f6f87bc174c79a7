"""A story for each shipped Character of Overcross (OVC-30): the effects of its attacks and its text."""

from __future__ import annotations

from bot.games.overcross.rules import actions, facts
from tests.games.overcross.laid_out import Match

MISS, HIT = 6, 1
SAVED, UNSAVED = 1, 6
DUMMY = "Forum Regular"


def beaten(name: str, at: str, way: int = 0, *, beyond: str = "") -> int:
    """Return the counters of a hit without a save; a Character beyond the reach cannot be attacked."""
    match = Match()
    fighter, target = match.put(1, name, "F5"), match.put(2, DUMMY, at)
    if beyond:
        match.put(2, DUMMY, beyond)
        ways = [each for each in match.legal(0) if isinstance(each, actions.Attack) and each.way == way]
        assert [match.grid.name(each.at) for each in ways] == [at]
    match.attack(fighter, at, HIT, UNSAVED, way=way)
    return match.counters(target)


def test_cst_01_xi():
    assert beaten("XI", "F6", beyond="F7") == 3
    match = Match()
    xi, ogre = match.put(2, "XI", "F6", 5), match.put(1, "Well-Read Ogre", "F5")
    cards = match.hold(2, "Wall", "Bog")
    match.attack(ogre, "F6", HIT, UNSAVED)
    match.answer(1, cards[1])
    assert not match.here(xi)
    assert match.hand(2) == (cards[0], xi)
    assert match.discard(2) == (cards[1],)
    assert match.state.sides[0].points == 6, "the kill counts (OVC-27)"


def test_cst_01_xi_dies_where_her_player_would_rather_not_or_has_no_other_card():
    for held in ((), ("Bog",)):
        match = Match()
        xi, ogre = match.put(2, "XI", "F6", 5), match.put(1, "Well-Read Ogre", "F5")
        match.hold(2, *held)
        match.attack(ogre, "F6", HIT, UNSAVED)
        if held:
            match.answer(0)
        assert match.discard(2) == (xi,)


def test_cst_02_forum_regular():
    assert beaten("Forum Regular", "E4", beyond="F7") == 2
    match = Match()
    regular, other = match.put(1, "Forum Regular", "F5"), match.put(2, DUMMY, "F6")
    match.attack(regular, "F6", 4)
    assert match.counters(other) == 0, "acc 4 misses on a 4 (OVC-18)"


def test_cst_03_lurker():
    assert beaten("Lurker", "F6") == 2
    match = Match()
    officer = match.put(1, "Deck Officer Plume", "F1")
    match.put(2, "Lurker", "F5")
    assert match.attacks(officer) == set(), "more than 3 squares away, though rng is 6"
    assert match.refusal(actions.Attack(officer, match.grid.parse("F5"))) == (
        "Lurker is no target for ranged attacks from 4 squares away, only from 3. "
        "From where it stands it reaches nothing."
    )
    near = Match()
    officer = near.put(1, "Deck Officer Plume", "F2")
    near.put(2, "Lurker", "F5")
    assert near.attacks(officer) == {"F5"}


def test_cst_04_night_shift_moderator():
    assert beaten("Night-Shift Moderator", "F9", beyond="F10") == 2
    match = Match()
    moderator, friend = match.put(1, "Night-Shift Moderator", "F2"), match.put(1, DUMMY, "F6")
    far = match.put(2, DUMMY, "F7")
    review, club = match.attach(2, "Bad Review", friend), match.attach(2, "Fan Club", far)
    match.use(moderator)
    assert match.asked() == {review}, "within 4"
    match.answer(review)
    assert match.discard(2) == (review,)
    assert match.here(club)


def test_cst_05_thread_necromancer():
    assert beaten("Thread Necromancer", "F8", beyond="F9") == 2
    match = Match()
    necromancer = match.put(1, "Thread Necromancer", "F5")
    assert not match.uses(necromancer), "no Character to return"
    barista, _, _ = match.discarded(1, "Barista on Break", "Mild-Mannered Knight", "Wall")
    match.use(necromancer)
    assert match.asked() == {barista}, "a Character of deck cost 4 or less"
    match.answer(barista)
    assert match.hand(1) == (barista,)


def test_cst_06_first_post_goblin():
    assert beaten("First-Post Goblin", "G6") == 2
    match = Match()
    goblin, other = match.hold(1, "First-Post Goblin", DUMMY)
    assert len(match.plays(goblin)) == 22, "the zone and the next row"
    assert len(match.plays(other)) == 11
    match.play(goblin, "F2")
    assert match.at(goblin) == "F2"
    four = Match(seats=4)
    goblin = four.hold(1, "First-Post Goblin")
    assert "A2" not in four.plays(goblin), "that is seat 3's zone"


def test_cst_07_fan_art_painter():
    match = Match()
    painter, near = match.put(1, "Fan-Art Painter", "F5", 2), match.put(1, DUMMY, "F8", 3)
    match.put(1, "XI", "F9", 3)
    match.put(2, DUMMY, "F6", 3)
    match.use(painter)
    assert match.asked() == {near}, "a friend within 3, not the Painter (OVC-34)"
    match.answer(near)
    assert match.counters(near) == 1
    assert match.attacks(painter) == set()
    alone = Match()
    assert not alone.uses(alone.put(1, "Fan-Art Painter", "F5", 2))


def test_cst_08_spoiler_ghost():
    assert beaten("Spoiler Ghost", "F9") == 1
    match = Match()
    ghost = match.hold(1, "Spoiler Ghost")
    held = match.hold(2, "Wall", "Bog")
    match.play(ghost, "A1")
    assert [fact.cards for fact in match.facts_told(facts.LookedAt, 1)] == [held]
    assert [fact.cards for fact in match.facts_told(facts.LookedAt)] == [()], "nobody else sees it (OVC-29)"
    assert not match.facts_told(facts.LookedAt, 2)[0].cards


def test_cst_09_mild_mannered_knight():
    assert beaten("Mild-Mannered Knight", "G5") == 3
    match = Match()
    knight, regular = match.put(2, "Mild-Mannered Knight", "F6"), match.put(1, DUMMY, "F5")
    match.attack(regular, "F6", HIT, 4)
    assert match.counters(knight) == 0, "defense 5 saves on a 4 (OVC-19)"


def test_cst_10_hedge_dragon():
    assert beaten("Hedge Dragon", "F6") == 3
    assert beaten("Hedge Dragon", "F8", 1, beyond="F9") == 3
    match = Match()
    dragon = match.put(1, "Hedge Dragon", "F4")
    match.put(2, DUMMY, "F8")
    match.move(dragon, "F5")
    assert match.attacks(dragon) == set(), "the flame is a full action (OVC-15)"


def test_cst_11_apprentice_of_wrong_spells():
    assert beaten("Apprentice of Wrong Spells", "F10", beyond="F11") == 3
    for die, harm in ((5, 0), (6, 1)):
        match = Match()
        apprentice = match.put(1, "Apprentice of Wrong Spells", "F5")
        match.put(2, DUMMY, "F9")
        match.attack(apprentice, "F9", die)
        assert match.counters(apprentice) == harm
    fallen = Match()
    apprentice = fallen.put(1, "Apprentice of Wrong Spells", "F5", 5)
    fallen.put(2, DUMMY, "F9")
    fallen.attack(apprentice, "F9", 6)
    assert not fallen.here(apprentice)
    assert fallen.state.sides[1].points == 5, "a death of one's own making scores for the opponent (OVC-27)"


def test_cst_12_traveling_gnome():
    assert beaten("Traveling Gnome", "E6") == 2
    match = Match()
    gnome, regular = match.put(1, "Traveling Gnome", "B5"), match.put(1, DUMMY, "H5")
    match.lay(2, "Wide Bog", "E5")
    match.lay(2, "Bog", "J5")
    assert "F5" in match.moves(gnome), "4 squares, through the bog"
    assert "J5" not in match.moves(regular), "3 squares: the second in the bog is a fourth (OVC-16)"
    assert "I5" in match.moves(regular)


def test_cst_13_bard_with_one_song():
    match = Match()
    bard, near = match.put(1, "Bard With One Song", "F5"), match.put(1, DUMMY, "F7")
    far, enemy = match.put(1, "XI", "F8"), match.put(2, DUMMY, "G6")
    match.use(bard)
    assert [match.stat(each, "acc") for each in (near, far, enemy)] == [5, 4, 4]
    match.attack(near, "G6", 4, UNSAVED)
    assert match.counters(enemy) == 2, "a 4 hits now"
    match.end()
    assert match.stat(near, "acc") == 4
    alone = Match()
    assert not alone.uses(alone.put(1, "Bard With One Song", "F5"))


def test_cst_14_well_read_ogre():
    assert beaten("Well-Read Ogre", "F6") == 5
    match = Match()
    ogre = match.put(1, "Well-Read Ogre", "F5")
    assert "F7" in match.moves(ogre)
    assert "F8" not in match.moves(ogre), "speed 2"


def test_cst_15_queen_of_the_paper_court():
    assert beaten("Queen of the Paper Court", "F6") == 2
    match = Match()
    queen = match.put(2, "Queen of the Paper Court", "F5")
    near, far = match.put(2, DUMMY, "F7"), match.put(2, "XI", "F8")
    assert [match.stat(each, "defense") for each in (queen, near, far)] == [6, 4, 4]
    attacker = match.put(1, "Well-Read Ogre", "G8")
    match.attack(attacker, "F7", HIT, 3)
    assert match.counters(near) == 0, "a 3 saves beside the Queen"


def test_cst_16_the_unwritten_king():
    assert beaten("The Unwritten King", "F6") == 4
    assert beaten("The Unwritten King", "F9", 1, beyond="F10") == 2
    match = Match()
    king, wind = match.put(2, "The Unwritten King", "F5"), match.hold(1, "Wind Machine")
    assert match.plays(wind) == set(), "nobody else to push"
    own = Match()
    own.put(1, "The Unwritten King", "F5")
    assert own.plays(own.hold(1, "Emergency Teleport")) == set()
    other = match.put(1, DUMMY, "B5")
    match.play(wind)
    assert match.asked() == {other}
    match.answer(other, "E").end()
    match.lay(1, "Trapdoor", "F6")
    match.move(king, "F6")
    assert match.at(king) == "F6", "its own moves are free; the trapdoor does not redeploy it"
    assert match.state.terrains == ()


def test_cst_17_rivet_union_robot():
    assert beaten("Rivet, Union Robot", "F6") == 3
    match = Match()
    rivet, wall = match.put(1, "Rivet, Union Robot", "F5"), match.lay(1, "Wall", "F6", 4)
    match.lay(2, "Bog", "F9", 4)
    match.use(rivet)
    assert match.asked() == {wall}, "next to it"
    match.answer(wall)
    assert match.counters(wall) == 1
    match.turns(2)
    match.use(rivet, way=1).answer(wall)
    assert match.counters(wall) == 4
    match.turns(2)
    match.use(rivet, way=1).answer(wall)
    assert match.discard(1) == (wall,), "destroyed at 6 counters (OVC-21)"


def test_cst_18_deck_officer_plume():
    assert beaten("Deck Officer Plume", "F11") == 2
    match = Match()
    plume, target = match.put(1, "Deck Officer Plume", "F5"), match.put(2, DUMMY, "K10")
    match.attack(plume, "K10", 4, UNSAVED)
    assert match.counters(target) == 2, "acc 5 hits on a 4"


def test_cst_19_escape_pod_pilot():
    assert beaten("Escape-Pod Pilot", "F8", beyond="F9") == 2
    match = Match()
    pilot = match.put(1, "Escape-Pod Pilot", "F5")
    assert {"F10", "K10"} <= match.moves(pilot), "speed 5"
    assert "F11" not in match.moves(pilot)


def test_cst_20_cloned_intern():
    assert beaten("Cloned Intern", "F6") == 2
    match = Match()
    first, second, third, regular = match.hold(1, "Cloned Intern", "Cloned Intern", "Cloned Intern", DUMMY)
    match.play(first, "A1").play(second, "B1")
    assert match.plays(third) == set(), "two in play, no more"
    assert match.refusal(actions.Play(third, match.grid.parse("C1"))) == (
        "You have 2 of Cloned Intern in play already, and no more may be. Play another card."
    )
    match.play(regular, "C1")
    assert match.plays(match.hold(1, DUMMY)) == set(), "of all others one (OVC-11)"


def test_cst_21_cartographer_drone():
    match = Match()
    drone, bog = match.put(1, "Cartographer Drone", "B2"), match.lay(2, "Bog", "F5")
    match.lay(1, "Wall", "J5", 1)
    victim = match.put(2, DUMMY, "H5")
    match.use(drone)
    assert match.asked() == {bog}, "without counters"
    match.answer(bog)
    assert match.asked() == {"E4", "E5", "E6", "F4", "F6", "G4", "G5", "G6"}
    match.answer("G5")
    assert match.at(bog) == "G5"
    assert match.counters(victim) == 0
    match.turns(2)
    lava = match.lay(2, "Lava", "C5")
    match.use(drone).answer(lava)
    assert "D5" in match.asked()
    assert "D4" in match.asked()


def test_cst_22_void_accountant():
    assert beaten("Void Accountant", "F10", beyond="F11") == 2
    match = Match()
    accountant, target = match.put(1, "Void Accountant", "F5"), match.put(2, DUMMY, "F8")
    held = match.hold(2, "Wall", "Bog", "Lava")
    match.rng.lots = [2]
    match.attack(accountant, "F8", HIT, SAVED)
    assert match.counters(target) == 0
    assert match.discard(2) == (held[1],), "hit is before the save (OVC-34)"
    match.turns(2)
    before = match.hand(2)
    match.attack(accountant, "F8", MISS)
    assert match.hand(2) == before


def test_cst_23_admiral_of_nothing():
    assert beaten("Admiral of Nothing", "F10", beyond="F11") == 2
    match = Match()
    match.put(1, "Admiral of Nothing", "F1")
    card, bog = match.hold(1, DUMMY, "Bog")
    assert len(match.plays(card)) == 10 + 11, "the zone but for the Admiral's square, and the next row"
    assert "F3" in match.plays(bog)
    other = Match()
    assert len(other.plays(other.hold(1, DUMMY))) == 11


def test_cst_24_the_last_server():
    assert beaten("The Last Server", "F11") == 3
    match = Match()
    server = match.put(2, "The Last Server", "F5", 3)
    match.end()
    assert match.counters(server) == 2, "at the start of its player's turn"
    match.end()
    assert match.counters(server) == 2


def test_cst_25_landlady():
    assert beaten("Landlady", "F6") == 2
    match = Match()
    match.put(2, "Landlady", "F5")
    held, free = match.put(1, "Barista on Break", "F6"), match.put(1, "XI", "F7")
    friend = match.put(2, DUMMY, "E5")
    assert match.moves(held) == set()
    assert match.moves(free) != set()
    assert match.attacks(held) == {"F5", "E5"}, "it may act otherwise"
    match.end()
    assert match.moves(friend) != set()


def test_cst_26_barista_on_break():
    assert beaten("Barista on Break", "F8", beyond="F9") == 2
    match = Match()
    barista, target = match.put(1, "Barista on Break", "F1"), match.put(2, DUMMY, "F8")
    match.move(barista, "F5").attack(barista, "F8", HIT, UNSAVED)
    assert match.counters(target) == 2, "a minor and a major action (OVC-15)"


def test_cst_27_cornstalk_editor():
    assert beaten("Cornstalk Editor", "F6") == 3
    match = Match(in_round=1)
    editor = match.put(1, "Cornstalk Editor", "F5")
    armor, cheap, wall = match.hold(1, "Plot Armor", "Fan Club", "Long Wall")
    assert match.plays(armor) == {"F5"}, "2 less 1, in round 1 (OVC-10)"
    assert match.plays(wall) == set()
    match.play(armor, "F5")
    assert match.state.spent == 1
    assert match.plays(cheap) == set(), "at least 1"
    assert match.here(editor)


def test_cst_28_webcomic_artist_overdue():
    assert beaten("Webcomic Artist, Overdue", "F9", beyond="F10") == 3
    match = Match()
    artist, target = match.put(1, "Webcomic Artist, Overdue", "F5"), match.put(2, DUMMY, "F9", 3)
    match.attack(artist, "F9", HIT, UNSAVED)
    assert not match.here(target)
    assert len(match.hand(1)) == 1
    assert [fact.by for fact in match.facts_told(facts.Drew)] == [artist]


def test_cst_29_the_punchline():
    assert beaten("The Punchline", "F6") == 3
    match = Match()
    punchline, regular = match.put(1, "The Punchline", "B2"), match.put(1, DUMMY, "J2")
    for column in "ABCDEFGHIJK":
        match.put(2, DUMMY, f"{column}4")
    assert "B5" in match.moves(punchline)
    assert "B4" not in match.moves(punchline), "through enemies, not onto them"
    assert "J5" not in match.moves(regular)
