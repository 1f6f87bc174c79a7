"""An update raises the version of a game's rules during a match, which continues under its own rules.

Tested with noughts and crosses and an Arclash with newer rules.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from bot.engine.contract import Action
from bot.engine.fair import Stream
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.registry import GAMES, former_rules
from bot.matches.options import read_options
from bot.parts.analysis.review import Effort, estimated
from tests import noughts
from tests.cogs.club import Club
from tests.cogs.players import board_post, controls_of, panel_in_dm, press, said
from tests.noughts.rules import NoughtsRules


class Salute(Action, frozen=True, tag="salute"):
    """Salute the other player."""


class NewerNoughts(NoughtsRules):
    version = "newer"
    Action = NoughtsRules.Action | Salute


class NewerArclash(ArclashRules):
    version = "newer"


NEWER = replace(noughts.NOUGHTS, rules=NewerNoughts(), former=(noughts.NOUGHTS,))


@pytest.fixture
async def table(database: str) -> AsyncIterator[Club]:
    club = Club(database, {**GAMES, "noughts": noughts.NOUGHTS})
    await club.open()
    yield club
    await club.close()


async def test_a_match_continues_by_buttons_and_commands_after_the_update(table: Club) -> None:
    await table.started(table.ben, game="noughts", options="")
    before = board_post(table).id
    table.games = {**GAMES, "noughts": NEWER}
    await table.restart()
    panel = panel_in_dm(table.ann.user)
    menu = next(each for each in controls_of(panel) if each.get("options"))
    await press(table.ann.user, panel, (menu["custom_id"], "mark-A1"))
    after = board_post(table).id
    assert after != before
    answered = await table.ben.slash(table.channel, "noughts mark", square="B2")
    assert "marks B2" in said(answered)
    assert (await table.here()).rules == "1"
    refused = said(await table.ann.slash(table.channel, "noughts salute"))
    assert "played under version 1 of the rules, which has no such command: use the buttons" in refused
    await table.ann.slash(table.other, "match new", game="noughts", seats=2)
    assert (await table.service.in_channel(table.other.id)).rules == "newer"


def test_a_game_is_found_by_the_version_of_its_rules_with_its_cards() -> None:
    arclash = GAMES["arclash"]
    newer = replace(arclash, rules=NewerArclash(arclash.rules.library), former=(arclash,))
    assert newer.of_version(arclash.rules.version) is arclash
    assert newer.of_version("newer") is newer.of_version("unheard of") is newer
    games = {**GAMES, "arclash": newer, "noughts": NEWER}
    assert {arclash.rules, noughts.RULES} <= set(former_rules(games))
    told = {(rules.key, rules.version) for rules in former_rules(GAMES)}
    assert {("arclash", "1"), ("neo-combat", "1")} <= told
    assert len(told) == len(former_rules(GAMES)), "each version once"


def test_the_review_of_a_match_of_former_rules_uses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    papyrus = GAMES["papyrus"]

    class Unplayable(type(papyrus.rules)):  # type: ignore[misc]
        version = "newer"

        def apply(self, state: object, seat: int, action: object, rng: Stream) -> list[object]:
            raise AssertionError("a match of the former rules was judged by the newer ones")

    newer = replace(papyrus, rules=Unplayable(papyrus.rules.maps, papyrus.rules.squads), former=(papyrus,))
    monkeypatch.setattr("bot.parts.analysis.review.GAMES", {**GAMES, "papyrus": newer})
    former = papyrus.rules
    state = former.setup(read_options(former, {}, 2), 2, Stream("former", bytes(32)))
    found = estimated("papyrus", former.version, former.view(state, None), Effort(worlds=2, ahead=3), "seed")
    assert len(found.chances) == 2
    with pytest.raises(AssertionError, match="judged by the newer ones"):
        estimated("papyrus", "newer", former.view(state, None), Effort(worlds=2, ahead=3), "seed")
