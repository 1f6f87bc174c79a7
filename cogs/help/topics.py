"""The words of `/help`: the bot, the first steps, and a text for each topic of the core; parts add theirs."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import N_
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
TOPICS: Mapping[str, Topic] = {
    "start": Topic(
        N_("How to begin"),
        N_(
            "**How to begin**\n1\\. `/match new` opens a match in this channel, or in its own thread."
            "\n2\\. The others press **Join** under the post, or type `/match join`.\n3\\. The host presses"
            " **Start**.\n4\\. When it is your turn, you get a message from me with the board and the "
            "controls. If your DMs are closed, press **Play** under the board in the channel."
        ),
    ),
    "play": Topic(
        N_("How to play"),
        N_(
            "**How to play**\nYou can do everything with buttons: **Play** under the board shows "
            "your possible actions. You can also type everything: `/act` and the first letters "
            "of a move suggest possible ones; each game has its own commands, too.\n`/match board`"
            " shows the board only to you, `/match board text:True` in words; `/match status` and"
            " `/match past history` show the position and the events.\n`/match past replay` shows all"
            " past boards, one by one. After a match, `/match rematch` plays it again."
        ),
    ),
    "fair": Topic(
        N_("Is it fair?"),
        N_(
            "**Is it fair?**\nEvery die and every shuffle follows from a secret number that is fixed"
            " before the match. The first post shows the beginning of its fingerprint; every player"
            " can add a word with `/match join word:`. At the end the number is shown with a file "
            "of the whole match, and everybody can check that nothing was changed."
        ),
    ),
    "time": Topic(
        N_("Time, taking back, draws"),
        N_(
            "**Time**\nThe host may choose a `clock`: a time for each turn (`1 day a turn`) or a "
            "bank for the whole match (`3 days + 12 hours a turn`), with a `grace` and an effect "
            "`at-zero`. The board shows the deadline. `/match ask time` gives an opponent more "
            "time; `/match ask pause` asks the others for a pause, `/match ask resume` ends it. "
            "While the bot is offline, no clock runs.\n**Undo**\n**Undo** in your panel undoes your "
            "last action during your turn, if it revealed nothing random or hidden. `/match ask "
            "undo` asks the others for any other undo.\n**A draw** is offered with `/match ask "
            "draw`. Answer requests with the buttons under them, or with `/match answer`; if you "
            "play on, that is an answer too."
        ),
    ),
    "told": Topic(
        N_("Notices"),
        N_(
            "**Notices**\nYou get one message when your turn begins, and I update it during your "
            "turn. `/me show` sets whether it is a DM or a mention in the channel, your quiet "
            "hours, reminders, and one digest a day about all your matches. `/me away` stops your "
            "clocks, up to 30 days a year, and shows the others until when you are away. Nobody "
            "else sees your settings.\n`/me matches` lists the matches that wait for you, `/me next`"
            " opens the one that has waited longest, `/match note` stores a note that only you see."
            " `/match watch on:False` turns off the notices of a match, and `/match watch` sends "
            "you notices of a match in which you do not play."
        ),
    ),
    "stop": Topic(
        N_("How to stop"),
        N_(
            "**How to stop**\n`/match leave` gives your seat back before the start; `/match resign` "
            "resigns afterwards. With `/match end` the host closes a lobby; all players together, "
            "or a moderator of its channel who does not play in it, end a running match without a result."
        ),
    ),
    "care": Topic(
        N_("Leaving, moving, your data"),
        N_(
            "**Leaving, moving, your data**\nIf a player has left the server, the match post says "
            "so; the other players, or a moderator who does not play, can offer the seat to another "
            "person with `/match replace`, who takes it with the button under the offer. If the "
            "channel of a match was deleted, one of its players types `/match move` in another "
            "channel.\n`/privacy show` lists the data about you, `/privacy export` gives it to you as a "
            "file, and `/privacy delete` deletes it. Server managers set the channels for matches, the "
            "default clock and the log with `/table show`."
        ),
    ),
}
