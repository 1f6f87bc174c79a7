"""Example positions in Arclash's own notation, and the pages of the rules that are drawn from them."""

from __future__ import annotations

import pytest

from bot.games import catalogue
from bot.games.arclash.rules import facts
from renderers.contract import ALT_TEXT_LIMIT
from tests.games.arclash.screens import LIBRARY, POOL, RULES, WORDING, fresh_randomness, own_view
from tests.games.table import page_scene
from tests.renderers.arclash_positions import renderer_of

PAGES = catalogue.rulebook("arclash")
TITLES = [page.title for page in PAGES]

SMALL = """
phase: advance, turn 3
options: score=15
seat 1: 4 points, won
stack: TID-01 TID-04
plays: reading-light
hand: TID-05 2xTID-12 TID-09
seat 2: ready, lost
stack: STO-03
"""
"""Nine lines with the empty one in front; an added line is line 10, and describes seat 2."""


def scene(*lines, text=SMALL):
    return page_scene("arclash", text + "\n".join(lines))


def fault(*lines, text=SMALL):
    with pytest.raises(ValueError, match=r".") as raised:
        scene(*lines, text=text)
    return str(raised.value)


def numbers(cards):
    return [card.number for card in cards]


def test_lines_describe_the_public_cards():
    view = scene("supports: STO-12", "discard: STO-01 2xSTO-13", "hand: 5").view
    assert (view.seats, view.phase, view.turn, view.options.score) == (2, "advance", 3, 15)
    ann, ben = view.places
    assert (ann.score, ann.last, ann.ready, numbers(ann.stack)) == (4, "won", False, ["TID-01", "TID-04"])
    assert (ben.ready, numbers(ben.supports), numbers(ben.discard)) == (
        True,
        ["STO-12"],
        ["STO-01", "STO-13", "STO-13"],
    )
    assert (ann.hand, ann.deck, ben.hand, ben.deck) == (4, 24, 5, 20)


def test_a_hand_is_visible_only_to_its_owner_without_face_down_cards_arc_07_arc_15():
    view = own_view(SMALL)
    assert numbers(view.hand) == ["TID-05", "TID-12", "TID-12", "TID-09"]
    assert len(view.deck) == 30
    public = scene().view
    assert (public.viewer, public.hand, public.places[0].hand) == (None, (), 4)
    untold = scene(text="seat 1:\nstack: TID-01\nseat 2:\nstack: STO-03").view
    assert (untold.places[0].hand, untold.places[0].deck) == (8, 21)
    some = own_view(SMALL.replace("TID-09\n", "TID-09 3\n")).hand
    assert (numbers(some)[:4], len(some)) == (["TID-05", "TID-12", "TID-12", "TID-09"], 7)
    view = own_view(SMALL.replace("TID-09\n", "TID-09\nplaced: TID-09\npaying: TID-12\n"))
    assert view.placed.number == "TID-09"
    assert (numbers(view.hand), numbers(view.paying)) == (["TID-05", "TID-12"], ["TID-12"])
    assert (view.owed, view.places[0].hand) == (0, 4)


def test_power_is_printed_power_with_permanent_and_given_changes_arc_08():
    text = """
    phase: support, turn 2
    order: 2 1
    seat 1:
    stack: ORC-01 ORC-04
    supports: COM-02
    power: +50 COM-02, -25 MOT-13 next-turn
    seat 2:
    stack: MOT-01
    supports: MOT-13
    """
    place = scene(text=text).view.places[0]
    assert [part.kind for part in place.parts][:1] == ["printed"]
    assert place.power == sum([part.by for part in place.parts])
    effects = [(part.source, part.by, part.until) for part in place.parts if part.kind == "effect"]
    assert effects == [("COM-02", 50, "turn"), ("MOT-13", -25, "next-turn")]
    assert any(part.kind == "always" and part.source == "ORC-01" for part in place.parts)


def test_a_shield_is_given_with_its_card():
    (guard,) = scene("supports: STO-12", "guard: STO-12 debuff level-down").view.places[1].guards
    assert (guard.source, guard.against, guard.until) == ("STO-12", ("debuff", "level-down"), "turn")


def test_a_card_asks_when_a_step_triggers_it_arc_18():
    text = SMALL.replace("phase: advance, turn 3", "phase: renew, turn 2").replace("ready, ", "")
    text = text.replace("TID-09\n", "TID-09\ndeck: TID-08 TID-13 TID-02\n")
    view = own_view(text + "1: stay\n2: stay")
    assert (view.question.kind, view.question.seat, view.question.may_stop) == ("card", 0, True)
    offered = {card.card: card.number for card in view.looking}
    assert {offered[card] for card in view.question.options} == {"TID-08", "TID-02"}


def test_facts_come_from_steps_in_the_form_of_the_viewer_arc_15():
    text = SMALL.replace("ready, ", "")
    assert scene("seen by: seat 1", "1: stand", text=text).recent == (facts.Chose(0, "advance", own=True),)
    for viewer in ("seat 2", "public"):
        assert scene(f"seen by: {viewer}", "1: stand", text=text).recent == (facts.Chose(0, "advance"),)


def test_a_match_that_is_over_has_its_winner():
    view = scene("over: 1, The winning score is reached", text=SMALL.replace("ready, ", "")).view
    assert (view.phase, view.outcome.winners, view.outcome.why) == (
        "over",
        (0,),
        "The winning score is reached",
    )
    assert scene("over: draw", text=SMALL.replace("ready, ", "")).view.outcome.winners == ()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("what is this", '"what is this" is neither "seat 1: 4 points" nor one of'),
        ("seat 4:", "seat 3 comes next, not seat 4."),
        ("seat 3: 99 lives", '"99 lives" is not known of a seat'),
        ("stack: STO-03", '"stack" is said twice of seat 2.'),
        ("supports: TID-99", "there is no card TID-99."),
        ("supports: STO-03", "STO-03 is a Character, not a Support."),
        ("discard: 3 STO-12", '"3" is not a card: write TID-01 or 2xTID-01.'),
        ("discard: 9xSTO-12 9xSTO-13 9xSTO-14 9xSTO-01", "a player has 30 cards, and here are more."),
        ("power: lots", '"lots" is not a part of a power'),
        ("guard: STO-12 rain", "is not a shield"),
        ("guard:", "is not a shield"),
        ("order:", "which seats?"),
        ("mark: A1 here", "this game has no squares to mark."),
        ("guard: STO-12 debuff, always", '"always" is no time'),
        ("plays: chess", 'there is no deck "chess"'),
        ("phase: lunch", '"lunch" is not a phase'),
        ("phase: advance, noon", '"noon" is not known of a phase'),
        ("options: score=999", "The option score must be "),
        ("order: one two", "there is no seat one here."),
        ("1: advance", "Say which card, by its name or set number."),
        ("1: advance TID-05", "Diver for Dropped Things"),
    ],
)
def test_errors_have_their_line(line, words):
    message = fault(line)
    assert message.startswith("line 10: ")
    assert words in message


def test_errors_of_the_whole_position():
    assert "at least two seats" in fault(text="seat 1:\nstack: TID-01")
    assert 'neither "seat 1: 4 points"' in fault(text="stack: TID-01")
    assert "a stack begins with a Level 1" in fault(text=SMALL.replace("TID-01 TID-04", "TID-04"))
    assert "the deck of seat 1 does not hold COM-02" in fault(text=SMALL.replace("TID-05", "COM-02"))
    assert "has an order of all seats" in fault(text=SMALL.replace("phase: advance", "phase: support"))
    assert 'write "phase: renew", and let all stay' in fault(text=SMALL.replace("advance", "start"))
    assert 'write "phase: advance", and let all stand' in fault(text=SMALL.replace("advance", "battle"))
    assert 'write "phase: support", and let all pass' in fault(text=SMALL.replace("advance", "end"))
    assert 'write "over: 1" or "over: draw"' in fault(text=SMALL.replace("advance", "over"))
    assert "no cards before the decks are chosen" in fault(text=SMALL.replace("advance", "decks"))
    assert '"STO-13" is not in the hand' in fault("hand: STO-12", "placed: STO-13")
    assert "STO-12 is not among the cards" in fault("power: +50 STO-12")


# ---- the pages


@pytest.mark.parametrize("page", PAGES, ids=TITLES)
def test_every_page_has_a_legal_position_that_is_described_and_drawn(page):
    told = page_scene("arclash", page.scene)
    for seed in range(3):
        assert RULES.view(RULES.resample(told.view, fresh_randomness(seed)), told.view.viewer) == told.view
    assert all(WORDING.describe(fact, told.view, told.names) for fact in told.recent)
    assert len(WORDING.board_text(told.view, told.names)) <= 3500
    assert WORDING.status(told.view, told.names)
    assert 200 < len(page.text) <= 900
    assert len(page.scene) <= 3000
    picture = renderer_of(LIBRARY).board(told.view, names=told.names, recent=told.recent, focus=told.focus)
    assert picture.png.startswith(b"\x89PNG")
    assert 0 < len(picture.alt) <= ALT_TEXT_LIMIT


def page(title):
    (found,) = [one for one in PAGES if one.title == title]
    return page_scene("arclash", found.scene)


def test_the_pictures_of_the_pages_agree_with_their_texts():
    opening = page("Setting up").view
    assert {POOL.cards[card.number].level for card in opening.openers} == {1}
    assert page("Advancing").view.placed.number == "TID-04"
    costs = page("What an advance costs").view
    assert (len(costs.paying), costs.owed) == (1, 1)
    parts = page("The stack").view.places[0].parts
    assert {"ORC-01", "ORC-04"} <= {part.source for part in parts if part.kind == "always"}
    battle = page("The battle: Supports").view
    assert (battle.current, battle.order, battle.places[1].done) == (0, (1, 0, 2), True)
    _passed, rolled, beaten, *lost = page("Damage and ties").recent
    assert (rolled.seat, beaten.winner, len(lost)) == (0, 0, 2)
    assert beaten.powers.count(max(beaten.powers)) == 2
    assert beaten.powers[0] == page("Damage and ties").view.places[0].power
    assert beaten.points == sum(beaten.levels) - beaten.levels[0]
    assert page("What is hidden").view.question.kind == "card"
    assert page("Options").view.outcome.winners == (3,)
