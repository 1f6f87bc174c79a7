"""The refusals of illegal typed actions: the reason in the game's words, and no change.

The tests of the rules and of typed words have all sentences; these are some of each kind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from simcord import MemberActor

from bot.base.language import gettext, speaking
from bot.base.languages.catalogues import language
from bot.base.languages.sources import HOUSE
from tests.cogs.arclash_table import begun
from tests.cogs.club import Club
from tests.cogs.neocombat_table import seated
from tests.cogs.players import said
from tests.games.arclash.table import Table
from tests.games.crossfire.table import Table as CrossfireTable
from tests.games.neocombat.table import Table as NeoCombatTable


async def refused(club: Club, member: MemberActor, game: str, line: str) -> str:
    """Type a line such as "lay card:5h;at:c4"; return the sentence that refuses it.

    Nothing may have changed, nothing may have been posted, and no internal error may be logged.
    """
    command, _, rest = line.partition(" ")
    typed = dict(part.split(":", 1) for part in rest.split(";") if part)
    everybody = (None, club.ann, club.ben)
    before, posts = [await club.match_view(each) for each in everybody], len(club.channel.history())
    sentence = said(await member.slash(club.channel, f"{game} {command}", **typed))
    after = [await club.match_view(each) for each in everybody]
    for one, other in zip(before, after, strict=True):
        assert (one.view, one.match.version, one.awaited) == (other.view, other.match.version, other.awaited)
        assert list(one.legal) == list(other.legal)
    assert len(club.channel.history()) == posts
    assert "An error occurred" not in sentence
    assert sentence.endswith((".", "?"))
    assert len(sentence) < 250
    return sentence


async def all_refused(club: Club, subtests: pytest.Subtests, game: str, lines: Sequence[Any]) -> None:
    for line, sentence in lines:
        with subtests.test(line):
            told = await refused(club, club.ann, game, line)
            assert sentence in told
            assert "@everyone" not in told


BAD_TERMS = [
    ("crossfire", 3, "", "A match of Crossfire has 2 or 4 seats, not 3."),
    ("crossfire", 2, "grid=bbb/222/o../111/aaa", "neutrals: 1 cannot be shared evenly"),
    ("arclash", 7, "", "A match of Arclash has 2, 3, 4, 5 or 6 seats, not 7."),
    ("arclash", 2, "score=201", "score"),
    ("arclash", 2, "cards=nonesuch", "nonesuch"),
]


async def test_invalid_seats_and_options_open_no_lobby_arc_04_crf_22(club: Club) -> None:
    for game, seats, options, sentence in BAD_TERMS:
        words = {"options": options} if options else {}
        told = said(await club.ann.slash(club.channel, "match new", game=game, seats=seats, **words))
        assert sentence in told
        assert "An error occurred" not in told
    assert BAD_TERMS[0][3] in said(await club.ann.slash(club.channel, "crossfire new", seats=3))
    assert club.channel.history() == []


async def test_crossfire(club: Club, subtests: pytest.Subtests) -> None:
    await club.started(club.ben, game="crossfire", options="")
    await club.set_up(CrossfireTable("c2:10 c3:10 b2:3", "c8:10 c7:9+2 c4:6", hand="5h Kc 2s 7d").state)
    lines = [
        ("lay card:Qs;at:c4", "You do not hold the Queen of spades: choose a card of your hand."),
        ("discard card:5h of seat 2", "You do not hold the 5 of hearts of seat 2's pack: choose a card"),
        ("lay card:5h;at:a1", "a1 is a support square"),
        ("attack card:Kc;at:c3", "c3 holds your 10 of hearts: attack an enemy or a neutral node."),
        ("attack card:Kc;at:b3", "b3 is empty: there is nothing to attack."),
        ("attack card:5h;at:c4", "c4 holds seat 2's 6 of hearts of strength 6: your 5 has only 5."),
        ("discard card:**@everyone**", "is not a card"),
        ("discard card:" + "7h" * 50, "is not a card"),
    ]
    await all_refused(club, subtests, "crossfire", lines)
    told = await refused(club, club.ann, "papyrus", "end-turn")
    assert told == "The match in this channel is of Crossfire: its commands begin with /crossfire."


async def test_arclash(club: Club, subtests: pytest.Subtests) -> None:
    """A hand is secret (ARC-15): a card is refused in the same words whoever has it, and wherever it is."""
    await begun(club, club.ben)
    opening = [
        ("bring cards:2 TST-01, 2 TST-02", "exactly 30 cards, and this one has 4: 26 too few"),
        ("bring cards:**@everyone** [link](http://example.org)", "no card"),
        ("bring cards:2 TST-02\u202e\u0000", ""),
        ("stand", "now all choose their decks"),
    ]
    await all_refused(club, subtests, "arclash", opening)
    await club.set_up(Table("Drop; hand Stream Flame Turncoat Push Blank", "Spark; hand Snuffer Ward").state)
    advance = [
        ("advance card:**@everyone**", "is not a card"),
        ("advance card:Steram", 'did you mean "Stream"?'),
        ("pass", "You pass in the Support stage: now is the Advance phase."),
    ]
    await all_refused(club, subtests, "arclash", advance)
    await club.set_up(Table("Spark; hand Turncoat Blank Scout; deck Flame Blank", "Spark; hand Push").state)
    asked = said(await club.ann.slash(club.channel, "arclash advance", card="TST-10"))
    assert "choose by which way it advances" in asked
    await club.set_up(Table.in_support("Drop; hand Stream Push", "Spark Flame; hand Ward").state)
    assert "It is not your turn" in await refused(club, club.ben, "arclash", "play card:Ward")
    told = set()
    for held, deck in (("Flame", "Blank"), ("Blank", "Flame"), ("Blank", "Blank")):
        await club.set_up(Table("Drop; hand Push", f"Spark; hand {held}; deck {deck}").state)
        told.add(await refused(club, club.ann, "arclash", "advance card:Flame"))
    assert len(told) == 1


async def test_neo_combat(club: Club, subtests: pytest.Subtests) -> None:
    table = NeoCombatTable("*A3@1 B5@1", "*C6@2 B6@2", phase="movement")
    table.state.step = 1
    await seated(club, table)
    lines = [
        ("move token:1.1;to:7", "There is no such sector: there are 1, 2, the Centre, and a new one."),
        ("move token:1.1;to:1", "1.1 is in sector 1 already: choose another sector, or a new one."),
        ("move token:1.2;to:new", "1.2 is cloaked: cloaked varans move after the revealed ones."),
        ("move token:2.1;to:new", "2.1 is not yours: move one of your own varans."),
    ]
    await all_refused(club, subtests, "neo-combat", lines)


async def test_overcross(club: Club, subtests: pytest.Subtests) -> None:
    await club.started(club.ben, game="overcross", options="")
    lines = [
        ("deck deck:No Such Deck", "not a ready deck"),
        ("play card:Lurker", "no hand before the first turn"),
        ("end", "now all choose their decks"),
    ]
    await all_refused(club, subtests, "overcross", lines)


MARKUP = ("*", "`", "<@", "<#", "](")


def translated() -> Iterator[ast.Call]:
    """Yield the places in which a refusal is made of a sentence."""
    for path in (each for folder in ("bot", "cogs") for each in sorted((HOUSE / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "translated" and node.args:
                yield node
            elif isinstance(node, ast.Raise) and node.exc is not None:
                for each in ast.walk(node.exc):
                    if isinstance(each, ast.Call) and getattr(each.func, "id", "") == "gettext":
                        yield each


def test_refusals_are_plain_text_because_they_are_escaped_where_they_are_printed() -> None:
    """Else people read asterisks and backslashes; in both languages."""
    found = list(translated())
    assert len(found) > 100
    for call in found:
        sentence = call.args[0]
        if isinstance(sentence, ast.Constant):
            for code in ("en", "de"):
                with speaking(language(code)):
                    told = gettext(sentence.value)
                assert not [each for each in MARKUP if each in told], told
        for given in map(ast.unparse, [each.value for each in call.keywords]):
            assert "safe(" not in given, f"it would be escaped twice: {given}"
            assert not [each for each in ("<@", "<#") if each in given], given
