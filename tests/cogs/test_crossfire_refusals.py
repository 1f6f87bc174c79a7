"""What a player of Crossfire is told who types the impossible: its reason in the game's words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs.club import Club
from tests.cogs.players import said
from tests.games.crossfire.table import Table


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
    assert "An error occurred" not in sentence
    assert sentence.endswith((".", "?"))
    assert len(sentence) < 250
    return sentence


REFUSED = [
    ("lay card:Qs at:c4", "You do not hold the Queen of spades: choose a card of your hand."),
    ("discard card:5h_of_seat_2", "You do not hold the 5 of hearts of seat 2's pack: choose a card"),
    ("replace at:c3", "You hold no Joker: only a Joker of your hand can replace a node."),
    ("lay card:5h at:c8", "c8 is taken by seat 2's 10 of hearts: choose an empty square."),
    ("lay card:5h at:a1", "a1 is a support square"),
    ("attack card:Kc at:c3", "c3 holds your 10 of hearts: attack an enemy or a neutral node."),
    ("attack card:Kc at:b3", "b3 is empty: there is nothing to attack."),
    ("attack card:5h at:c4", "c4 holds seat 2's 6 of hearts of strength 6: your 5 has only 5."),
    ("keep-one at:c7 card:Qd", "belongs to seat 2: it is not yours to resolve."),
    ("keep-one at:c3 card:10h", "c3 is not a seized pile: there is nothing to resolve."),
    ("redeal", "All bases are settled: they are never rearranged again."),
    ("discard card:banana", '"banana" is not a card: in your hand there are Kc, 7d, 5h and 2s.'),
    ("discard card:14s", '"14s" is not a card'),
    ("discard card:Joker_of_hearts", '"Joker of hearts" is not a card'),
    ("discard card:**@everyone**", "is not a card"),
    ("discard card:" + "7h" * 50, "is not a card"),
    ("lay card:5h at:z9", '"z9" is not a square here: columns are a to e, rows 1 to 9'),
]


async def test_what_cannot_be_done_is_refused_with_its_reason_and_changes_nothing(
    club: Club, subtests: pytest.Subtests
) -> None:
    await club.started(club.ben, game="crossfire", options="")
    await club.set_up(Table("c2:10 c3:10 b2:3", "c8:10 c7:9+2 c4:6", hand="5h Kc 2s 7d").state)
    for line, sentence in REFUSED:
        with subtests.test(line):
            told = await refused(club, club.ann, line)
            assert sentence in told
            assert "@everyone" not in told
    told = said(await club.ann.slash(club.channel, "papyrus end-turn"))
    assert told == "The match in this channel is of Crossfire: its commands begin with /crossfire."


BAD_TERMS = [
    (3, "", "A match of Crossfire has 2 or 4 seats, not 3."),
    (2, "grid=bbb/222/o../111/aaa", "neutrals: 1 cannot be shared evenly"),
]


async def test_seats_and_options_that_cannot_be_open_no_lobby_crf_22(
    club: Club, subtests: pytest.Subtests
) -> None:
    for seats, options, sentence in BAD_TERMS:
        with subtests.test(options or f"{seats} seats"):
            words = {"options": options} if options else {}
            told = said(
                await club.ann.slash(club.channel, "match new", game="crossfire", seats=seats, **words)
            )
            assert sentence in told
            assert club.channel.history() == []
    told = said(await club.ann.slash(club.channel, "crossfire new", seats=3))
    assert "A match of Crossfire has 2 or 4 seats, not 3." in told
