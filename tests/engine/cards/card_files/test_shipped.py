"""The shipped sets have no finding (ARC-19)."""

from __future__ import annotations

import pytest

from bot.engine.cards.files.reading import CardFile, check, check_together
from bot.engine.cards.files.tokens import SHIPPED
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards.cards import Pool
from bot.games.card_games import CARD_GAMES
from bot.games.catalogue import CatalogueError, card_files, card_game
from bot.games.registry import GAMES
from tests.engine.cards.card_files.mutating import file_of
from tests.engine.cards.card_files.sound import SOUND, changed, read
from tests.games.arclash.shipped import arclash_pool, pool_in


def test_the_shipped_sets_have_no_finding():
    files = [CardFile(path.read_bytes(), path.name, FORMAT, SHIPPED) for path in card_files("arclash")]
    readings = check_together(files)
    assert [str(finding) for reading in readings for finding in reading.findings] == []
    assert len(readings) == len(arclash_pool().sets) >= 4


def test_every_process_reads_the_sets_checked_here():
    for key, game in CARD_GAMES.items():
        cards = GAMES[key].cards
        assert cards is not None
        assert game.key == key, "its folder has its key as its name"
        assert card_game(game).library.standard.hash == cards.library.standard.hash


def test_every_game_with_cards_is_found_by_its_folder():
    assert {*CARD_GAMES} == {key for key, game in GAMES.items() if game.cards is not None}


def test_the_shipped_sets_are_read_back_unchanged():
    pool = arclash_pool()
    files = [CardFile(file_of(one), one.key, FORMAT, SHIPPED) for one in pool.sets]
    again = [reading.set for reading in check_together(files)]
    assert Pool([one for one in again if one]).hash == pool.hash


def test_a_set_may_refer_to_another_and_is_refused_without_it():
    leaning = SOUND.replace('{ word = "Heron" } }', '{ word = "Stork" } }')
    stork = (
        'key = "storks"\ntitle = "Storks"\n'
        '[[characters]]\nnumber = "STO-01"\nname = "Stork"\nlevel = 1\npower = 100\n'
    )
    assert [finding.code for finding in read(leaning).findings] == ["E307"]
    both = check_together([CardFile(leaning, "reed.toml", FORMAT), CardFile(stork, "storks.toml", FORMAT)])
    assert [finding for reading in both for finding in reading.findings] == []


def test_a_set_that_is_no_file_is_checked_without_lines():
    card_set = read(changed("power = 300", "power = 400")).set
    assert check(card_set, FORMAT) == ()
    faulty = read(changed("power = 300", "power = 450")).set
    assert [str(finding) for finding in check(faulty, FORMAT, source="the reeds")] == [
        "the reeds: A101 REE-01: power: a Level 1 has a power of 0 to 400, not 450."
    ]


@pytest.fixture
def data(tmp_path):
    """Return a data folder without a set."""
    (tmp_path / "arclash" / "sets").mkdir(parents=True)
    return tmp_path


def reeds(data, content):
    """Make this the only set of a data folder."""
    path = data / "arclash" / "sets" / "reed.toml"
    path.write_text(content)
    return path


def fault(data):
    with pytest.raises(CatalogueError) as raised:
        pool_in(data)
    return str(raised.value)


def test_the_catalogue_has_all_sets_as_one_pool_also_with_advice(data):
    reeds(data, changed("power = 300", "power = 450"))
    assert list(pool_in(data).cards) == ["REE-01", "REE-02", "REE-03", "REE-04", "REE-11"]
    assert pool_in(data).cards["REE-01"].power == 450


def test_a_fault_of_a_shipped_set_is_reported_with_file_and_line(data, tmp_path):
    path = reeds(data, changed("power = 300", "powre = 300"))
    assert fault(data).startswith(f"{path}:14: E101 REE-01: ")
    path.write_text("x = 1\ny = 2\n")
    assert fault(data).endswith("There is more: 4 errors in this file.")
    reeds(data, SOUND).rename(path.with_name("bank.toml"))
    assert 'the key "reed" must be the file name' in fault(data)
    assert "there is no card file" in fault(tmp_path / "nothing")
