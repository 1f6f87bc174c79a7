"""How Overcross speaks: the engine's `Wording`, each part of it in a file of its own."""

from __future__ import annotations

from bot.engine.cardwording import CardWording
from bot.engine.standardwording import Parts
from bot.games.overcross.menus.menu import screen, waiting_text
from bot.games.overcross.rules.view import OvercrossView
from bot.games.overcross.wording.board_text import board_text
from bot.games.overcross.wording.names import Lexicon, Talk
from bot.games.overcross.wording.sentences import DESCRIBERS, outcome_words
from bot.games.overcross.wording.status import aim, moment, status
from bot.games.overcross.wording.summary import summary
from bot.games.overcross.wording.typed import COMMANDS
from bot.games.overcross.wording.weights import JOINED, WEIGHTS


class OvercrossWording(CardWording[OvercrossView, Talk]):
    """The words of Overcross, with the cards whose names it calls."""

    parts = Parts(
        DESCRIBERS,
        outcome_words,
        status,
        board_text,
        waiting_text,
        screen,
        COMMANDS,
        moment,
        aim,
        WEIGHTS,
        JOINED,
        summary,
    )
    talk_type, lexicon_type = Talk, Lexicon
