"""The catalogue: what lies in data/, and how faults in it are told."""

from __future__ import annotations

import shutil

import pytest

from bot import catalogue
from bot.catalogue import CatalogueError
from bot.games.papyrus.rules.options import Kind, Kinds, Options
from bot.games.papyrus.rules.squads import ALLOWED_KINDS
from bot.matches.options import offered_options
from bot.registry import GAMES

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


@pytest.fixture
def data(tmp_path):
    """A copy of a small data folder to break."""
    folder = tmp_path / "papyrus"
    (folder / "maps").mkdir(parents=True)
    (folder / "maps" / "valley.toml").write_text(MAP)
    (folder / "squads.toml").write_text(SQUADS)
    (folder / "rulebook.toml").write_text(RULES)
    (folder / "glossary.toml").write_text(WORDS)
    return tmp_path


def with_change(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def fault(load):
    with pytest.raises(CatalogueError) as raised:
        load()
    return str(raised.value)


def map_fault(data, old, new):
    with_change(data / "papyrus" / "maps" / "valley.toml", old, new)
    return fault(lambda: catalogue.papyrus_maps(data))


def squad_fault(data, old, new):
    with_change(data / "papyrus" / "squads.toml", old, new)
    return fault(lambda: catalogue.papyrus_squads(data))


def rules_fault(data, old, new):
    with_change(data / "papyrus" / "rulebook.toml", old, new)
    return fault(lambda: catalogue.rulebook("papyrus", data))


def words_fault(data, old, new, signs=("counter", "flag")):
    with_change(data / "papyrus" / "glossary.toml", old, new)
    return fault(lambda: catalogue.glossary("papyrus", signs, data))


def test_a_glossary_is_read_with_the_signs_that_it_explains(data):
    assert [entry.title for entry in catalogue.glossary("papyrus", ["counter"], data)] == ["acc", "counter"]


def test_a_sign_that_is_not_there_is_told_with_its_line_and_a_suggestion(data):
    path = data / "papyrus" / "glossary.toml"
    assert words_fault(data, 'sign = "counter"', 'sign = "count"') == (
        f'{path}:8: there is no sign to explain "count": did you mean "counter"? It could be counter, flag.'
    )


def test_a_sign_without_an_explanation_is_told(data):
    assert "signs that are not explained: flag." in words_fault(data, "six", "Six")


def test_an_unknown_field_of_a_glossary_is_told_with_its_line_and_a_suggestion(data):
    path = data / "papyrus" / "glossary.toml"
    assert words_fault(data, "title", "titel") == (
        f'{path}:3: entry 1 has no "titel": did you mean "title"? It could be title, text, sign.'
    )


def test_what_is_shipped_is_valid():
    assert len(catalogue.papyrus_maps()) >= 6
    assert len(catalogue.papyrus_squads()) >= 5
    assert 8 <= len(catalogue.rulebook("papyrus")) <= 14


@pytest.mark.parametrize("kinds", Kinds)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 10, 30])
def test_every_ready_made_squad_fits_every_match_pap_02(kinds, size):
    for squad in catalogue.papyrus_squads().values():
        units = squad.under(Options(squad=size, kinds=kinds))
        assert len(units) == size
        assert set(units) <= set(ALLOWED_KINDS[kinds])


def test_every_ready_made_squad_has_its_own_idea():
    squads = catalogue.papyrus_squads().values()
    assert len({squad.under(Options()) for squad in squads}) == len(squads)
    assert len({squad.title for squad in squads}) == len(squads)


def test_an_offered_squad_is_the_same_under_the_limit_that_is_offered_pap_27():
    rules = GAMES["papyrus"].rules
    fair = offered_options(rules, {}, 2)
    assert fair.most == 4
    for squad in rules.squads.values():
        assert squad.under(fair) == squad.under(Options())


def test_a_small_folder_is_read(data):
    valley = catalogue.papyrus_maps(data)["valley"]
    assert (valley.title, valley.size, valley.seats) == ("Valley", (8, 6), (2,))
    assert list(catalogue.papyrus_squads(data)) == ["balanced", "rush"]
    assert catalogue.papyrus_squads(data)["rush"].weights == {Kind.SHOTGUN: 1}
    assert [page.title for page in catalogue.rulebook("papyrus", data)] == ["One", "Two"]


def test_an_unknown_name_is_told_with_its_line_and_a_suggestion(data):
    path = data / "papyrus" / "maps" / "valley.toml"
    assert map_fault(data, "description", "descripton") == (
        f'{path}:2: the file has no "descripton": did you mean "description"? '
        "It could be title, description, seats, largest_squad, grid."
    )


def test_an_unknown_name_in_a_squad_or_a_page_is_told_with_its_place(data):
    assert squad_fault(data, 'title = "Rush"', 'titel = "Rush"').startswith(
        f'{data / "papyrus" / "squads.toml"}:7: rush has no "titel": did you mean "title"?'
    )
    assert ':9: page 2 has no "scenery": did you mean "scene"?' in rules_fault(
        data, 'scene = "........"\n\n[[page]]\ntitle = "Two"\ntext = "Second."\nscene',
        'scene = "........"\n\n[[page]]\ntitle = "Two"\ntext = "Second."\nscenery',
    )  # fmt: skip


def test_an_unknown_kind_is_told_with_the_one_meant(data):
    message = squad_fault(data, "shotgun = 1", "shotgunn = 1")
    assert ':9: there is no kind of unit "shotgunn": did you mean "shotgun"?' in message


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("seats = [2]", "seats = [2, 5]", ":3: seats 2: expected `int` <= 4."),
        ("seats = [2]", "", "the file: object missing required field `seats`."),
        ('title = "Valley"', "title = 3", ":1: title: expected `str`, got `int`."),
        ("largest_squad = 5", "largest_squad = 31", ":4: largest_squad: expected `int` <= 30."),
        ("...##...\n...##", "...##...\n...#", ":5: All rows of a map are equally long"),
        ("...##...", "...?#...", ':5: Row 3, column 4 of the map holds "?"'),
        ("...##...", ".#.##...", ":5: The barrier at B3 stands in the deploy zone of seat 1"),
        ("grid = ", "grid : ", "this is not TOML: "),
    ],
)
def test_faults_of_a_map_are_told_with_their_line(data, old, new, words):
    assert words in map_fault(data, old, new)


def test_weights_are_whole_parts(data):
    assert ":4: balanced, weights" in squad_fault(data, "rpg = 1", "rpg = 0")
    with_change(data / "papyrus" / "squads.toml", "rpg = 0", "rpg = 1")
    assert ":9: rush, weights: expected `object`, got `int`." in squad_fault(data, "{ shotgun = 1 }", "1")


def test_keys_are_names_that_can_be_typed(data):
    assert squad_fault(data, "[rush]", '["Rush Hour!"]').startswith(
        f"{data / 'papyrus' / 'squads.toml'}:6: [Rush Hour!] cannot be typed as a name"
    )
    shutil.move(data / "papyrus" / "maps" / "valley.toml", data / "papyrus" / "maps" / "open.toml")
    assert '"open" is the name of the empty field' in fault(lambda: catalogue.papyrus_maps(data))


def test_missing_and_unreadable_files_are_told_by_name(data):
    assert fault(lambda: catalogue.rulebook("chess", data)).endswith("rulebook.toml: this file is missing.")
    (data / "papyrus" / "squads.toml").write_bytes(b"\xff\xfe")
    assert "cannot be read as text" in fault(lambda: catalogue.papyrus_squads(data))
    (data / "papyrus" / "squads.toml").write_text("")
    assert fault(lambda: catalogue.papyrus_squads(data)).endswith("there is no squad in it.")
    (data / "papyrus" / "maps" / "valley.toml").unlink()
    assert "there is no map file" in fault(lambda: catalogue.papyrus_maps(data))


def test_an_unknown_name_in_a_set_up_is_told_with_its_place(data):
    """Set-ups are data, checked when they are loaded."""
    found = "hand_offs = 20\nmatches = 40\n"
    path = data / "papyrus" / "setups.toml"
    path.write_text(f"[quick]\n{found}[usual]\n{found}[long]\nhand_off = 20\nmatches = 40\n")
    assert ':8: long has no "hand_off": did you mean "hand_offs"?' in fault(
        lambda: catalogue.setups("papyrus", data)
    )
    path.write_text(f"[quick]\n{found}[usual]\n{found}")
    assert "long" in fault(lambda: catalogue.setups("papyrus", data))


def test_pages_stay_short(data):
    assert ":3: page 1, text: expected `str` of length <= 900." in rules_fault(data, "First.", "x" * 901)


LAYOUT = (catalogue.DATA / "crossfire" / "two.toml").read_text()


@pytest.fixture
def layout(tmp_path):
    """A copy of the layout of two players to break."""
    (tmp_path / "crossfire").mkdir()
    path = tmp_path / "crossfire" / "two.toml"
    path.write_text(LAYOUT)
    return path


def test_the_layouts_of_crossfire_come_smallest_form_first_crf_25():
    layouts = catalogue.crossfire_layouts()
    assert list(layouts) == ["two", "two-long", "two-quick", "four", "ultimate"]
    assert list(dict.fromkeys(layout.form for layout in layouts.values())) == ["two", "four", "ultimate"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('form = "two"', 'from = "two"', 'the file has no "from": did you mean "form"?'),
        ('key = "two"', 'key = "pair"', 'the key "pair" must be the file name'),
        (".o.o.", ".o?o.", "two.toml:"),
    ],
)
def test_faults_of_a_layout_are_told_with_their_place(layout, old, new, words):
    layout.write_text(LAYOUT.replace(old, new))
    with pytest.raises(CatalogueError) as fault:
        catalogue.crossfire_layouts(layout.parent.parent)
    assert words in str(fault.value)


def test_a_folder_without_layouts_is_told(tmp_path):
    with pytest.raises(CatalogueError, match="no layout file"):
        catalogue.crossfire_layouts(tmp_path)
