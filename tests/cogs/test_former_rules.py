"""An update raises the version of a game's rules in the middle of a match, which is played on as it began."""

from __future__ import annotations

from msgspec.structs import replace

from bot.engine.contract import Action
from bot.games.papyrus.rules.rules import PapyrusRules
from bot.registry import GAMES
from tests.cogs.club import Club
from tests.cogs.play.test_panel import begun
from tests.cogs.players import board_post, control, panel_in_dm, said

GAME = GAMES["papyrus"]


class Salute(Action, frozen=True, tag="salute"):
    """Salute the other squads."""


class NewerPapyrus(PapyrusRules):
    version = "newer"
    Action = GAME.rules.Action | Salute


async def test_a_match_is_played_on_by_buttons_and_commands_after_the_update(club: Club) -> None:
    member = await begun(club)
    before = board_post(club).id
    newer = replace(GAME, rules=NewerPapyrus(GAME.rules.maps, GAME.rules.squads), former=(GAME,))
    club.games = {**GAMES, "papyrus": newer}
    await club.restart()
    await member.user.click(panel_in_dm(member.user), custom_id=control(panel_in_dm(member.user), "End turn"))
    after = board_post(club).id
    assert after != before
    (other,) = {club.ann, club.ben} - {member}
    answered = await other.slash(club.channel, "papyrus end-turn")
    assert "cannot" not in said(answered)
    assert board_post(club).id != after
    assert (await club.here()).rules == GAME.rules.version
    refused = said(await member.slash(club.channel, "papyrus salute"))
    assert "played under version 2 of the rules, which has no such command: use the buttons" in refused
    await club.ann.slash(club.other, "match new", game="papyrus", seats=2)
    assert (await club.service.in_channel(club.other.id)).rules == "newer"
