"""Each thing that once misled a designer, as a file of some ten lines and what the commands say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Told

HEAD = 'key = "ten"\ntitle = "Ten"\n'
BUFF = '{ on = "played", then = [{ do = "buff", by = 50 }] }'


def support(ability: str = BUFF, name: str = "Kettle") -> str:
    return f'{HEAD}[[supports]]\nnumber = "TEN-01"\nname = "{name}"\nabilities = [{ability}]\n'


def character(ability: str, level: int = 1, more: str = "") -> str:
    card = f'[[characters]]\nnumber = "TEN-02"\nname = "Cup"\nlevel = {level}\npower = {level * 200 + 100}\n'
    return f"{HEAD}{card}{more}abilities = [{ability}]\n"


def event(ability: str, cost: int = 1) -> str:
    card = f'[[events]]\nnumber = "TEN-01"\nname = "Flood"\ngenre = "Modern"\ndeck = {cost}\nplay = {cost}\n'
    return f"{HEAD}{card}abilities = [{ability}]\n"


NEVER = '{ do = "if", test = { test = "level", at_most = 1 }, then = [{ do = "draw" }] }'
SWEEP = '{ on = "played", then = [{ do = "damage", to = { pieces = "enemy", how = "all" }, by = 6 }] }'
ON_FRIENDS = '{ on = "played", then = [{ do = "damage", to = { pieces = "friend" }, by = 2 }] }'
BOMB = f"""{HEAD}[[characters]]
number = "TEN-01"
name = "Bomb"
genre = "Modern"
deck = 3
play = 1
speed = 3
defense = 4
abilities = [{{ on = "damaged", then = [{{ do = "damage", to = {{ how = "all" }}, by = 1 }}] }}]
"""

TOLD = {
    "board wipe": (event(SWEEP, 3), "A305 TEN-01: abilities 1, then 1: of about 3 Characters each takes 6"),
    "not judged": (event(SWEEP, 3), "Costs are not judged of TEN-01"),
    "chain": (BOMB, "A306 TEN-01: abilities 1, then 1: who is damaged by this may have the same ability"),
    "own side": (event(ON_FRIENDS), "A307 TEN-01: abilities: this harms only your own side"),
    "cancel too early": (
        character('{ on = "start-of-battle", then = [{ do = "cancel" }] }'),
        "A210 TEN-02: abilities 1, then 1: no Support is in play at this moment",
    ),
    "nothing to do": (
        support().replace(f"abilities = [{BUFF}]\n", ""), "A209 TEN-01: this Support does nothing"
    ),
    "level 1 on a level 2": (
        character(f'{{ on = "start-of-battle", then = [{NEVER}] }}', 2, "advances = [{}]\n"),
        "A003 TEN-02: abilities 1, then 1, test: this is never true here",
    ),
    "own hand": (
        support('{ on = "played", then = [{ do = "discard", whose = "you", count = 2 }] }'),
        "A211 TEN-01: abilities: this helps only the opponents",
    ),
    "own power": (
        support('{ on = "played", then = [{ do = "debuff", whose = "you", by = 50 }] }'),
        "A211 TEN-01: abilities: this helps only the opponents",
    ),
    "written already": (
        character('{ on = "start-of-battle", then = [{ do = "buff", by = 50 }] }', 2,
                  'advances = [{ which = { name = "Kettle" } }]\n')
        + support().removeprefix(HEAD),
        "E307 TEN-02: advances 1: [Kettle] is on no Character, so there is none to advance from.",
    ),
    "single brackets": (
        support().replace("[[supports]]", "[supports]"), "E103: each card begins with its table in double"
    ),
    "missing quote": (support().replace('"Kettle"', '"Kettle'), "E008: this is not TOML: a double quote is"),
    "no such effect": (
        character('{ on = "start-of-battle", then = [{ do = "repeat", times = 3 }] }'),
        'there is no effect "repeat": it could be buff',
    ),
    "japanese": (support(name="鷺の書"), "A004 TEN-01: name: pictures draw these letters only if the host"),
    "long name": (
        support(name="Donaudampfschifffahrtsgesellschaftsreihe"),
        "A005 TEN-01: name: the picture of the card cuts this name.",
    ),
    "long name in German": (
        f'{support()}[words.de]\nKettle = "Donaudampfschifffahrtsgesellschaftsreihe"\n',
        "A005 TEN-01: name: in German: the picture of the card cuts this name.",
    ),
}  # fmt: skip
RIGHT = {
    "curly quotes": support().replace('"Kettle"', "“Kettle”"),
    "arabic": support(name="قلم رصاص"),
    "thai": support(name="ชาไทย"),
    "hebrew": support(name="ספר קצר"),
}


@pytest.mark.parametrize("what", TOLD)
def test_what_misled_is_told(what: str, told: Told, tmp_path: Path) -> None:
    content, sentence = TOLD[what]
    (tmp_path / "ten.toml").write_text(content, "utf-8")
    game = "overcross" if "genre" in content else "arclash"
    code, words = told(f"cards check ten.toml --game {game}")
    assert sentence in words
    assert code == (1 if ": E" in words else 0)
    assert told(f"cards check ten.toml --game {game} --language de")[0] == code


@pytest.mark.parametrize("what", RIGHT)
def test_what_is_right_is_not_reproached(what: str, told: Told, tmp_path: Path) -> None:
    (tmp_path / "ten.toml").write_text(RIGHT[what], "utf-8")
    assert told("cards check ten.toml --game arclash") == (0, "1 file, 1 card: no error, no advice.\n")


CHANGES = {
    "words": (
        f'{support()}[words.de]\nKettle = "Kessel"\n',
        lambda old: old.replace("Kessel", "Kanne"),
        ("Kessel", "Kanne"),
    ),
    "hue": (
        f'{HEAD}[lineages.tea]\ntitle = "Tea"\nmotif = "leaf"\nhue = 10\n{support().removeprefix(HEAD)}',
        lambda old: old.replace("hue = 10", "hue = 20").replace("leaf", "wave"),
        ("lineage “Tea”", "another drawing", "hue 20 instead of 10"),
    ),
    "keyword": (
        f'{HEAD}[keywords.warm]\nname = {{ en = "Warm", de = "Warm" }}\n'
        'on = "played"\nthen = [{ do = "draw" }]\n'
        + support().removeprefix(HEAD).replace("abilities", 'keywords = ["warm"]\nabilities'),
        lambda old: old.replace('"Warm"', '"Warming"'),
        ("Warm", "Warming"),
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_different_is_told(what: str, told: Told, tmp_path: Path) -> None:
    old, change, parts = CHANGES[what]
    (tmp_path / "old.toml").write_text(old, "utf-8")
    (tmp_path / "new.toml").write_text(change(old), "utf-8")
    code, words = told("cards diff old.toml new.toml --game arclash")
    assert code == 0, words
    assert "Nothing is different" not in words
    for part in parts:
        assert part in words


def test_a_new_name_is_told_in_german_with_both_names(told: Told, tmp_path: Path) -> None:
    pot = '[words.de]\nPot = "Kessel"\n'
    (tmp_path / "old.toml").write_text(support() + '[words.de]\nKettle = "Kessel"\n', "utf-8")
    (tmp_path / "new.toml").write_text(support(name="Pot") + pot, "utf-8")
    code, said = told("cards diff old.toml new.toml --game arclash --language de")
    assert code == 0
    assert "heißt „Pot“ statt „Kettle“" in said


def test_a_set_of_which_no_deck_can_be_made_is_not_measured_in_silence(told: Told, tmp_path: Path) -> None:
    """Three cards of a side of its own: the lab says at once that it cannot play them, and why."""
    cards = "".join(
        f'[[characters]]\nnumber = "TEN-0{at}"\nname = "Guest {at}"\ngenre = "Modern"\nside = "Tea"\n'
        "deck = 2\nplay = 1\nspeed = 3\ndefense = 4\n"
        for at in (1, 2, 3)
    )
    (tmp_path / "ten.toml").write_text(HEAD + cards, "utf-8")
    code, words = told("balance overcross --set ten.toml --games 2 --jobs 1")
    assert code != 0
    assert "No deck that can be played holds Guest 1 (TEN-01)" in words
