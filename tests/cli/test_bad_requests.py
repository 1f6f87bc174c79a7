"""Invalid command lines: each ends with exit code 2 and a sentence with the fault and the possible values."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run

LINES = [
    ("simulate papyrs", 'There is no game "papyrs" (did you mean papyrus?). Choose papyrus, crossfire,'),
    ("simulate papyrus --seats 5", "Papyrus has 2 to 4 seats, not 5."),
    ("simulate papyrus --seats 0", "Papyrus has 2 to 4 seats, not 0."),
    ("simulate papyrus --games 0", "--games is a whole number from 1 to 1,000,000, not 0."),
    ("simulate papyrus --games -3", "--games is a whole number from 1 to 1,000,000, not -3."),
    ("simulate papyrus --most-actions 0", "--most-actions is a whole number from 1 to 1,000,000, not 0."),
    ("simulate papyrus --options squad=3", '--options is a JSON object such as {"squad": 5}, not "squad=3".'),
    ("simulate papyrus --options [3]", '--options is a JSON object such as {"squad": 5}, not "[3]".'),
    (
        """simulate papyrus --options '{"squat": 3}'""",
        'Papyrus has no option "squat" (did you mean squad?). Its options are: squad, kinds, critical,',
    ),
    (
        """simulate papyrus --options '{"squad": 31}'""",
        "The option squad must be a whole number from 1 to 30, not 31.",
    ),
    (
        """simulate papyrus --options '{"width": 8, "height": 6, "squad": 30}'""",
        "A field of 8x6 is too small for the deploy zones of 2 squads of 30: choose a larger field or",
    ),
    (
        "simulate papyrus --players skirmish",
        'There is no computer player "skirmish" for papyrus (did you mean skirmisher?). Choose random,',
    ),
    (
        "simulate papyrus --players random,random,random",
        "--players names one for all or one for each of 2 seats, not 3.",
    ),
    ("balance arclash --set missing.toml", "missing.toml: there is no such file."),
    ("balance arclash --set .", ".: this is a folder. Name the files in it, such as *.toml."),
    ("balance arclsh", 'There is no game "arclsh" (did you mean arclash?). '),
    ("balance crossfire --decks x", "Crossfire is played without decks or squads: leave --decks out."),
    ("balance papyrus --card TID-01", "Papyrus is played without decks: it has no cards to be measured."),
    ("balance arclash --seats 7", "Arclash has 2 to 6 seats, not 7."),
    ("balance arclash --games 0", "--games is a whole number from 1 to 100,000, not 0."),
    ("balance arclash --pairs 0", "--pairs is a whole number from 1 to 100,000, not 0."),
    ("balance arclash --jobs 0", "--jobs is a whole number from 1 to 512, not 0."),
    ("balance arclash --decks windfal", 'There is no ready deck "windfal" (did you mean windfall?).'),
    ("balance arclash --decks windfall", "2 different decks are needed for 2 seats, not 1."),
    ("balance arclash --decks windfall windfall", "2 different decks are needed for 2 seats, not 1."),
    ("balance arclash --player skirmisher", 'There is no computer player "skirmisher" for arclash'),
    ("balance arclash --options score=3", '--options is a JSON object such as {"score": 15}, not "score=3".'),
    ("""balance arclash --options '{"scor": 3}'""", 'Arclash has no option "scor" (did you mean score?).'),
    ("fairness --count 5", "--count is a whole number from 10,000 to 10,000,000, not 5."),
    ("league neo-kombat", 'There is no game "neo-kombat" (did you mean neo-combat?)'),
    ("league papyrus --games 0", "--games is a whole number from 1 to 10,000, not 0"),
    ("league papyrus --players duellist", 'There is no computer player "duellist" for papyrus'),
    ("league papyrus --players random", "A league needs two players of papyrus or more"),
    ("tournament simulate ladder", "There is no format ladder. Choose league, cup, swiss or knock-out."),
    ("tournament simulate league --entrants 3", "--entrants is 4 to 8 here, not 3."),
    ("tournament simulate swiss --dropouts 2", "--dropouts is 0 to 1, not 2.0."),
    ("tournament simulate swiss --seats 7", "--seats is 2 to 6, not 7."),
    ("tournament simulate knock-out --seats 3", "A knock-out is for matches of two: leave --seats out."),
    ("tournament simulate cup --tournaments 0", "--tournaments"),
    ("maps lab two --seats 4", '"The long table" is for 2 seats, not 4.'),
    ("maps lab two --matches 0", "--matches is a whole number"),
]


@pytest.mark.parametrize(("line", "sentence"), LINES)
def test_an_invalid_value_is_refused_in_a_sentence(line: str, sentence: str, bot: Run) -> None:
    done = bot(line)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(sentence)
    assert done.stderr.endswith(".\n")
    assert done.stderr.count("\n") == 1


def test_a_port_that_there_is_not_is_refused_by_the_name_of_the_argument(bot: Run) -> None:
    done = bot("local --port 99999")
    assert (done.returncode, done.stderr) == (2, "--port is a whole number from 0 to 65,535, not 99999.\n")


@pytest.mark.parametrize(
    "line", ["simulate papyrus --games many", "simulate papyrus --seats two", "simulate", "cards"]
)
def test_invalid_arguments_are_refused_with_the_usage(line: str, bot: Run) -> None:
    done = bot(line)
    assert done.returncode == 2
    assert f"usage: python -m bot {line.split()[0]}" in done.stderr
