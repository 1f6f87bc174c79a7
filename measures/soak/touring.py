"""Actions in a club that make the bot show controls of every handler, before these are forged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from bot.matches.lobby import PLAIN
from bot.matches.model import Person
from tests.cogs.club import NARROW, SMALL, Club
from tests.cogs.players import control
from tests.cogs.quickly import play_quickly
from tests.parts.workshop.cogs.test_maps import RATS, SWAMP
from tests.parts.workshop.cogs.test_try import POSITION
from tests.parts.workshop.sets.uploads import BROKEN, HERONS, OTHER_HERONS
from tests.renderers.uploaded import GREEN, RED_AND_BLUE

Step: TypeAlias = tuple[Any, Any, str, dict[str, Any]]
"""The person, the command, the channel and the arguments."""
LOBBIES = 11
"""More than one page lists."""


async def play_before(club: Club, owner: Any, look: Callable[[Any], None]) -> None:
    """Add a card set, call a role and challenge a person; play matches of several stages.

    A rated match ends, one waits for its start, one for its players, one is played against a computer, and
    many lobbies are open. `look` gets the person who caused the shown controls.
    """
    await _upload(club, owner, look)
    await club.bot.servers.set_role(club.guild.id, club.guild.create_role("players", mentionable=True).id)
    await club.fay.slash(club.other, "find", game="papyrus", players=3, call=True)
    look(club.fay)
    await club.cleo.context_menu(club.other, "Challenge", club.eve)
    look(club.cleo)
    await club.started(club.ben)
    await play_quickly(club, 5)
    look(club.ben)
    ready, second, alone = [club.guild.create_text_channel(name) for name in ("ready", "second", "alone")]
    await club.env.settle()
    for channel, other in ((ready, club.eve), (second, club.ben)):
        await club.ann.slash(channel, "match new", game="papyrus", seats=2, options=SMALL)
        await other.slash(channel, "match join")
        look(club.ann)
    await club.ann.slash(second, "match start")
    look(club.ann)
    await club.fay.slash(alone, "match new", game="crossfire", seats=2, options=NARROW)
    await club.fay.slash(alone, "match add-computer")
    await club.fay.slash(alone, "match start")
    await club.fay.slash(alone, "match ask draw")
    look(club.fay)
    for number in range(LOBBIES):
        channel = club.guild.create_text_channel(f"lobby-{number}")
        await club.service.lobby.open(
            "papyrus",
            {},
            seats=2,
            host=Person(club.dan.id, club.dan.name),
            guild=club.guild.id,
            channel=channel.id,
            match_terms=PLAIN,
            request=f"lobby {number}",
        )
    await club.env.settle()


async def _upload(club: Club, owner: Any, look: Callable[[Any], None]) -> None:
    """Let the owner add a set of two versions with a picture, show all its pages, and add maps."""
    await owner.slash(club.other, "cards add", file=("reed.toml", HERONS))
    asked: Any = (await owner.slash(club.other, "cards add", file=("reed.toml", OTHER_HERONS))).response
    look(owner)
    await owner.click(asked, custom_id=control(asked, "Yes, replace it"))
    await owner.slash(club.other, "cards picture", card="REE-01", file=("mine.png", GREEN))
    for label in ("Versions", "Matches", "Print or export"):
        page: Any = (await owner.slash(club.other, "cards sets")).response
        await owner.select(page, ["reed"])
        look(owner)
        await owner.click(page, custom_id=control(page, label))
        look(owner)
        if label == "Versions":
            await owner.select(page, ["1"])
            look(owner)
    for name, content in (("swamp.toml", SWAMP), ("rats.toml", RATS)):
        await owner.slash(club.other, "maps add", file=(name, content))


def steps(club: Club, owner: Any) -> list[Step]:
    """Return the typed commands, in any order. The owner manages the server; Cleo has no seat there."""
    ben, cleo = club.ben, club.cleo
    return [
        (cleo, club.other, "match new", {"game": "papyrus", "seats": 3}),
        (cleo, club.channel, "match new", {"game": "papyrus", "seats": 2}),
        (ben, club.channel, "match board", {}),
        (ben, club.channel, "match end", {}),
        (ben, club.channel, "match resign", {}),
        (ben, club.channel, "match past history", {}),
        (ben, club.channel, "match ask draw", {}),
        (ben, club.channel, "match replace", {"seat": "2", "player": club.eve}),
        (club.ann, club.channel, "match end", {}),
        (owner, club.other, "cards add", {"file": ("reed.toml", OTHER_HERONS)}),
        (owner, club.other, "cards sets", {}),
        (owner, club.other, "cards remove", {"set": "reed"}),
        (club.ann, club.other, "cards check", {"file": ("reed.toml", BROKEN)}),
        (owner, club.other, "cards picture", {"card": "REE-11", "file": ("mine.png", RED_AND_BLUE)}),
        (owner, club.other, "cards picture", {"card": "REE-01"}),
        (ben, club.other, "cards try", {"game": "arclash", "position": ("here.txt", POSITION)}),
        (cleo, club.other, "cards try", {"game": "neo-combat"}),
        (owner, club.other, "cards try", {"game": "overcross"}),
        (owner, club.other, "maps add", {"file": ("swamp.toml", SWAMP.replace(b"mud", b"reeds"))}),
        (owner, club.other, "maps remove", {"name": "rats"}),
        (owner, club.other, "maps list", {}),
        (cleo, club.other, "maps show", {"name": "swamp"}),
        (club.ann, club.other, "maps check", {"file": ("swamp.toml", SWAMP.replace(b"[2]", b"[9]"))}),
        (owner, club.other, "season close", {}),
        (owner, club.other, "season reset", {}),
        (owner, club.other, "table reset", {}),
        (ben, club.other, "roll", {"expression": "2d6", "visibility": "reveal later"}),
        (ben, club.other, "find", {"game": "papyrus", "players": 2}),
        (ben, club.channel, "match ask undo", {}),
        (ben, club.channel, "hand", {}),
        (ben, club.channel, "match past verify", {}),
        (ben, club.channel, "match past replay", {}),
        (ben, club.other, "profile", {}),
        (ben, club.other, "learn", {}),
        (ben, club.other, "rules", {}),
        (ben, club.other, "table show", {}),
        (ben, club.other, "deck list", {}),
        (ben, club.other, "cards show", {"card": "TID-01"}),
        (cleo, club.other, "match options", {}),
        (cleo, club.other, "find", {"game": "papyrus", "players": 4}),
        (cleo, club.other, "roll", {"expression": "2d6"}),
        (cleo, club.other, "me show", {}),
        (cleo, club.other, "me matches", {}),
        (cleo, club.other, "table matches", {}),
        (cleo, club.other, "leaderboard", {}),
        (cleo, club.other, "privacy delete", {}),
        (cleo, club.other, "cards list", {"game": "arclash"}),
        (cleo, club.other, "deck build", {"name": "Mine", "game": "arclash", "start": "Three Cups, No Ball"}),
        (cleo, club.other, "dice save", {"name": "mine", "expression": "1d6"}),
        (cleo, club.other, "dice saved", {}),
        (ben, club.channel, "match past review", {}),
        (club.ann, club.channel, "match ask undo", {}),
        (club.ann, club.other, "profile", {}),
        (club.ann, club.other, "me next", {}),
        (owner, club.other, "tournament new", {"game": "papyrus", "usual": True}),
    ]
