"""Findings name the line of the fault in any layout of the file (ARC-19)."""

from __future__ import annotations

import tomllib

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.places import NodePath, SourceLines
from bot.engine.cards.files.tokens import tokens
from bot.games.catalogue import card_files
from tests.engine.cards.card_files.sound import SNAILS, SOUND, changed, deck, only, played, read, support

SPREAD = """{ on = "played", then = [
  # brackets in a comment [[ { and "quotes"
  { do = "buff", by = 10 },
  { do = "draw", count = 0 },
  { do = "if", test = { test = "coin" }, then = [
    { do = "buff", by = 10, until = "stack" },
  ] },
] }"""


def line_of(words: str, content: str, number: int = 1) -> int:
    """Return the line of this occurrence of the words."""
    lines = [place for place, line in enumerate(content.split("\n"), 1) if words in line]
    return lines[number - 1]


def test_an_unknown_key_of_a_card_is_reported_with_its_line_and_a_suggestion():
    content = changed("power = 500", "powre = 500")
    assert str(only(content)) == (
        f"reed.toml:{line_of('powre', content)}: E101 REE-02: a Character has no key"
        ' "powre" (did you mean "power"?).'
    )


@pytest.mark.parametrize(
    ("content", "words", "number"),
    [
        (changed("motif", "motive"), "motive", 1),
        (changed("hue = 100", "hue = 360"), "hue", 1),
        (changed("power = 900", "power = 9000"), "9000", 1),
        (changed('name = "Ripple"\n', ""), "[[supports]]", 1),
        (changed('number = "REE-03"', 'number = "REE-02"'), '"REE-02"', 2),
        (changed("Something moved.", "Some``` moved."), "```", 1),
        (played('{ do = "buff", by = 10, whoes = "you" }'), "whoes", 1),
        (deck(f"REE-55 = 2\n{SNAILS}"), "REE-55", 1),
        (changed('title = "The Reed Bank"', 'title = """The Reed\nBank"""'), "title", 1),
        (changed("All neck.", "All \\u202e neck."), "neck", 1),
        (SOUND + 'motif = "leaf"\n["supports".x]\n', "supports", 2),
    ],
)
def test_the_line_is_that_of_the_fault(content, words, number):

    first = read(content).findings[0]
    assert first.line == line_of(words, content, number)


def test_in_a_table_over_several_lines_each_fault_has_its_own():
    content = support(SPREAD)

    found = [(finding.code, finding.line) for finding in read(content).findings]
    assert found == [("E417", line_of('do = "draw"', content)), ("E418", line_of('until = "stack"', content))]


def test_invalid_toml_is_reported_with_its_line():
    content = changed("power = 700", "power : 700")
    assert (only(content).code, only(content).line) == ("E008", line_of("power : 700", content))


def test_a_fault_of_the_whole_file_has_no_line():
    assert str(only('key = "reed"\ntitle = "Reed"')) == (
        "reed.toml: E310: there is no card and no ready deck in it."
    )


ODD = """\
a = 1
"b c".'d' = [ # one
  { e = 1.5, f = [] }, # two [[ ]]
  { g = '''
x = 1
''', h.i = 1979-05-27T07:32:00Z },
]
[j]
k = "[l]" # = 3
[j.m]
n = \"\"\"
[o]
p = 1\"\"\"
[[q]]
r = 1
[[q.s]]
t = -1_0
[[q]]
r = 2
[q.u]
v = true
"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("a",), 1),
        (("b c", "d"), 2),
        (("b c", "d", 0, "f"), 3),
        (("b c", "d", 1, "g"), 4),
        (("b c", "d", 1, "h", "i"), 6),
        (("j", "k"), 9),
        (("j", "m", "n"), 11),
        (("q", 0, "r"), 15),
        (("q", 0, "s", 0, "t"), 17),
        (("q", 1, "r"), 19),
        (("q", 1, "u", "v"), 21),
        (("q", 1, "w", 5), 18),
        (("zz",), 0),
    ],
)
def test_every_notation_of_toml_is_supported(place, line):
    assert tomllib.loads(ODD)["q"][1]["u"]["v"] is True
    assert SourceLines(list(tokens(ODD))).line(place) == line


@pytest.mark.parametrize("path", card_files("arclash"), ids=lambda path: path.stem)
def test_every_key_of_the_shipped_sets_is_found_on_its_line(path):
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    places = SourceLines(list(tokens(text)))
    for place in _places(tomllib.loads(text), ()):
        key = [step for step in place if isinstance(step, str)][-1]
        assert key in lines[places.line(place) - 1], place


def _places(value: object, place: NodePath) -> list[NodePath]:
    if isinstance(value, dict):
        return [
            each for key, inner in value.items() for each in [(*place, key), *_places(inner, (*place, key))]
        ]
    if isinstance(value, list):
        return [each for number, inner in enumerate(value) for each in _places(inner, (*place, number))]
    return []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "a table in curly brackets goes on over the end of its line"),
        ("de", "eine Tabelle in geschweiften Klammern geht über das Ende ihrer Zeile hinaus"),
    ],
)
def test_a_table_over_two_lines_is_reported_with_its_line(code: str, told: str) -> None:
    """E008: TOML has such a table on one line; a bracket in a text or a comment does not count."""
    over = SOUND + '\n[[supports]]\nname = "Curl {"  # {\nabilities = [{ on = "loses",\n then = [] }]\n'
    with speaking(language(code)):
        (fault,) = read(over).findings
        assert told in str(fault)
        assert fault.line == line_of('abilities = [{ on = "loses",', over)
        (other,) = read(SOUND + "\nname = \n").findings
        assert told not in str(other)


@pytest.mark.parametrize(
    ("usual", "typed"),
    [
        ('name = "Heron Chick"', "name\u00a0＝ “Heron Chick”"),
        ('name = "Heron Chick"', "\u2009name = „Heron Chick“ # it’s “new”"),
        ("power = 300", "power = ３００"),
        ('number = "REE-02"', 'number = "REE\u201102"'),
        ('number = "REE-02"', "number = “REE\u201302”"),
    ],
)
def test_signs_of_word_processors_are_read_outside_of_texts(usual, typed):
    assert read(changed(usual, typed)).set == read(SOUND).set


def test_signs_within_texts_stay_as_they_were_typed():
    shown = read(changed('name = "Heron Chick"', 'name = "Heron’s – “Chick”"')).set
    assert shown.characters[0].name == "Heron’s – “Chick”"
