"""Settings: the defaults, the order of sources, and the sentences for invalid ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.database.coordination import ALL, Shards
from bot.host.settings import SETTINGS, SettingsError, ignored_settings, read_settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def _no_settings_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name.upper(), raising=False)


def example_settings() -> dict[str, str]:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_without_any_setting_the_local_table_can_be_opened() -> None:
    settings = read_settings()
    assert settings.discord_token is None
    assert settings.local_seats == ("Ann", "Ben", "Cleo", "Dan")


def test_the_example_explains_every_setting_once_with_its_default(tmp_path: Path) -> None:
    assert sorted(example_settings()) == sorted(name.upper() for name in SETTINGS)
    text, usual = EXAMPLE.read_text("utf-8"), read_settings()
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if re.match(r"[A-Z_]+=", line):
            assert lines[number - 1].startswith("# "), f"{line} has no line that explains it"
    (tmp_path / ".env").write_text(text, "utf-8")
    assert read_settings() == usual


def test_the_environment_overrides_the_file_and_the_command_line_overrides_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("LOCAL_PORT=8001\nLOG_LEVEL=warning\n", "utf-8")
    assert read_settings().local_port == 8001
    assert read_settings().log_level == "WARNING"
    monkeypatch.setenv("LOCAL_PORT", "8002")
    assert read_settings().local_port == 8002
    assert read_settings(local_port=8003).local_port == 8003


SHARDS = "DISCORD_SHARD_IDS cannot be used: "


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("LOCAL_PORT=many", "LOCAL_PORT cannot be used"),
        ("LOCAL_PORT=70000", "LOCAL_PORT cannot be used"),
        ("LOCAL_SEATS=Ann", "LOCAL_SEATS cannot be used: give 2 to 8 names"),
        ("LOCAL_SEATS=Ann, ann", "LOCAL_SEATS cannot be used: give each person a name of their own"),
        ("LOG_FORMAT=xml", "LOG_FORMAT cannot be used"),
        ("LOCAL_OPEN_BROWSER=perhaps", "LOCAL_OPEN_BROWSER cannot be used"),
        (
            "HOST_PRIVACY=docs/PRIVACY.md",
            "HOST_PRIVACY cannot be used: write the address of a page",
        ),
        ("HOST_TERMS=docs/TERMS.md", "HOST_TERMS cannot be used: write the address of a page"),
        ("DISCORD_SHARD_IDS=0", f"{SHARDS}write in DISCORD_SHARDS how many shards"),
        ("DISCORD_SHARD_IDS=first", f"{SHARDS}write numbers separated by commas"),
        (
            "DISCORD_SHARDS=4\nDISCORD_SHARD_IDS=0,4",
            f"{SHARDS}there is no shard 4: with DISCORD_SHARDS=4 they are 0 to 3.",
        ),
        ("DISCORD_SHARDS=4\nDISCORD_SHARD_IDS=1,1", f"{SHARDS}name each shard once."),
    ],
)
def test_an_invalid_setting_is_named_in_a_sentence(settings: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(settings, "utf-8")
    with pytest.raises(SettingsError) as told:
        read_settings()
    (sentence,) = told.value.sentences
    assert sentence.startswith(expected)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("LOCAL_PORT", " 1_000.0 ", 1000),
        ("LOCAL_PORT", "+08", 8),
        ("DATABASE_TIMEOUT", "5e0", 5.0),
        ("LOCAL_OPEN_BROWSER", "Off", False),
        ("LOCAL_OPEN_BROWSER", "Y", True),
        ("LOG_LEVEL", "error", "ERROR"),
        ("LOCAL_SEATS", " Ann ,, Ben ", ("Ann", "Ben")),
        ("LOG_FORMAT", "", "text"),
    ],
)
def test_a_setting_may_be_written_in_several_ways(
    name: str, text: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, text)
    assert getattr(read_settings(), name.lower()) == value


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("LOCAL_PORT=5.5", "input should be a valid integer, unable to parse string as an integer"),
        (f"LOCAL_PORT={'1' * 5000}", "input should be a valid integer, unable to parse string as an integer"),
        ("LOCAL_PORT=70000", "input should be less than or equal to 65535"),
        ("LOCAL_PORT=-1", "input should be greater than or equal to 0"),
        ("DATABASE_TIMEOUT=soon", "input should be a valid number, unable to parse string as a number"),
        ("DATABASE_TIMEOUT=nan", "input should be greater than or equal to 1"),
        ("LOCAL_OPEN_BROWSER=perhaps", "input should be a valid boolean, unable to interpret input"),
        ("LOG_LEVEL=loud", "input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("LOG_FORMAT=xml", "input should be 'text' or 'json'"),
        (f"HOST_NAME={'x' * 81}", "string should have at most 80 characters"),
        ("LOCAL_LANGUAGE=xx", "the bot speaks en, de"),
    ],
)
def test_a_sentence_says_what_can_be_written(setting: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(setting, "utf-8")
    with pytest.raises(SettingsError) as told:
        read_settings()
    assert told.value.sentences == (f"{setting.split('=')[0]} cannot be used: {reason}.",)


def test_all_faults_are_told_and_those_that_follow_from_one_are_not(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_SHARDS=-1\nDISCORD_SHARD_IDS=7\nLOG_FORMAT=xml\n", "utf-8")
    with pytest.raises(SettingsError) as told:
        read_settings()
    assert [each.split()[0] for each in told.value.sentences] == ["DISCORD_SHARDS", "LOG_FORMAT"]


def test_a_mark_of_byte_order_hides_no_setting(tmp_path: Path) -> None:
    """Editors on Windows write one at the begin of a file."""
    (tmp_path / ".env").write_text("LOCAL_PORT=8001\n", "utf-8-sig")
    assert read_settings().local_port == 8001
    assert ignored_settings({}, tmp_path / ".env") == []


def test_a_process_has_its_shards_or_all_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings().shards == ALL
    monkeypatch.setenv("DISCORD_SHARDS", "4")
    assert read_settings().shards == ALL
    monkeypatch.setenv("DISCORD_SHARD_IDS", "3, 0")
    shards = read_settings().shards
    assert shards == Shards((0, 3), 4) == Shards.of_key(shards.key)
    assert [shards.serve(number << 22) for number in range(5)] == [True, False, False, True, True]
    assert shards.serve(None)  # DMs
    assert ALL.serve(5 << 22)
    assert ALL.serve(None)


def test_the_repr_of_settings_hides_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a-very-secret-token")
    assert "a-very-secret-token" not in repr(read_settings())


def test_misspelt_settings_and_unreadable_lines_are_named_with_the_nearest_right_name(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(
        "LIMIT_FILM_AN_HOUR=3\n# a word\nlog_level=INFO\nthis is no setting\nZZZ=1\nexport LOCAL_PORT=1\n"
    )
    around = {
        "LOG_LEVL": "DEBUG",
        "PATH": "/bin",
        "LOCALE": "de",
        "HOSTNAME": "a",
        "discord_token": "x",
        "METRICS": "1",
    }
    near = "Did you mean LIMIT_FILMS_AN_HOUR?"
    assert ignored_settings(around, file) == [
        f"Line 1 of {file}: there is no setting LIMIT_FILM_AN_HOUR, so it is ignored. {near}",
        f"Line 4 of {file} cannot be read and is ignored. Write NAME=value.",
        f"Line 5 of {file}: there is no setting ZZZ, so it is ignored.",
        "There is no setting LOG_LEVL, so this variable is ignored. Did you mean LOG_LEVEL?",
    ]
    file.write_text(EXAMPLE.read_text("utf-8"))
    assert ignored_settings({}, file) == []
    assert ignored_settings({}, tmp_path / "none") == []
    file.write_bytes(b"LOG_LEVEL=\xff\n")
    assert ignored_settings({}, file) == []
