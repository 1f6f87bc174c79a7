"""The words of `/help`: the bot, the first steps, and a text for each topic."""

from __future__ import annotations

from bot.engine.language import N_

ABOUT = N_(
    "### Tablepost\nGames of skill and dice, played move by move in a channel: you play when you "
    "have time, the board is posted after each move, and nothing is lost."
)
DICE = N_("**Dice** for any game: `/roll 2d6+3`, with exact odds and a proof of each roll.")
FRONT = "games"
"""The topic of the front page."""
BEGINNINGS = {
    "learn": (
        N_("Learn a game"),
        N_(
            "**Learn a game**: a first match of about ten minutes against the computer, with help "
            "at each step. Which game? `/rules` shows the rules page by page."
        ),
    ),
    "play": (
        N_("Play alone now"),
        N_("**Play alone now**: a match against the computer, which begins at once. Which game?"),
    ),
    "find": (
        N_("Find players"),
        N_("**Find players**: I store your wish until enough people have the same. Which game?"),
    ),
    "new": (
        N_("Open a match"),
        N_(
            "**Open a match** in this channel: a form asks for the length, the clock and the players. "
            "Which game?"
        ),
    ),
}
"""The first steps: the label of each button, and the question behind it."""
TOPICS = {
    "start": (
        N_("How to begin"),
        N_(
            "**How to begin**\n1\\. `/match new` opens a match in this channel, or in its own thread;"
            " `/find` looks for players.\n2\\. The others press **Join** under the post, or type "
            "`/match join`.\n3\\. The host presses **Start**.\n4\\. When it is your turn, you get a "
            "message from me with the board and the controls. If your DMs are closed, press "
            "**Play** under the board in the channel."
        ),
    ),
    "play": (
        N_("How to play"),
        N_(
            "**How to play**\nYou can do everything with buttons: **Play** under the board shows "
            "your possible actions. You can also type everything: each game has its own commands, "
            "which suggest possible actions while you type.\n`/match board` shows the board only to "
            "you, `/match board text:True` in words; `/match status` and `/match past history` show"
            " the position and the events.\n`/match past replay` shows all past boards, one by one "
            "or as a film. After a match, `/match past verify` checks every die, and `/match "
            "rematch` plays it again.\n`/match past review` shows the win chances during an ended "
            "match, and its turning points.\n`/match hint` shows a computer's action in your place, "
            "if the match is not rated and all agree; `/match hint why:` shows the reasons for a "
            "computer's last action."
        ),
    ),
    "decks": (
        N_("Cards and decks"),
        N_(
            "**Cards and decks**\n`/cards list` and `/cards show` show every card. `/deck build` "
            "builds a deck with buttons, from nothing or from a ready deck; `/deck check` shows its"
            " errors, `/deck export` and `/deck import` export and import it. Nobody sees your decks "
            "unless you show them.\nWhen decks are chosen for a match, press **My decks**, or type "
            "`/deck play`.\nYou can design cards yourself: `/cards check` reads a file and shows its"
            " errors, and a server manager adds it with `/cards add`. Then {commands} plays with "
            "it."
        ),
    ),
    "fair": (
        N_("Is it fair?"),
        N_(
            "**Is it fair?**\nEvery die and every shuffle follows from a secret number that is fixed"
            " before the match. The first post shows the beginning of its fingerprint; every player"
            " can add a word with `/match join word:`. At the end the number is shown with a file "
            "of the whole match, and everybody can check that nothing was changed: **Fair dice** "
            "explains how."
        ),
    ),
    "time": (
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
    "told": (
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
    "stop": (
        N_("How to stop"),
        N_(
            "**How to stop**\n`/match leave` gives your seat back before the start; `/match resign` "
            "resigns afterwards. With `/match end` the host closes a lobby; all players together, "
            "or a moderator of its channel, end a running match without a result."
        ),
    ),
    "care": (
        N_("Leaving, moving, your data"),
        N_(
            "**Leaving, moving, your data**\nIf a player has left the server, the match post says "
            "so; the host or a moderator can offer the seat to another person with `/match "
            "replace`, who takes it with the button under the offer. If the channel of a match was "
            "deleted, one of its players types `/match move` in another channel.\n`/privacy show` "
            "lists the data about you, `/privacy export` gives it to you as a file, and `/privacy "
            "delete` deletes it. Server managers set the channels for matches, the default clock "
            "and the log with `/table show`."
        ),
    ),
    "ratings": (
        N_("Ratings"),
        N_(
            "**Ratings**\nFinished matches between people count, unless they were opened as unrated."
            " Everybody begins with 1000 points; the number is a careful estimate of your strength,"
            " so it also grows with the number of your matches. For the first ten matches it is "
            "marked `?`, provisional.\n`/leaderboard` shows the best players, by game, season and "
            "place; `/profile` shows the results of a player."
        ),
    ),
}
