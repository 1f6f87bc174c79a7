"""The words: sentences, squares as they are typed, and the board as text."""

from bot.base.language import N_, gettext
from bot.engine.grid import grid_of
from bot.engine.menus import action_screen
from bot.engine.sentences import BASE_DESCRIBERS, Talk, no_tally, over_words, waiting_for
from bot.engine.textlayout import board
from bot.engine.typed import Board, Commands, Square
from bot.engine.wording import Parts, Wording
from tests.noughts.rules import MARKS, Marked, NoughtsState

GRID = grid_of(3, 3)
SQUARE = Square(missing=N_("Say which square, such as B2."), board=lambda _: Board(GRID, example=4))
COMMANDS = Commands({"square": SQUARE})


def marked(fact: Marked, talk: Talk[NoughtsState]) -> str:
    return gettext("{player} marks {square}.", player=talk.who(fact.seat), square=GRID.name(fact.square))


def waiting(talk: Talk[NoughtsState]) -> str:
    return waiting_for(talk, [talk.view.turn])


def board_text(talk: Talk[NoughtsState]) -> str:
    over, turn, squares = talk.view.outcome, talk.view.turn, talk.view.squares
    heading = gettext("{player} is to mark a square with {mark}.", player=talk.names[turn], mark=MARKS[turn])
    rows = [(row, squares[row * 3 : row * 3 + 3]) for row in range(3)]
    return f"{over_words(over, talk.names) if over else heading}\n\n{board(['ABC'], rows)}"


class NoughtsWording(Wording[NoughtsState]):
    describers, screen = {**BASE_DESCRIBERS, Marked: marked}, action_screen(COMMANDS)
    parts = Parts(describers, no_tally, waiting, board_text, waiting, screen, COMMANDS)
