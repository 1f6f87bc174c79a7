"""The words of `/help`: the bot, the first steps, and a text for each topic."""

from __future__ import annotations

from bot.engine.language import N_

ABOUT = N_(
    "### Tablepost\n"
    "Games of skill and dice, played move by move in a channel: you play when you have time, the board is"
    " posted after each move, and nothing is forgotten."
)
DICE = N_("**Dice** for any game: `/roll 2d6+3`, with exact odds and a proof of each roll.")
FRONT = "games"
"""The topic of the front page."""
BEGINNINGS = {
    "learn": (
        N_("Learn a game"),
        N_(
            "**Learn a game**: a first match of about ten minutes against the computer, with a word at each"
            " step. Which game? `/rules` shows the rules page by page."
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
            "**How to begin**\n"
            "1\\. `/match new` opens a match in this channel, or in a thread of its own; `/find` asks who"
            " would like to play.\n"
            "2\\. The others press **Join** under the post, or type `/match join`.\n"
            "3\\. Whoever opened it presses **Start**.\n"
            "4\\. When it is your turn you get a message from me with the board and the controls. If your DMs"
            " are closed, press **Play** under the board in the channel."
        ),
    ),
    "play": (
        N_("How to play"),
        N_(
            "**How to play**\n"
            "Everything can be done by buttons: **Play** under the board leads you through your possibilities"
            " and shows only what is allowed. Everything can be typed too: each game has its own commands,"
            " which suggest what is possible while you type.\n"
            "`/match board` shows the board to you alone, `/match board text:True` in words; `/match status`"
            " and `/match past history` tell how it stands and what happened.\n"
            "`/match past replay` goes back through all boards, one by one or as a film. When a match is"
            " over, `/match past verify` checks every die, and `/match rematch` plays it again.\n"
            "`/match past review` shows how the chances went in a match that is over, and what turned it.\n"
            "`/match hint` tells what a computer would do in your place, where the match is not rated and all"
            " agree; `/match hint why:` tells why a computer did what it did."
        ),
    ),
    "decks": (
        N_("Cards and decks"),
        N_(
            "**Cards and decks**\n"
            "`/cards list` and `/cards show` show every card. `/deck build` builds a deck with buttons, from"
            " nothing or from a ready deck; `/deck check` tells what is still wrong with it, `/deck copy` and"
            " `/deck import` take it elsewhere and back. Nobody sees your decks unless you show them.\n"
            "When decks are chosen for a match, press **My decks**, or type `/deck play`.\n"
            "You can design cards yourself: `/cards check` reads a file and says what is wrong with it, and"
            " who manages the server adds it with `/cards add`. Then {commands} plays with it."
        ),
    ),
    "fair": (
        N_("Is it fair?"),
        N_(
            "**Is it fair?**\n"
            "Every die and every shuffle follows from a secret number that is fixed before the match. The"
            " beginning of its fingerprint stands in the first post; every player can mix in a word of their"
            " own with `/match join word:`. At the end the number is shown with a file of the whole match,"
            " and anybody can check that nothing was tampered with: **Fair dice** tells how."
        ),
    ),
    "time": (
        N_("Time, taking back, draws"),
        N_(
            "**Time**\n"
            "Who opens a match may choose a `clock`: a time for each turn (`1 day a turn`) or a bank for the"
            " whole match (`3 days + 12 hours a turn`), with a `grace`, and what happens `at-zero`. The board"
            " shows until when one has time. `/match ask time` gives an opponent more; `/match ask pause`"
            " asks the others for a pause, `/match ask resume` ends it. While the bot is away nobody's time"
            " runs.\n"
            "**Taking back**\n"
            "**Undo** in your panel takes your last action back while your turn lasts and nothing by chance"
            " or hidden came of it. `/match ask undo` asks the others for anything else.\n"
            "**A draw** is offered with `/match ask draw`. Answer what others ask by the buttons under it, or"
            " by `/match answer`; playing on is an answer too."
        ),
    ),
    "told": (
        N_("How you are told"),
        N_(
            "**How you are told**\n"
            "You get one message when it becomes your turn, and it follows the match while you are awaited."
            " `/me show` sets whether it comes by DM or as a mention in the channel, your quiet hours,"
            " reminders, and one digest a day over all your matches. `/me away` stops your clocks,"
            " up to 30 days a year, and tells the others until when you are away. Nobody else sees what you"
            " have set.\n"
            "`/me matches` lists where you are awaited, `/me next` opens the match that has waited longest,"
            " `/match note` keeps a note for you alone. `/match watch on:False` keeps a match of yours quiet,"
            " and `/match watch` tells you of one you do not play in."
        ),
    ),
    "stop": (
        N_("How to stop"),
        N_(
            "**How to stop**\n"
            "`/match leave` gives your seat back before the start, `/match resign` afterwards. By"
            " `/match end` the host closes a lobby; a match that has begun is ended without a result by all"
            " its players together, or by a moderator of its channel."
        ),
    ),
    "care": (
        N_("Leaving, moving, your data"),
        N_(
            "**Leaving, moving, your data**\n"
            "When a player has left the server the match post says so; the host or a moderator can offer the"
            " seat to somebody else with `/match replace`, who takes it by the button under the offer. A"
            " match whose channel is gone goes on where one of its players types `/match move`.\n"
            "`/privacy show` says what is kept about you, `/privacy export` hands it to you as a file, and"
            " `/privacy delete` deletes it. Those who manage a server set its channels for matches, its usual"
            " clock and its log with `/table show`."
        ),
    ),
    "ratings": (
        N_("Ratings"),
        N_(
            "**Ratings**\n"
            "Finished matches between people count, unless they were opened as unrated. Everybody begins with"
            " 1000 points; the number is a careful estimate of your strength, so it also grows with what is"
            " known of you. For the first ten matches it is marked `?`, provisional.\n"
            "`/leaderboard` shows who leads, by game, season and place; `/profile` how a player has fared."
        ),
    ),
}
