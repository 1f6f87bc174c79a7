"""`table` on the command line: a designer's afternoon with the file of the guide."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

from PIL import Image

from bot.games.freetable.tablefiles import FOLDER
from bot.parts.tables.bundle import besides
from renderers.kit.cards.uploads import Redrawn
from tests.cli.conftest import Run
from tests.games.freetable.test_files import DRAWN, HEAD
from tests.games.freetable.test_pictures import ISLE, SHEET, deck
from tests.parts.tables.cogs.test_tables import MARKET
from tests.renderers.uploaded import RED_AND_BLUE, halves, png


def test_the_file_of_the_guide_is_checked_corrected_and_drawn(bot: Run, tmp_path: Path) -> None:
    file = tmp_path / "market.toml"
    file.write_text(MARKET.replace("shuffle goods", "shufle goods").replace('kind = "die"', 'kind = "dice"'))
    faulty = bot("table check market.toml")
    assert faulty.returncode == 1
    assert 'E104: piece 1, kind: "dice" is no word for "kind"' in faulty.stdout
    file.write_text(MARKET.replace("shuffle goods", "shufle goods"))
    assert 'E705: start 1: "shufle goods" cannot be read' in bot("table check market.toml").stdout
    file.write_text(MARKET)
    assert bot("table check market.toml").stdout == "market.toml: My night market, no error.\n"
    drawn = bot("table show market.toml --png market.png")
    assert "My night market, 1280 by" in drawn.stdout
    with Image.open(tmp_path / "market.png") as picture:
        assert picture.width == 1280
    assert bot("table check nothing.toml").returncode != 0


def test_a_table_of_the_bot_s_own_is_drawn_and_a_copy_needs_another_key(bot: Run, tmp_path: Path) -> None:
    own = FOLDER / "night-market.toml"
    assert "Night market, 1280 by" in bot(f"table show {own} --png own.png").stdout
    assert "Night market, no error." in bot(f"table check {own}").stdout
    shutil.copy(own, tmp_path)
    assert 'E602: key: "night-market" is one that comes' in bot("table check night-market.toml").stdout


def test_cards_beside_the_file_are_read_and_turned_into_other_forms(bot: Run, tmp_path: Path) -> None:
    start = MARKET.index('csv = """')
    alone = MARKET[:start] + 'csv = "goods.csv"' + MARKET[MARKET.index('"""', start + 9) + 3 :]
    (tmp_path / "market.toml").write_text(alone)
    assert "was not given together" in bot("table check market.toml").stdout
    (tmp_path / "goods.csv").write_text("name;qty\nPears;many\n")
    assert "row 2" in bot("table check market.toml").stdout
    (tmp_path / "goods.csv").write_text("name;qty\nPears;20\nSilk;9\n")
    assert "no error" in bot("table check market.toml").stdout
    assert "name it with --out" in bot("table cards goods.csv --to tabletop").stderr
    assert "2 different cards" in bot("table cards goods.csv --to tabletop --out deck.zip").stdout
    with zipfile.ZipFile(tmp_path / "deck.zip") as folder:
        saved = folder.read("Saves/Saved Objects/deck.json")
        sheet = next(folder.read(name) for name in folder.namelist() if name.endswith(".jpg"))
    assert len(json.loads(saved)["ObjectStates"][0]["ContainedObjects"]) == 29
    (tmp_path / "deck.json").write_bytes(saved)
    assert bot("table cards deck.json").stdout == "name,text,qty\nPears,,20\nSilk,,9\n"
    assert "sheet 1 was not given along" in bot("table cards deck.json").stderr
    (tmp_path / "deck-1.jpg").write_bytes(sheet)
    assert "Pears,,20,deck-1.jpg 10x7 1\n" in bot("table cards deck.json").stdout
    assert bot("table cards deck.json --to list").stdout == "20 Pears\n9 Silk\n"
    (tmp_path / "bad.json").write_text("{")
    assert bot("table cards bad.json").returncode == 1


def test_pictures_beside_the_file_are_a_board_and_sheets(bot: Run, tmp_path: Path) -> None:
    (tmp_path / "isle.toml").write_text(ISLE)
    (tmp_path / "beasts.json").write_bytes(deck(100, 101))
    missing = bot("table check isle.toml")
    assert "the picture island.png was not given together with this one" in missing.stdout
    assert "sheet 1 was not given along" in missing.stderr
    (tmp_path / "island.png").write_bytes(b"GIF89a")
    faulty = bot("table check isle.toml")
    assert "isle.toml: island.png: This is a GIF, not a PNG" in faulty.stdout
    assert "E708" in faulty.stdout
    (tmp_path / "island.png").write_bytes(RED_AND_BLUE)
    (tmp_path / "beasts-1.png").write_bytes(SHEET)
    checked = bot("table check isle.toml")
    assert checked.stdout == "isle.toml: The isle, no error.\n"
    assert "not given" not in checked.stderr
    assert "The isle, 1280 by" in bot("table show isle.toml --png isle.png").stdout


def test_a_picture_in_the_folder_replaces_the_one_in_the_file_with_its_own_size(
    bot: Run, tmp_path: Path
) -> None:
    """As on Discord: places in pixels are counted on the new picture; names differ by case and signs."""
    board = '[[zone]]\nname = "b"\nkind = "board"\npicture = "b.png"\nspots = ["Inn 250 10"]\n'
    (tmp_path / "own.toml").write_text(f"{HEAD}{board}{DRAWN}")
    assert "the picture has 200 by 100" in bot("table check own.toml").stdout
    (tmp_path / "b.png").write_bytes(png(halves(300, 100, (20, 90, 30), (20, 40, 220))))
    assert bot("table check own.toml").stdout == "own.toml: Own, no error.\n"
    (tmp_path / "b.png").rename(tmp_path / "B.PNG")
    assert "the picture has 200 by 100" in bot("table check own.toml").stdout, "it names no such file"
    pictures = {"b.png": Redrawn(b"old", 200, 100), "c.png": Redrawn(b"other", 10, 10)}
    assert besides(pictures, ["B (1).PNG", "B.png"]) == {"c.png": pictures["c.png"]}
