"""A match with cards of a server is verified with the card files (ARC-19)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.engine.audit import encode
from bot.engine.cards.files.reading import read_card_set
from bot.engine.errors import BadOptions
from bot.games.arclash.cardgame import FORMAT, ArclashCards
from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.game import CARDS as ARCLASH_CARDS
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.computers import COMPUTERS
from bot.games.freetable.tablefiles import table_format, use
from bot.games.registry import GAMES
from bot.games.simulation import Series, audit_of
from bot.host.cli.commands import CannotStart
from bot.host.cli.files import learn_card_files
from bot.host.cli.table import learn_tables
from bot.matches.options import read_options
from bot.parts.tables.bundle import joined
from bot.parts.tables.service import read_table
from renderers.kit.cards.uploads import rewritten_for_table
from tests.games.freetable.test_pictures import ISLE, deck
from tests.golden.lively import Lively
from tests.parts.workshop.sets.uploads import BROKEN, HERONS
from tests.renderers.uploaded import RED_AND_BLUE


def test_a_match_with_cards_of_a_server_is_verified_with_their_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """These cards exist in this test only: no other test has added them to the bot's library."""
    content = HERONS.replace(b"Herons that stand still.", b"Herons of a match that is verified.")
    own = read_card_set(content, "reed.toml", FORMAT, ARCLASH_CARDS.standard).set
    assert own is not None
    pool = ARCLASH_CARDS.standard.with_sets([own])
    rules = ArclashRules(Library(ARCLASH_CARDS.standard))
    rules.library.add(pool)
    options = read_options(rules, {"cards": pool.hash, "score": 3}, 2)
    series = Series(
        rules=rules, options=options, seats=2, players=(COMPUTERS["random"],) * 2, games=1, seed="herons"
    )
    found = audit_of(series, series.play(0))
    assert found.cards == pool.hash
    audit, cards = tmp_path / found.file_name, tmp_path / "reed.toml"
    audit.write_bytes(encode(found))
    cards.write_bytes(content)
    assert main(["verify", str(audit)]) == 1
    assert "name the files of its cards with --cards" in capsys.readouterr().err
    assert main(["verify", str(audit), "--cards", str(cards)]) == 0
    assert capsys.readouterr().out.endswith(": all agree\n")


def test_a_match_at_a_table_of_a_server_is_verified_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the file that /free-table show gives out, pictures and all; another one does not do."""
    picture = rewritten_for_table(RED_AND_BLUE)
    own = ISLE.replace('title = "The isle"', 'title = "An isle to verify"')
    made = joined(own.encode(), {"beasts.json": deck(100, 101)}, {"island.png": picture})
    file = read_table(made.content, "isle.toml", table_format()).value
    assert file is not None
    series = Series(
        rules=GAMES["free-table"].rules,
        options=read_options(GAMES["free-table"].rules, {"table": "isle", "pinned": use(file)}, 2),
        seats=2,
        players=(Lively({"pass": 9, "end": 1, "agree": 9}),) * 2,
        games=1,
        seed="isle",
    )
    found = audit_of(series, series.play(0))
    audit, table = tmp_path / found.file_name, tmp_path / "isle.toml"
    audit.write_bytes(encode(found))
    for _ in range(2):
        GAMES["free-table"].rules.forget_idle_cards()
    assert main(["verify", str(audit)]) == 1
    assert "name the files of its cards with --cards" in capsys.readouterr().err
    table.write_bytes(made.content.replace(b"spots", b"spotz"))
    with pytest.raises(CannotStart, match="E101"):
        learn_tables([table])
    table.write_bytes(made.content.replace(b"An isle", b"No isle"))
    assert main(["verify", str(audit), "--cards", str(table)]) == 1
    table.write_bytes(made.content)
    assert main(["verify", str(audit), "--cards", str(table)]) == 0
    assert capsys.readouterr().out.endswith(": all agree\n")


def test_sets_are_used_alone_and_beside_the_usual_ones() -> None:
    library = Library(ARCLASH_CARDS.standard)
    files = sorted((Path(__file__).parent.parent / "data" / "arclash" / "sets").glob("*.toml"))[:3]
    learn_card_files(files, ArclashCards(library))
    keys = {file.stem for file in files}
    alone = Pool([one for one in ARCLASH_CARDS.standard.sets if one.key in keys])
    assert alone.hash in library


@pytest.mark.parametrize(
    ("content", "refused", "sentence"),
    [
        (BROKEN, CannotStart, "E105"),
        (b"\xff\xfe", CannotStart, "E002"),
        (None, BadOptions, "there is no such file"),
    ],
)
def test_an_invalid_card_file_is_refused_in_a_sentence(
    tmp_path: Path, content: bytes | None, refused: type[Exception], sentence: str
) -> None:
    path = tmp_path / "reed.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(refused, match=sentence):
        learn_card_files([path], ArclashCards(Library(ARCLASH_CARDS.standard)))
