"""`language`: what a translator is told, and what becomes of the catalogues."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import language
from bot.languages.catalogues import codes, read_catalogue
from bot.languages.sources import PARTS


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the catalogues, to be changed."""
    copied = tmp_path / "data" / "languages"
    shutil.copytree(language.FOLDER, copied)
    monkeypatch.setattr(language, "FOLDER", copied)
    return copied


def test_a_complete_language_that_no_update_would_change_is_said_to_be_complete(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["language", "check", "de"]) == 0
    assert capsys.readouterr().out == "de: Deutsch is complete\n"


def test_a_missing_translation_is_told_with_its_part_and_counted(
    catalogues: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = catalogues / "de" / "posts.po"
    text = path.read_text(encoding="utf-8")
    assert 'msgstr "Mitspielen"' in text
    path.write_text(text.replace('msgstr "Mitspielen"', 'msgstr ""'), encoding="utf-8")
    assert main(["language", "check"]) == 1
    assert capsys.readouterr().out == "de: posts: 'Join': has no translation\n"
    assert main(["language", "list"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].split() == ["en", "English", "written", "in", "the", "program"]
    done, _, whole, _ = told[1].split()[2:]
    assert int(whole) - int(done) == 1


def test_a_catalogue_in_another_order_than_an_update_writes_is_told_and_mended(
    catalogues: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = catalogues / "de" / "posts.po"
    before = path.read_bytes()
    head, first, second, rest = before.split(b"\n\n", 3)
    path.write_bytes(b"\n\n".join((head, second, first, rest)))
    assert main(["language", "check", "de"]) == 1
    assert capsys.readouterr().out == (
        "de/posts.po is not as `python -m bot language update` writes it: run it\n"
    )
    assert main(["language", "update", "de", "--part", "posts"]) == 0
    assert path.read_bytes() == before


def test_an_update_puts_new_messages_in_and_takes_old_ones_out(
    catalogues: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = catalogues / "de" / "papyrus.po"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('msgid "Confetti"', 'msgid "Streamers"'), encoding="utf-8")
    assert main(["language", "update", "de", "--part", "papyrus"]) == 0
    assert "1 to be translated" in capsys.readouterr().out
    updated = read_catalogue(path)
    assert updated.get("Streamers") is None
    added = updated.get("Confetti")
    assert added is not None
    assert added.string == "", "nothing is guessed"


def test_a_further_language_gets_a_catalogue_for_each_part(
    catalogues: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["language", "update", "pt-BR"]) == 0
    assert {path.stem for path in (catalogues / "pt_BR").iterdir()} == set(PARTS)
    assert capsys.readouterr().out.count("data/languages/pt_BR/") == len(PARTS)
    assert main(["language", "check", "pt_BR"]) == 1
    assert "pt_BR" in codes(catalogues)


@pytest.mark.parametrize("word", ["klingon", "../de", " ", "d e"])
def test_a_language_that_is_none_gets_a_sentence(
    word: str, catalogues: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["language", "update", word]) == 1
    assert "There is no language" in capsys.readouterr().err
    assert [path.name for path in catalogues.iterdir()] == ["de"]
