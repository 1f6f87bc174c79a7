"""What a player of Crossfire is told who types the impossible: its reason in the game's words."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.fair import Stream
from bot.games.crossfire.rules.options import Options
from tests.cogs.club import Club
from tests.cogs.players import said
from tests.games.crossfire.table import RULES, Table

ANN = "c2:10 c3:6 d5:6 b2:3"
BEN = "c8:10 c7:9+2"
HAND = "5h Kc 2s 7d"
HOLDS = "choose a card of your hand."


async def seated(club: Club, table: Table | None = None) -> None:
    """Let Ann be on turn against Ben at this table."""
    await club.started(club.ben, game="crossfire", options="")
    await club.set_up((table or Table(ANN, BEN, hand=HAND, neutrals="b6:3")).state)


async def refused(club: Club, member: Any, line: str) -> str:
    """Let a player type a line such as "lay card:5h at:c4"; return the sentence that refuses it.

    Nothing may have changed, nothing may have been posted, and the fault may not be ours.
    """
    command, *words = line.split(" ")
    typed = {name: word.replace("_", " ") for name, _, word in (word.partition(":") for word in words)}
    before, posts = await club.match_view(member), len(club.channel.history())
    sentence = said(await member.slash(club.channel, f"crossfire {command}", **typed))
    after = await club.match_view(member)
    assert (after.view, after.match.version, after.awaited) == (
        before.view,
        before.match.version,
        before.awaited,
    )
    assert len(club.channel.history()) == posts
    assert "went wrong" not in sentence
    assert sentence.endswith((".", "?"))
    assert len(sentence) < 250
    return sentence


FORBIDDEN = [
    ("lay card:Qs at:c4", f"You do not hold the Queen of spades: {HOLDS}"),
    ("discard card:5d", f"You do not hold the 5 of diamonds: {HOLDS}"),
    ("attack card:Joker at:c7", f"You do not hold a Joker: {HOLDS}"),
    ("discard card:5h_of_seat_2", f"You do not hold the 5 of hearts of seat 2's pack: {HOLDS}"),
    ("replace at:c3", "You hold no Joker: only a Joker of your hand can replace a node."),
    ("lay card:5h at:c3", "c3 is taken by your 6 of hearts: choose an empty square."),
    ("lay card:5h at:c8", "c8 is taken by seat 2's 10 of hearts: choose an empty square."),
    ("lay card:5h at:b6", "b6 is taken by a neutral node: choose an empty square."),
    (
        "lay card:5h at:c4",
        "c3 has no power: only a card that makes 10 with it can be laid off it, 4 or a Joker.",
    ),
    (
        "lay card:5h at:e5",
        "d5 has no power: its 6 is paired with nothing, and no chain leads back to a base.",
    ),
    ("lay card:5h at:e4", "e4 has no node of yours beside it: lay beside a powered node."),
    ("lay card:5h at:a1", "a1 is a support square"),
    ("attack card:Kc at:c8", "You have no powered node and no base beside c8."),
    ("attack card:Kc at:c3", "c3 holds your 6 of hearts: attack an enemy or a neutral node."),
    ("attack card:Kc at:b3", "b3 is empty: there is nothing to attack."),
    ("answer card:Kc at:c7", "Nobody contests c7: there is nothing to answer."),
    ("support card:Kc base:b2", "A base is supported by an Ace to a 10, not by a King."),
    ("support card:5h base:c2", "The 10 at c2 and a support of 5 make 15: the sum must not pass 10."),
    ("support card:5h base:c8", "c8 is no base of yours: yours are a2, b2, c2, d2, e2."),
    ("keep-one at:c7 card:9h", "belongs to seat 2: it is not yours to resolve."),
    ("rebuild card:5h at:c7", "The seized pile at c7 belongs to seat 2"),
    ("tower at:c7 royal:Kd ten:10h", "The seized pile at c7 belongs to seat 2"),
    ("keep-one at:c3 card:6h", "c3 is not a seized pile: there is nothing to resolve."),
    ("redeal", "All bases are settled: they are never rearranged again."),
    ("keep", "All bases are settled: they are never rearranged again."),
]


async def test_what_the_rules_forbid_is_refused_with_its_reason_and_changes_nothing(
    club: Club, subtests: pytest.Subtests
) -> None:
    await seated(club)
    for line, sentence in FORBIDDEN:
        with subtests.test(line):
            assert sentence in await refused(club, club.ann, line)


WORDS = [
    ("discard card:banana", '"banana" is not a card: in your hand there are Kc, 7d, 5h and 2s.'),
    ("discard card:1h", '"1h" is not a card'),
    ("discard card:14s", '"14s" is not a card'),
    ("discard card:5hh", '"5hh" is not a card: did you mean 5h?'),
    ("discard card:Joker_of_hearts", '"Joker of hearts" is not a card'),
    ("discard card:Q", "There is no Queen in your hand"),
    ("discard card:**@everyone**", "is not a card"),
    ("discard card:" + "7h" * 50, "is not a card"),
    ("keep-one at:c7 card:Qd", "belongs to seat 2"),
    ("lay card:5h at:z9", '"z9" is not a square here: columns are a to e, rows 1 to 9'),
    ("lay card:5h at:c12", '"c12" is not a square here'),
    ("lay card:5h at:c0", '"c0" is not a square here'),
    ("lay card:5h at:3c", '"3c" is not a square: did you mean c3?'),
    ("lay card:5h at:here", '"here" is not a square here'),
]


async def test_words_that_name_no_card_and_no_square_are_told_what_they_could_be(
    club: Club, subtests: pytest.Subtests
) -> None:
    await seated(club)
    for line, sentence in WORDS:
        with subtests.test(line):
            told = await refused(club, club.ann, line)
            assert sentence in told
            assert "@everyone" not in told


async def test_an_answer_that_is_too_weak_names_what_leads_and_what_is_needed_crf_16(club: Club) -> None:
    table = Table("c2:10 c3:10", "c8:10 c7:10 c6:10 c5:10 c4:6", hand="8h Kc 2s 3s", hands={2: "7h 9h 2c"})
    table.play("attack 8 c4")
    await seated(club, table)
    leads = "At c4 an 8 leads, of strength 8: to top it you need more, and your 7 has 7."
    assert await refused(club, club.ben, "answer card:7h at:c4") == leads
    told = await refused(club, club.ben, "attack card:9h at:c4")
    assert told == "c4 is contested already: answer there instead of attacking."
    assert "It is not your turn" in await refused(club, club.ann, "answer card:Kc at:c4")
    await club.ben.slash(club.channel, "crossfire answer", card="9h", at="c4")
    leads = "At c4 a 9 leads, of strength 9: to go on with your attack you need at least that"
    assert leads in await refused(club, club.ann, "answer card:2s at:c4")
    await club.ann.slash(club.channel, "crossfire answer", card="Kc", at="c4")
    assert (await club.match_view(None)).awaited == {1}


async def test_an_attack_that_is_too_weak_names_both_strengths_crf_15(club: Club) -> None:
    await seated(club, Table("c2:10 c3:10", "c4:6", hand="5h Kc 2s 3s"))
    told = await refused(club, club.ann, "attack card:5h at:c4")
    assert told == "c4 holds seat 2's 6 of hearts of strength 6: your 5 has only 5."


async def test_a_contest_of_two_others_is_not_ones_own_crf_16_crf_22(club: Club) -> None:
    await club.started(club.ben, club.cleo, club.dan, game="crossfire", options="")
    table = Table(
        "e2:10 e3:10", "e4:5", "", "f4:10 g4:10 h4:10", hand="8 2s 3s 4s", hands={4: "K Q J", 3: "5 6 7"}
    )
    table.play("attack 8 e4", "discard 2c")
    await club.set_up(table.state)
    for line in ("answer card:5h at:e4", "attack card:5h at:e4"):
        told = await refused(club, club.cleo, line)
        assert told == "The contest at e4 is not yours: it is between seat 1 and seat 2."


async def test_bases_are_not_dealt_anew_without_cause_crf_03(club: Club) -> None:
    await club.started(club.ben, game="crossfire", options="")
    settled = RULES.normalize(Options(), 2)
    states = (RULES.setup(settled, 2, Stream("opening", bytes([n]) * 32)) for n in range(200))
    await club.set_up(next(state for state in states if state.deciding == (False, True)))
    for line in ("redeal", "keep"):
        told = await refused(club, club.ann, line)
        assert "Ben" in told or "Your bases are settled" in told
    told = await refused(club, club.ben, "lay card:5h at:c3")
    assert "settled" in told
    await club.ben.slash(club.channel, "crossfire keep")
    assert (await club.match_view(None)).view.phase == "turn"
    assert "never rearranged" in await refused(
        club, club.members(await club.here())[(await club.match_view(None)).view.turn], "redeal"
    )


async def test_three_seats_are_refused_before_a_lobby_is_opened_crf_22(
    club: Club, subtests: pytest.Subtests
) -> None:
    for command in ["match new", "crossfire new"]:
        with subtests.test(command):
            words = {"game": "crossfire"} if command == "match new" else {}
            told = said(await club.ann.slash(club.channel, command, seats=3, **words))
            assert "A match of Crossfire has 2 or 4 seats, not 3." in told
            assert club.channel.history() == []


BAD_OPTIONS = [
    ("ultimate=true", "four"),
    ("jokers=5", "The option jokers must be a whole number from 2 to 3, not"),
    ("layout=tow", 'Did you mean "two"?'),
    ("layout=four", "four"),
    ("grid=bbb/222/o../111/aaa", "neutrals: 1 cannot be shared evenly"),
    ("grid=bbb/222/.../111/aa", "All rows of a layout are equally long"),
    ("grid=bbb/222/.x./111/aaa", 'b3 of the layout holds "x"'),
]


async def test_bad_options_of_a_match_for_two_are_refused_with_a_sentence(
    club: Club, subtests: pytest.Subtests
) -> None:
    for options, sentence in BAD_OPTIONS:
        with subtests.test(options):
            told = said(
                await club.ann.slash(club.channel, "match new", game="crossfire", seats=2, options=options)
            )
            assert sentence in told
            assert "went wrong" not in told
            assert club.channel.history() == []


async def test_commands_of_another_game_are_pointed_to_the_one_played_here(club: Club) -> None:
    await club.started(club.ben, game="crossfire", options="")
    told = said(await club.ann.slash(club.channel, "papyrus end-turn"))
    assert told == "The match in this channel is of Crossfire: its commands begin with /crossfire."
