"""A whole command line on the local page: what it means, and what is said to one that means nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.errors import Refusal
from bot.host.local.typed_lines import read_line

STRING, INTEGER, BOOLEAN, USER, SUBCOMMAND = 3, 4, 5, 6, 1


def option(name: str, kind: int = STRING, *, required: bool = False, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "required": required, "description": name, **more}


COMMANDS = [
    {"id": "1", "name": "help", "options": []},
    {"id": "2", "name": "roll", "options": [option("dice", required=True), option("label")]},
    {"id": "5", "name": "act", "options": [option("words")]},
    {"id": "3", "name": "learn", "options": [option("game"), option("lesson", INTEGER)]},
    {
        "id": "4",
        "name": "match",
        "options": [
            option(
                "new", SUBCOMMAND, options=[option("game", choices=[{"name": "Neo-Combat", "value": "neo"}])]
            ),
            option("note", SUBCOMMAND, options=[option("words", required=True), option("done", BOOLEAN)]),
            option("replace", SUBCOMMAND, options=[option("seat", required=True), option("player", USER)]),
        ],
    },
]
PEOPLE = {"Ann": 11, "Ben": 12}


@pytest.mark.parametrize(
    ("line", "command", "options"),
    [
        ("/help", "help", {}),
        ("/roll 2d6", "roll", {"dice": "2d6"}),
        ("/roll 4d6 drop lowest", "roll", {"dice": "4d6 drop lowest"}),
        ('/roll "2d6 + 1" fire', "roll", {"dice": "2d6 + 1", "label": "fire"}),
        ("/roll dice:2d6 label:the last shot", "roll", {"dice": "2d6", "label": "the last shot"}),
        ("/roll label: “the last: shot” dice: 2d6", "roll", {"dice": "2d6", "label": "the last: shot"}),
        ("/roll 2d6 label:fire", "roll", {"dice": "2d6", "label": "fire"}),
        ("/act", "act", {}),
        ("/act move SMG-3 C7", "act", {"words": "move SMG-3 C7"}),
        ("/act move unit:SMG-3 to:C7", "act", {"words": "move unit:SMG-3 to:C7"}),
        ('/act "end-turn"', "act", {"words": "end-turn"}),
        ("/act words: move SMG-3 C7", "act", {"words": "move SMG-3 C7"}),
        ("/Learn papyrus 2", "learn", {"game": "papyrus", "lesson": 2}),
        ("/match new neo-combat", "match new", {"game": "neo"}),
        (
            "/match note at 12:30, see https://example.org",
            "match note",
            {"words": "at 12:30, see https://example.org"},
        ),
        ("/match note done:yes words:ready", "match note", {"words": "ready", "done": True}),
        ("/match replace seat:2 player:@ben", "match replace", {"seat": "2", "player": "12"}),
    ],
)
def test_options_are_given_by_name_in_order_and_in_quotation_marks(
    line: str, command: str, options: dict[str, Any]
) -> None:
    read = read_line(line, COMMANDS, PEOPLE)
    assert (read.entry["invocation"], read.options) == (command, options)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("/rol 2d6", "There is no command /rol. Did you mean /roll?"),
        ("/mach new", "There is no command /mach new. Did you mean /match new?"),
        ("/match nwe", "There is no command /match nwe. Did you mean /match new?"),
        ("/match", "/match needs one more word: new, note, replace."),
        ("/xyzzyq", "There is no command /xyzzyq. /help tells the commands."),
        ("/", "There is no command /. /help tells the commands."),
        (
            "/roll lable:fire 2d6",
            '/roll has no option lable. Did you mean "label"? Its options are: dice, label.',
        ),
        ("/roll", "/roll needs dice: write /roll dice:…."),
        ("/roll dice:2d6 dice:3d6", "The option dice is there twice. Write it once."),
        ("/roll dice:", "The option dice has no value."),
        ("/help me:now", "/help has no option me. It has no options."),
        ("/act lines:move", "/act has no option lines. Its options are: words."),
        ("/learn papyrus two", 'lesson is a number, not "two".'),
        ("/match note words:a done:perhaps", 'done is true or false, not "perhaps".'),
        (
            "/match new neo-kombat",
            'game cannot be "neo-kombat". Did you mean "Neo-Combat"? It can be: Neo-Combat.',
        ),
        (
            "/match replace seat:2 player:Bon",
            'Nobody called "Bon" is here. Did you mean "Ben"? Here are: Ann, Ben.',
        ),
    ],
)
def test_what_is_not_understood_is_said_with_the_nearest(line: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_line(line, COMMANDS, PEOPLE)
    assert str(refused.value) == sentence
