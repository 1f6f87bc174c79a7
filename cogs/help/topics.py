"""The words of `/help`: the bot, the first steps, and the topics of the core (`data/words/posts.toml`)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_, messages
from bot.games.game import Game
from cogs.kit.controls import ComponentId
from cogs.kit.hooks import Beginning, Topic
from cogs.matches.opening_form import FORM

ABOUT = N_(
    "### Tablepost\nGames of skill and dice, played move by move in a channel: you play when you "
    "have time, the board is posted after each move, and nothing is lost."
)
ACT = N_(
    "`/act` is the first of the commands: it opens your turn in the match of a channel, or takes it in words,"
    " `/act move SMG-3 C7`. Without a match it offers what you can begin."
)
STEPS = N_(
    "### What would you like to do?\nYou play no match here. Where you do, `/act` opens your turn, or takes"
    " it in words: `/act move SMG-3 C7`."
)
"""What `/act` says where the asker plays no match."""
PICKER = N_(
    "-# To type a command: `/` and its first letters, Tab, the values into the fields, Enter. A line that is"
    " pasted whole is only chat to Discord."
)
FRONT = "games"
"""The topic of the front page."""


def rules_of(game: Game) -> ComponentId:
    """Return the control that opens the rules of a game."""
    return ComponentId("rules", path=(game.key, "0"))


BEGINNINGS: Mapping[str, Beginning] = {
    "learn": Beginning(
        N_("Learn a game"),
        N_(
            "**Learn a game**: a first match of about ten minutes against the computer, with help "
            "at each step. Which game? `/rules` shows the rules page by page."
        ),
        lambda game: ComponentId("learn", path=(game.key,)) if game.lessons else rules_of(game),
    ),
    "play": Beginning(
        N_("Play alone now"),
        N_(
            "**Play alone now**: a match against the computer, easy and quick, which begins at once. "
            "Which game?"
        ),
        lambda game: ComponentId("playnow", path=(game.key,)),
    ),
    "new": Beginning(
        N_("Open a match"),
        N_(
            "**Open a match** in this channel: a form asks for the length, the clock and the players. "
            "Which game?"
        ),
        lambda game: ComponentId(FORM, path=(game.key,)),
    ),
}
"""The first steps."""
TOPICS: Mapping[str, Topic] = messages("posts", "topics", dict[str, Topic])
"""The topics by key, in the order in which they are offered."""
