"""The catalogue: the content of data/, and the messages for faults in it."""

from __future__ import annotations

import re
import shutil

import pytest

from bot.games import catalogue
from bot.games.catalogue import CatalogueError
from bot.games.crossfire.game import read_layouts
from bot.games.papyrus.game import read_maps, read_squads
from bot.games.papyrus.rules.options import Kind, Kinds, Options
from bot.games.papyrus.rules.squads import ALLOWED_KINDS
from bot.games.registry import GAMES
from bot.matches.options import offered_options

MAP = """title = "Valley"
description = "A map."
seats = [2]
largest_squad = 5
grid = \"\"\"
........
........
...##...
...##...
........
........
\"\"\"
"""
SQUADS = """[balanced]
title = "Balanced"
description = "All of them."
weights = { smg = 4, rpg = 1 }

[rush]
title = "Rush"
description = "Run."
weights = { shotgun = 1 }
"""
RULES = """[[page]]
title = "One"
text = "First."
scene = "........"

[[page]]
title = "Two"
text = "Second."
scene = "........"
"""


WORDS = """
[[entry]]
title = "acc"
text = "a die lower than this hits"

[[entry]]
title = "counter"
sign = "counter"
text = "six of them kill"
"""
LOADED = {
    "maps/valley.toml": read_maps,
    "squads.toml": read_squads,
    "rulebook.toml": lambda data: catalogue.rulebook("papyrus", data),
    "glossary.toml": lambda data: catalogue.check_signs("papyrus", ["counter", "flag"], data),
}


@pytest.fixture
def data(tmp_path):
    """Return a copy of a small data folder that a test can change."""
    folder = tmp_path / "papyrus"
    (folder / "maps").mkdir(parents=True)
    for file, content in zip(LOADED, (MAP, SQUADS, RULES, WORDS), strict=True):
        (folder / file).write_text(content)
    return tmp_path


def fault(file, data):
    """Return the error message of loading this file."""
    with pytest.raises(CatalogueError) as raised:
        LOADED[file](data)
    return str(raised.value)


def test_the_shipped_data_is_valid():
    assert len(read_maps()) >= 6
    assert len(read_squads()) >= 5
    assert 8 <= len(catalogue.rulebook("papyrus")) <= 14


@pytest.mark.parametrize("kinds", Kinds)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 10, 30])
def test_every_ready_made_squad_fits_every_match_pap_02(kinds, size):
    for squad in read_squads().values():
        units = squad.under(Options(squad=size, kinds=kinds))
        assert len(units) == size
        assert set(units) <= set(ALLOWED_KINDS[kinds])


def test_every_ready_made_squad_has_its_own_figures_and_title():
    squads = read_squads().values()
    assert len({squad.under(Options()) for squad in squads}) == len(squads)
    assert len({squad.title for squad in squads}) == len(squads)


def test_an_offered_squad_is_the_same_under_the_offered_limit_pap_27():
    rules = GAMES["papyrus"].rules
    fair = offered_options(rules, {}, 2)
    assert fair.most == 4
    for squad in rules.squads.values():
        assert squad.under(fair) == squad.under(Options())


def test_a_small_folder_is_read(data):
    valley = read_maps(data)["valley"]
    assert (valley.title, valley.size, valley.seats) == ("Valley", (8, 6), (2,))
    assert list(read_squads(data)) == ["balanced", "rush"]
    assert read_squads(data)["rush"].weights == {Kind.SHOTGUN: 1}
    assert [page.title for page in catalogue.rulebook("papyrus", data)] == ["One", "Two"]
    assert [entry.title for entry in catalogue.glossary("papyrus", data)] == ["acc", "counter"]


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("maps/valley.toml", "description", "descripton",
         ':2: the file has no "descripton": did you mean "description"? It could be title, description'),
        ("maps/valley.toml", "seats = [2]", "seats = [2, 5]", ":3: seats 2: expected `int` <= 4."),
        ("maps/valley.toml", "seats = [2]", "", ": the file: object missing required field `seats`."),
        ("maps/valley.toml", 'title = "Valley"', "title = 3", ":1: title: expected `str`, got `int`."),
        ("maps/valley.toml", "squad = 5", "squad = 31", ":4: largest_squad: expected `int` <= 30."),
        ("maps/valley.toml", "...##...\n...##", "...##...\n...#", ":5: All rows of a map are equally long"),
        ("maps/valley.toml", "...##...", "...?#...", ':5: Row 3, column 4 of the map holds "?"'),
        ("maps/valley.toml", "...##...", ".#.##...",
         ":5: The barrier at B3 stands in the deploy zone of seat 1"),
        ("maps/valley.toml", "grid = ", "grid : ", ": this is not TOML: "),
        ("squads.toml", 'title = "Rush"', 'titel = "Rush"', ':7: rush has no "titel": did you mean "title"?'),
        ("squads.toml", "shotgun = 1", "shotgunn = 1",
         ':9: there is no kind of unit "shotgunn": did you mean "shotgun"?'),
        ("squads.toml", "rpg = 1", "rpg = 0", ":4: balanced, weights"),
        ("squads.toml", "{ shotgun = 1 }", "1", ":9: rush, weights: expected `object`, got `int`."),
        ("squads.toml", "[rush]", '["Rush Hour!"]', ":6: [Rush Hour!] cannot be typed as a name"),
        ("rulebook.toml", 'Second."\nscene', 'Second."\nscenery',
         ':9: page 2 has no "scenery": did you mean "scene"?'),
        ("rulebook.toml", "First.", "x" * 901, ":3: page 1, text: expected `str` of length <= 900."),
        ("glossary.toml", 'sign = "counter"', 'sign = "count"',
         ':8: there is no sign to explain "count": did you mean "counter"? It could be counter, flag.'),
        ("glossary.toml", "six", "Six", ": the pictures have signs that are not explained: flag."),
        ("glossary.toml", "title", "titel",
         ':3: entry 1 has no "titel": did you mean "title"? It could be title, text, sign.'),
    ],
)  # fmt: skip
def test_a_fault_message_has_file_line_and_suggestion(data, file, old, new, words):
    path = data / "papyrus" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    assert fault(file, data).startswith(f"{path}{words}")


def test_the_message_names_a_missing_or_unreadable_file(data):
    papyrus = data / "papyrus"
    (papyrus / "rulebook.toml").unlink()
    assert fault("rulebook.toml", data).endswith("rulebook.toml: this file is missing.")
    (papyrus / "squads.toml").write_bytes(b"\xff\xfe")
    assert "cannot be read as text" in fault("squads.toml", data)
    (papyrus / "squads.toml").write_text("")
    assert fault("squads.toml", data).endswith("there is no squad in it.")
    shutil.move(papyrus / "maps" / "valley.toml", papyrus / "maps" / "open.toml")
    assert '"open" is the name of the empty field' in fault("maps/valley.toml", data)
    (papyrus / "maps" / "open.toml").unlink()
    assert "there is no map file" in fault("maps/valley.toml", data)


def test_an_unknown_name_in_a_set_up_is_refused_with_its_place(data):
    """Set-ups are checked when they are loaded."""
    found = "hand_offs = 20\nmatches = 40\n"
    path = data / "papyrus" / "setups.toml"
    for content, words in (
        (f"[quick]\n{found}[usual]\n{found}[long]\nhand_off = 20\nmatches = 40\n",
         ':8: long has no "hand_off": did you mean "hand_offs"?'),
        (f"[quick]\n{found}[usual]\n{found}[long]\n{found}[quick.seats.3]\noption = {{}}\n",
         ':11: quick, seats, 3 has no "option": did you mean "options"?'),
        (f"[quick]\n{found}[usual]\n{found}", "long"),
    ):  # fmt: skip
        path.write_text(content)
        with pytest.raises(CatalogueError, match=re.escape(words)):
            catalogue.setups("papyrus", data)


LAYOUT = (catalogue.DATA / "crossfire" / "two.toml").read_text()


@pytest.fixture
def layout(tmp_path):
    """Return a copy of the layout for two players that a test can change."""
    (tmp_path / "crossfire").mkdir()
    path = tmp_path / "crossfire" / "two.toml"
    path.write_text(LAYOUT)
    return path


def test_the_layouts_of_crossfire_come_smallest_form_first_crf_25():
    layouts = read_layouts()
    assert list(layouts) == [
        "two",
        "two-long",
        "two-quick",
        "four",
        "four-quick",
        "ultimate",
        "ultimate-quick",
    ]
    assert list(dict.fromkeys(layout.form for layout in layouts.values())) == ["two", "four", "ultimate"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('form = "two"', 'from = "two"', 'the file has no "from": did you mean "form"?'),
        ('key = "two"', 'key = "pair"', 'the key "pair" must be the file name'),
        (".o.o.", ".o?o.", "two.toml:"),
    ],
)
def test_a_fault_of_a_layout_is_refused_with_its_place(layout, old, new, words):
    layout.write_text(LAYOUT.replace(old, new))
    with pytest.raises(CatalogueError, match=re.escape(words)):
        read_layouts(layout.parent.parent)
    layout.unlink()
    with pytest.raises(CatalogueError, match="no layout file"):
        read_layouts(layout.parent.parent)
