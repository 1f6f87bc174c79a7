"""`verify`: an unchanged audit file passes, and a change is found at any place."""

from __future__ import annotations

import copy
import hashlib
import json
import random
from pathlib import Path

import msgspec
import pytest

from bot.__main__ import main
from bot.database.migrate import migrate
from bot.engine import audit
from bot.engine.audit import AuditDraw, BadAudit
from bot.engine.fair import Stream
from bot.games.computers import COMPUTERS
from tests.audited import (
    RULES,
    audits,
    dice_match_the_seed,
    is_consistent,
    plain,
    series,
    verdict,
    with_undo,
)
from tests.matches.table import ANN, CHANNEL, Table, TestClock
from tests.tampering import forged_moves, one_change, put, tampered


@pytest.fixture(scope="module")
def honest():
    (found,) = audits(series(players=["skirmisher"], seed="no tie"))
    assert found.draws[0].result[0] != found.draws[0].result[1], (
        "a tie that is left out leads to the same match"
    )
    return plain(found)


@pytest.fixture(scope="module")
def undone():
    return plain(with_undo(bytes(range(1, 33)), ["Käse 紙", 'say "hi" \\ 🎲']))


def written(value) -> bytes:
    return json.dumps(value).encode()


def changes_found(value) -> str:
    sentence = verdict(written(value))
    assert sentence, "all agreed"
    assert sentence.isprintable()
    return sentence


def test_matches_of_all_kinds_agree():
    wanted = [
        series(games=3),
        series({"squad": 4, "critical": True, "rounds": 5}, players=["skirmisher"]),
        series({"squad": 2, "map": "sticky-note", "kinds": "intermediate"}),
        series({"squad": 3, "width": 12, "height": 12}, seats=4),
    ]
    assert [verdict(audit.encode(found)) for each in wanted for found in audits(each)] == [""] * 6


def test_a_match_with_words_and_undone_moves_agrees(undone):
    assert any(draw["void"] for draw in undone["draws"])
    assert verdict(written(undone)) == ""


def test_every_single_change_is_found(honest):
    seen, missed = 0, []
    for label, changed in tampered(honest):
        seen += 1
        if not verdict(written(changed)):
            missed.append(label)
    assert missed == []
    assert seen > 1000


def test_every_changed_draw_of_a_match_with_undone_moves_is_found(undone):
    """Only its dice tell the purpose of an undone move: one in six changed purposes gives the same dice."""
    changes = list(tampered(undone, only="draw"))
    missed = [(label, changed) for label, changed in changes if not verdict(written(changed))]
    assert all(dice_match_the_seed(changed) and is_consistent(changed) for _, changed in missed)
    assert all(label.endswith(("another purpose", "other dice")) for label, _ in missed)
    assert len(changes) > 500
    assert len(missed) < len(changes) / 100


def test_a_forged_move_is_found_unless_the_match_is_consistent(honest):
    forged = list(forged_moves(honest))
    agreed = [label for label, changed in forged if not verdict(written(changed))]
    assert agreed == [label for label, changed in forged if is_consistent(changed)]
    assert len(agreed) < len(forged) / 10


def test_every_changed_byte_is_found_unless_the_meaning_is_the_same(honest):
    assert_changed_bytes_are_found(written(honest), random.Random(5), 300)


@pytest.mark.soak
def test_a_thousand_matches_agree_and_their_changes_are_found():
    rng = random.Random("soak")
    for found in audits(series(games=1000)):
        assert verdict(audit.encode(found)) == ""
        label, changed = one_change(plain(found), rng)
        assert verdict(written(changed)), label
        assert_changed_bytes_are_found(audit.encode(found), rng, 3)


def assert_changed_bytes_are_found(content: bytes, rng: random.Random, times: int) -> None:
    original = json.loads(content)
    for _ in range(times):
        at = rng.randrange(len(content))
        changed = (
            content[:at] + bytes([rng.choice(b'0123456789abcdef"{}[]:,. \\-tx\xff\x00')]) + content[at + 1 :]
        )
        if not verdict(changed):
            now = json.loads(changed)
            assert now == original or is_consistent(now), f"byte {at} is {changed[at : at + 1]!r}"


def test_blanks_key_order_escapes_and_an_omitted_void_change_nothing(honest):
    again = json.loads(json.dumps(honest))
    for draw in again["draws"]:
        del draw["void"]
    turned_over = dict(reversed(again.items()))
    assert verdict(json.dumps(turned_over, indent=3, ensure_ascii=True).encode()) == ""


def test_the_sentence_names_the_fault(honest):
    draw = next(draw for draw in honest["draws"] if draw["purpose"] == "attack")
    n, (die,) = draw["n"], draw["result"]
    other = copy.deepcopy(honest["draws"])
    other[n]["result"] = [die % 6 + 1]
    end = len(honest["draws"])
    stream = Stream(honest["match"], bytes.fromhex(honest["seed"]), honest["words"], counter=end)
    stream.roll("attack")
    extra = msgspec.to_builtins(AuditDraw.of(stream.draws[0]))
    for changes, sentence in (
        ({"draws": other}, f"draw {n} (attack): the file says {die % 6 + 1}, the seed gives {die}."),
        (
            {"draws": [*honest["draws"], extra]},
            f"draw {end} (attack) is in the file, and the match played again does not make it.",
        ),
        ({"outcome": None}, "the file says the match was abandoned"),
        ({"game": "go"}, 'there is no game "go" here, only papyrus'),
    ):
        assert sentence in changes_found({**honest, **changes})
    twice = written(honest).replace(b'"seats": 2', b'"seats": 3, "seats": 2')
    assert 'the key "seats" is twice' in verdict(twice)
    without = {key: value for key, value in honest.items() if key != "seed"}
    assert changes_found(without) == "There is no seed in it: a match shows its seed only when it has ended."


def test_an_undone_draw_that_is_not_marked_void_is_found(undone):
    changed = copy.deepcopy(undone)
    next(draw for draw in changed["draws"] if draw["void"] and draw["purpose"] == "attack")["void"] = False
    changes_found(changed)


def test_an_abandoned_match_agrees_and_has_no_outcome():
    (found,) = audits(series(players=["random"], most_actions=60))
    assert found.outcome is None
    assert verdict(audit.encode(found)) == ""


def test_of_a_match_never_started_only_the_commitment_is_checked(honest):
    lobby = {**honest, "seats": 1, "words": ["hello"], "draws": [], "actions": [], "outcome": None}
    assert verdict(written(lobby)) == ""
    assert "the commitment" in changes_found({**lobby, "seed": "00" * 32})


def test_the_command_confirms_a_plain_or_compressed_file_in_one_line(tmp_path, capsys):
    (found,) = audits(series())
    content = audit.encode(found)
    file, packed = [tmp_path / f"{found.file_name}{more}" for more in ("", audit.PACKED)]
    file.write_bytes(content)
    packed.write_bytes(audit.pack(content))
    summary = f"papyrus, 2 seats, {len(found.actions)} actions, {len(found.draws)} draws: all agree\n"
    for path, more in ((file, []), (packed, ["--sha256", hashlib.sha256(content).hexdigest()])):
        assert main(["verify", str(path), *more]) == 0
        printed = capsys.readouterr()
        assert (printed.out, printed.err) == (f"{path.name}: {summary}", "")


def test_the_command_names_a_fault_in_one_line(tmp_path, capsys, honest):
    assert refused(tmp_path, capsys, written({**honest, "rules": "7"})) == (
        "hostile.json: it was played under version 7 of the rules of papyrus, and this program has "
        "version 1: take the program that the match was played with."
    )


def refused(folder: Path, capsys, content: bytes, name: str = "hostile.json") -> str:
    """Verify a file that is not correct; return the message, which is one line without control characters."""
    (folder / name).write_bytes(content)
    assert main(["verify", str(folder / name)]) == 1
    return one_line(capsys)


def one_line(capsys) -> str:
    printed = capsys.readouterr()
    assert printed.out == ""
    line, end, rest = printed.err.partition("\n")
    assert (end, rest) == ("\n", "")
    assert line.isprintable()
    assert ": " in line
    assert len(line) < 600
    return line


HOSTILE = {
    "empty": b"",
    "blank": b" \n",
    "no JSON": b"tablepost",
    "cut off": b'{"format": "tablepost-audit/1", "match": "abc',
    "other bytes": bytes(range(256)),
    "a picture": b"\x89PNG\r\n\x1a\n",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"format": 1}'.encode("utf-16"),
    "null": b"null",
    "a list": b"[]",
    "nested": b"[" * 200_000,
    "nested in options": b'{"format": "tablepost-audit/1", "options": {"a": ' + b"[" * 200_000,
    "a huge number": b'{"format": "tablepost-audit/1", "seats": ' + b"9" * 10_000 + b"}",
    "no number": b'{"format": "tablepost-audit/1", "seats": NaN}',
    "half a letter": b'{"format": "tablepost-audit/1", "match": "\\ud800"}',
    "a terminal's escape": b'{"\\u001b[2J": 1, "format": "tablepost-audit/1"}',
    "two values": b"{} {}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_content_is_refused_in_a_sentence(name, tmp_path, capsys):
    refused(tmp_path, capsys, HOSTILE[name])


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("options", "grid"), "#" * 1300),
        (("options", "squad"), 10**30),
        (("options", "map"), "\x1b[31m"),
        (("game",), "\x1b]0;title\x07"),
        (("rules",), "1\n2"),
        (("seats",), 999),
        (("draws", 0, "count"), 2**62),
        (("draws", 0, "sides"), 2**64 + 1),
        (("draws", 0, "sides"), 2**64),
        (("draws", 0, "n"), 2**80),
        (("draws", 0, "purpose"), "first\nplayer"),
        (("draws", 0), {"n": 0, "purpose": "p", "kind": "pick", "size": 0, "result": [0]}),
        (("draws", 0), {"n": 0, "purpose": "p", "kind": "pick", "size": 2**63 - 1, "result": [0]}),
        (("draws", 0), {"n": 0, "purpose": "p", "kind": "shuffle", "size": 2**40, "result": []}),
        (("actions", 0, "action"), {"do": "preset", "squad": "\x1b[2J" * 1000}),
        (("actions", 0, "action"), {"do": "move", "unit": -(10**40), "to": 10**40}),
        (("actions", 0, "action"), {}),
        (("outcome", "why"), "\x1b[2J" * 1000),
        (("outcome", "scores"), list(range(5000))),
    ],
)
def test_hostile_values_are_refused_in_a_sentence(honest, place, value, tmp_path, capsys):
    hostile = copy.deepcopy(honest)
    put(*place, value=value)(hostile)
    refused(tmp_path, capsys, written(hostile))


def test_a_too_large_file_is_not_read_to_its_end(tmp_path, capsys):
    file = tmp_path / "large.json"
    with file.open("wb") as opened:
        opened.truncate(5 * 2**30)
    assert main(["verify", str(file)]) == 1
    assert "at most 16,777,216 bytes" in one_line(capsys)
    with pytest.raises(BadAudit, match="at most 16,777,216 bytes"):
        audit.decode(b" " * (2**24 + 1))


def test_an_unreadable_file_and_an_odd_file_name_get_a_sentence(tmp_path, capsys):
    for name in ("missing.json", ".", "no\0name", "x" * 5000):
        assert main(["verify", f"{tmp_path}/{name}"]) == 1
        one_line(capsys)
    refused(tmp_path, capsys, b"{}", "\x1b[2J.json")


async def test_a_match_of_computers_through_the_match_service_agrees(tmp_path):
    """The audit, read from the database, has words beyond ASCII, computers' moves and a resignation."""
    url = f"sqlite:///{tmp_path / 'tablepost.db'}"
    await migrate(url)
    table = Table(url, TestClock(), games=RULES, computers=COMPUTERS)
    options = {"squad": 3, "width": 12, "height": 12}
    info = await table.service.lobby.open(
        "papyrus", options, seats=3, host=ANN, guild=1, channel=CHANNEL, request="open"
    )
    await table.service.lobby.join(info.id, ANN, word='Käse 紙 "\\ 🎲', request="word")
    for key in ("skirmisher", "random"):
        await table.service.lobby.add_computer(info.id, ANN.user, key, request=key)
    await table.service.lobby.start(info.id, ANN.user, request="start")
    await table.service.play.resign(info.id, ANN.user, request="resign")
    while await table.service.play.step_computer(info.id):
        pass
    found = await table.audit(info.id)
    await table.close()
    assert found["outcome"] is not None
    assert found["words"][0] == 'Käse 紙 "\\ 🎲'
    assert found["actions"][0]["action"] == {"do": "resign"}
    assert verdict(json.dumps(found, ensure_ascii=False).encode()) == ""
