"""`verify`: an audit file that is right passes, and a changed one is found out wherever the change is."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

import msgspec
import pytest

from bot import audit
from bot.__main__ import main
from bot.audit import AuditDraw, BadAudit
from bot.engine.fair import Stream
from bot.players import COMPUTERS
from bot.storage.migrate import migrate
from tests.audited import (
    RULES,
    audits,
    dice_are_those_of_the_seed,
    is_right_in_itself,
    plain,
    series,
    verdict,
    with_undo,
)
from tests.matches.table import ANN, CHANNEL, Table, TestClock
from tests.tampering import moves_made_otherwise, one_change, tampered


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


def found_out(value) -> str:
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


def test_every_single_change_is_found_out(honest):
    seen, missed = 0, []
    for label, changed in tampered(honest):
        seen += 1
        if not verdict(written(changed)):
            missed.append(label)
    assert missed == []
    assert seen > 1000


def test_every_single_change_of_the_draws_of_a_match_with_undone_moves_is_found_out(undone):
    """Nothing but its dice tells what an undone move was for: one in six goes with another purpose too."""
    changes = [(label, changed) for label, changed in tampered(undone) if label.startswith("draw")]
    missed = [(label, changed) for label, changed in changes if not verdict(written(changed))]
    assert all(dice_are_those_of_the_seed(changed) and is_right_in_itself(changed) for _, changed in missed)
    assert all(label.endswith(("another purpose", "other dice")) for label, _ in missed)
    assert len(changes) > 500
    assert len(missed) < len(changes) / 100


def test_a_forged_move_is_found_out_unless_the_match_is_right_in_itself(honest):
    forged = list(moves_made_otherwise(honest))
    agreed = [label for label, changed in forged if not verdict(written(changed))]
    assert agreed == [label for label, changed in forged if is_right_in_itself(changed)]
    assert len(agreed) < len(forged) / 10


def test_every_changed_byte_is_found_out_unless_it_says_the_same(honest):
    assert_bytes_are_watched(written(honest), random.Random(5), 300)


@pytest.mark.soak
def test_a_thousand_matches_agree_and_their_changes_are_found_out():
    rng = random.Random("soak")
    for found in audits(series(games=1000)):
        assert verdict(audit.encode(found)) == ""
        label, changed = one_change(plain(found), rng)
        assert verdict(written(changed)), label
        assert_bytes_are_watched(audit.encode(found), rng, 3)


def assert_bytes_are_watched(content: bytes, rng: random.Random, times: int) -> None:
    original = json.loads(content)
    for _ in range(times):
        at = rng.randrange(len(content))
        changed = (
            content[:at] + bytes([rng.choice(b'0123456789abcdef"{}[]:,. \\-tx\xff\x00')]) + content[at + 1 :]
        )
        if not verdict(changed):
            now = json.loads(changed)
            assert now == original or is_right_in_itself(now), f"byte {at} is {changed[at : at + 1]!r}"


def test_blanks_the_order_of_keys_escapes_and_a_void_left_out_change_nothing(honest):
    again = json.loads(json.dumps(honest))
    for draw in again["draws"]:
        del draw["void"]
    turned_over = dict(reversed(again.items()))
    assert verdict(json.dumps(turned_over, indent=3, ensure_ascii=True).encode()) == ""


def test_a_key_that_stands_twice_is_found_out(honest):
    content = written(honest).replace(b'"seats": 2', b'"seats": 3, "seats": 2')
    assert 'the key "seats" stands twice' in verdict(content)


def test_the_sentence_names_the_first_die_that_is_wrong(honest):
    draw = next(draw for draw in honest["draws"] if draw["purpose"] == "attack")
    (die,) = draw["result"]
    changed = json.loads(json.dumps(honest))
    changed["draws"][draw["n"]]["result"] = [die % 6 + 1]
    assert (
        found_out(changed) == f"draw {draw['n']} (attack): the file says {die % 6 + 1}, the seed gives {die}."
    )


def test_a_draw_too_many_is_found_out_even_when_the_seed_gives_it(honest):
    n = len(honest["draws"])
    stream = Stream(honest["match"], bytes.fromhex(honest["seed"]), honest["words"], counter=n)
    stream.roll("attack")
    extra = msgspec.to_builtins(AuditDraw.of(stream.draws[0]))
    changed = {**honest, "draws": [*honest["draws"], extra]}
    assert found_out(changed) == (
        f"draw {n} (attack) is in the file, and the match played again does not make it."
    )


def test_an_undone_draw_that_is_said_to_count_is_found_out(undone):
    first = next(draw["n"] for draw in undone["draws"] if draw["void"] and draw["purpose"] == "attack")
    changed = json.loads(json.dumps(undone))
    changed["draws"][first]["void"] = False
    found_out(changed)


def test_a_match_that_was_given_up_agrees_and_has_no_outcome():
    (found,) = audits(series(players=["random"], most_actions=60))
    assert found.outcome is None
    assert verdict(audit.encode(found)) == ""


def test_a_match_that_was_never_started_has_only_its_commitment_to_check(honest):
    lobby = {**honest, "seats": 1, "words": ["hello"], "draws": [], "actions": [], "outcome": None}
    assert verdict(written(lobby)) == ""
    assert "the commitment" in found_out({**lobby, "seed": "00" * 32})


def test_a_finished_match_is_not_passed_off_as_abandoned(honest):
    assert "the file says the match was abandoned" in found_out({**honest, "outcome": None})


def test_the_command_says_in_one_line_that_all_agrees(tmp_path, capsys):
    (found,) = audits(series())
    file = tmp_path / found.file_name
    file.write_bytes(audit.encode(found))
    assert main(["verify", str(file)]) == 0
    printed = capsys.readouterr()
    assert printed.out == (
        f"tablepost-{found.match}.json: papyrus, 2 seats, {len(found.actions)} actions, "
        f"{len(found.draws)} draws: all agree\n"
    )
    assert printed.err == ""


def test_a_compressed_file_is_checked_as_it_was_posted(tmp_path, capsys):
    (found,) = audits(series())
    content = audit.encode(found)
    file = tmp_path / f"{found.file_name}{audit.PACKED}"
    file.write_bytes(audit.pack(content))
    told = hashlib.sha256(content).hexdigest()
    assert main(["verify", str(file), "--sha256", told]) == 0
    assert capsys.readouterr().out.startswith(f"tablepost-{found.match}.json.gz: papyrus, 2 seats, ")


def test_the_command_says_in_one_line_what_does_not(tmp_path, capsys, honest):
    file = tmp_path / "changed.json"
    file.write_bytes(written({**honest, "rules": "7"}))
    assert main(["verify", str(file)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "changed.json: it was played under version 7 of the rules of papyrus, and this program has "
        "version 1: take the program that the match was played with.\n"
    )


def test_a_match_of_another_game_is_told_apart(honest):
    assert 'there is no game "go" here, only papyrus' in found_out({**honest, "game": "go"})


def test_a_file_without_a_seed_is_told_why(honest):
    without = {key: value for key, value in honest.items() if key != "seed"}
    assert found_out(without) == ("There is no seed in it: a match shows its seed only when it has ended.")


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
def test_hostile_content_gets_a_sentence(name, tmp_path, capsys):
    file = tmp_path / "hostile.json"
    file.write_bytes(HOSTILE[name])
    assert main(["verify", str(file)]) == 1
    assert_one_line(capsys)


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
def test_hostile_values_get_a_sentence(honest, place, value, tmp_path, capsys):
    hostile = json.loads(json.dumps(honest))
    target = hostile
    for key in place[:-1]:
        target = target[key]
    target[place[-1]] = value
    file = tmp_path / "hostile.json"
    file.write_bytes(written(hostile))
    assert main(["verify", str(file)]) == 1
    assert_one_line(capsys)


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path, capsys):
    file = tmp_path / "large.json"
    with file.open("wb") as opened:
        opened.truncate(5 * 2**30)
    assert main(["verify", str(file)]) == 1
    assert "at most 16,777,216 bytes" in assert_one_line(capsys)
    with pytest.raises(BadAudit, match="at most 16,777,216 bytes"):
        audit.decode(b" " * (2**24 + 1))


@pytest.mark.parametrize("name", ["missing.json", ".", "no\0name", "x" * 5000])
def test_a_file_that_cannot_be_opened_gets_a_sentence(name, tmp_path, capsys):
    assert main(["verify", f"{tmp_path}/{name}"]) == 1
    assert_one_line(capsys)


def test_the_name_of_a_file_cannot_write_to_the_terminal(tmp_path: Path, capsys):
    file = tmp_path / "\x1b[2J.json"
    file.write_bytes(b"{}")
    assert main(["verify", str(file)]) == 1
    assert_one_line(capsys)


def assert_one_line(capsys) -> str:
    printed = capsys.readouterr()
    assert printed.out == ""
    line, end, rest = printed.err.partition("\n")
    assert (end, rest) == ("\n", "")
    assert line.isprintable()
    assert ": " in line
    assert len(line) < 600
    return line


async def test_a_match_of_computers_through_the_match_service_agrees(tmp_path):
    """Words beyond ASCII, moves of computers and a person who resigns, as the database kept them."""
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
