"""`language`: the messages for a translator, and the changes of the catalogues."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from bot.base.languages.catalogues import FOLDER, codes, read_catalogue
from bot.base.languages.sources import PARTS
from bot.host.cli import language
from tests.cli.conftest import Told


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the catalogues that a test can change."""
    copied = tmp_path / "data" / "languages"
    shutil.copytree(language.FOLDER, copied)
    monkeypatch.setattr(language, "FOLDER", copied)
    return copied


def test_a_complete_and_updated_language_is_reported_as_complete(told: Told) -> None:
    assert told("language check de") == (0, "de: Deutsch is complete\n")


def test_missing_translations_and_catalogues_to_update_are_reported_by_part(
    catalogues: Path, told: Told
) -> None:
    posts, papyrus = catalogues / "de" / "posts.po", catalogues / "de" / "papyrus.po"
    text, before = posts.read_text(encoding="utf-8"), papyrus.read_bytes()
    assert 'msgstr "Mitspielen"' in text
    posts.write_text(text.replace('msgstr "Mitspielen"', 'msgstr ""'), encoding="utf-8")
    head, first, second, rest = before.split(b"\n\n", 3)
    papyrus.write_bytes(b"\n\n".join((head, second, first, rest)))
    code, words = told("language check")
    assert code == 1
    assert words.splitlines() == [
        "de: posts: 'Join': has no translation",
        "de/papyrus.po is not as `python -m bot language update` writes it: run it",
    ]
    code, words = told("language list")
    english, german = words.splitlines()
    assert code == 0
    assert english.split() == ["en", "English", "written", "in", "the", "program"]
    done, _, whole, _ = german.split()[2:]
    assert int(whole) - int(done) == 1
    assert told("language update de --part papyrus")[0] == 0
    assert papyrus.read_bytes() == before


def test_an_update_adds_new_messages_and_removes_old_ones(catalogues: Path, told: Told) -> None:
    path = catalogues / "de" / "papyrus.po"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('msgid "Confetti"', 'msgid "Streamers"'), encoding="utf-8")
    code, words = told("language update de --part papyrus")
    assert code == 0
    assert "1 to be translated" in words
    updated = read_catalogue(path)
    assert "Streamers" not in path.read_text(encoding="utf-8")
    added = updated.get("Confetti")
    assert added is not None
    assert added.string == "", "nothing is guessed"


def test_a_further_language_gets_a_catalogue_for_each_part(catalogues: Path, told: Told) -> None:
    code, words = told("language update pt-BR")
    assert code == 0
    assert words.count("data/languages/pt_BR/") == len(PARTS)
    assert {path.stem for path in (catalogues / "pt_BR").glob("*.po")} == set(PARTS)
    assert told("language check pt_BR")[0] == 1
    assert "pt_BR" in codes(catalogues)


@pytest.mark.parametrize("word", ["klingon", "../de", " ", "d e"])
def test_an_invalid_language_is_refused_in_a_sentence(word: str, catalogues: Path, told: Told) -> None:
    code, words = told("language update", word)
    assert (code, "There is no language" in words) == (1, True)
    assert [path.name for path in catalogues.iterdir()] == ["de"]


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext is not installed")
def test_msgfmt_takes_every_catalogue(tmp_path: Path) -> None:
    """Editors and Weblate check as msgfmt does: what it refuses, they refuse to save."""
    for file in sorted(FOLDER.glob("*/*.po")):
        command = ["msgfmt", "--check", "--output-file", str(tmp_path / "x.mo"), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
