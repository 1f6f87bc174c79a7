"""The table of what can go wrong for a host, and where each fault is told.

A cell is the words that the test of the fault looks for, or those that another test holds (`by`), or the
reason why there is nothing to tell there (`no`). None is empty. docs/HOSTING.md shows the same table:
`python -m tests.faults` writes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

PAGE: Final = Path(__file__).parents[1] / "docs" / "HOSTING.md"
BEGIN, END = "<!-- faults: made by python -m tests.faults -->", "<!-- /faults -->"
LASTING: Final = 78
RUNNING: Final = "–"
"""What the page has for "only a running bot sees it"."""


class Cell(NamedTuple):
    """What is told in one place of one fault."""

    words: str
    test: str = ""
    """The test that holds it, where that is not the one of the fault."""
    applies: bool = True


def by(words: str, test: str) -> Cell:
    """Return a cell that another test holds, such as "tests/test_workers.py::test_…"."""
    return Cell(words, test)


def no(reason: str) -> Cell:
    """Return a cell in which nothing is told, with the reason."""
    return Cell(reason, applies=False)


class Fault(NamedTuple):
    """A fault of the running bot. Cells are patterns of regular expressions, without their groups."""

    check: Cell
    """`python -m bot check` while it lasts."""
    start: Cell
    """A start while it lasts."""
    health: Cell
    metric: Cell
    """The metric that grows, with its label."""
    alert: Cell
    players: Cell
    host: Cell
    """A word by DM or in the operators' channel, or a line of the log or of `operator status`."""


class Stopped(NamedTuple):
    """A fault with which the bot does not start: `check` and the start say the same."""

    words: str
    code: int


STOPPED: Final[dict[str, Stopped]] = {
    "METRICS_PORT is no number": Stopped("METRICS_PORT cannot be used", LASTING),
    "LOG_LEVEL is none": Stopped("LOG_LEVEL cannot be used", LASTING),
    "LOG_FORMAT is none": Stopped("LOG_FORMAT cannot be used", LASTING),
    "shards without their number": Stopped("DISCORD_SHARD_IDS cannot be", LASTING),
    "OPERATOR_SERVER is no id": Stopped("OPERATOR_SERVER cannot be", LASTING),
    "HOST_TERMS is no address": Stopped("HOST_TERMS cannot be used", LASTING),
    "a timeout of nothing": Stopped("DATABASE_TIMEOUT cannot be", LASTING),
    ".env is no text": Stopped(".env cannot be read", LASTING),
    "an id in place of the token": Stopped("does not look like a bot's token", LASTING),
    "the folder of the database does not exist": Stopped("There is no folder no", 1),
    "a database in memory": Stopped("would forget every match", 1),
    "another kind of database": Stopped("address begins with mysql", 1),
    "DATABASE_URL is no address": Stopped("address cannot be read", 1),
    "the database's server is away": Stopped("does not answer", 1),
    "the file is no database": Stopped("is not a database", 1),
    "a folder in the place of the file": Stopped("cannot be opened", 1),
    "the lock file cannot be made": Stopped("tablepost.sqlite3", 1),
    "METRICS_HOST is of another machine": Stopped("The metrics cannot be served at 192.0.2.1", 1),
    "METRICS_PORT is taken": Stopped("is in use, so the metrics cannot be served", 1),
}
"""Also of these health has no answer, `up` is 0, `TablepostIsAway` fires, and players see the bot offline."""

_ENDS: Final = "tests/cli/test_commands.py::test_what_another_start_cannot_solve"
_LOGS_IN: Final = "tests/cli/test_check.py::test_with_a_token_it_lists_missing_permissions"
_MEASURED: Final = "tests/cogs/kit/test_measuring.py::test_a_slow_acknowledgement_is_logged"
_BOTH_SAY: Final = "tests/cli/test_faults.py::test_check_and_start_tell_each_fault"
_SORRY: Final = Cell("The database does not answer at the moment")
_CANNOT_STORE: Final = Cell("TablepostCannotStore")
_TRIES, _TROUBLE = "tests/cli/test_check_tries.py::", "tests/storage/test_trouble.py::"
_WELL: Final = Cell("ok")
_NOT_HERE: Final = no("the start does not meet it")
_DISCORDS: Final = no("only a running bot sees it")
_UNSEEN: Final = no("they notice nothing")


def _database(kind: str, check: Cell, start: Cell, remedy: str) -> Fault:
    return Fault(
        check=check,
        start=start,
        health=Cell(f"the database takes no writes: {kind}"),
        metric=Cell(f'tablepost_database_failures_total{{kind="{kind}"}}'),
        alert=_CANNOT_STORE,
        players=_SORRY,
        host=Cell(remedy),
    )


IN_PLAY: Final[dict[str, Fault]] = {
    "the disk of the database is full": _database(
        "full",
        by("Only 99 MB are free", f"{_TRIES}test_a_full_disk_is_found_by_writing_and_by_what_is_free"),
        by("is full. Make room there", f"{_TRIES}test_a_full_disk_is_found_by_writing_and_by_what_is_free"),
        "The disk of the database is **full**",
    ),
    "the database is read-only": _database(
        "read-only",
        by("cannot be written", f"{_TRIES}test_a_folder_or_a_file_that_cannot_be_written_has_its_remedy"),
        by("cannot be written", f"{_TRIES}test_a_folder_or_a_file_that_cannot_be_written_has_its_remedy"),
        "The database **cannot be written**",
    ),
    "another program holds the database": _database(
        "busy",
        by(
            "is held by another program",
            f"{_TROUBLE}test_check_reports_a_database_in_use",
        ),
        by(
            "is held by another program",
            f"{_TROUBLE}test_check_reports_a_database_in_use",
        ),
        "**Another program holds the database**",
    ),
    "the disk of the database has errors": _database(
        "disk",
        by("answers with an error", f"{_TROUBLE}test_errors_of_the_disk_have_their_sentence"),
        by("answers with an error", f"{_TROUBLE}test_errors_of_the_disk_have_their_sentence"),
        "The disk of the database **answers with errors**",
    ),
    "the database is damaged": _database(
        "damaged",
        by("Damaged pages", f"{_TROUBLE}test_check_reports_a_damaged_page"),
        by("is damaged", f"{_TROUBLE}test_check_reports_a_damaged_page"),
        "The database is **damaged**",
    ),
    "PostgreSQL is away": Fault(
        check=by("does not answer", _BOTH_SAY),
        start=by("does not answer", _BOTH_SAY),
        health=Cell("the database does not answer"),
        metric=Cell('tablepost_database_failures_total{kind="unanswered"}'),
        alert=_CANNOT_STORE,
        players=_SORRY,
        host=Cell("The database **does not answer**"),
    ),
    "the connection between processes is broken": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=no("each process serves its servers; the database is asked for itself"),
        metric=no("reads grow, because nothing is cached meanwhile"),
        alert=no("it connects again every second"),
        players=_UNSEEN,
        host=by(
            "the other processes are out of touch",
            "tests/storage/test_coordination.py::test_a_leader_with_a_broken_connection_stops_at_once",
        ),
    ),
    "the disk is nearly full": Fault(
        check=by("Only 99 MB are free", f"{_TRIES}test_a_full_disk_is_found_by_writing_and_by_what_is_free"),
        start=_NOT_HERE,
        health=_WELL,
        metric=Cell("tablepost_disk_free_bytes"),
        alert=Cell("TablepostDiskFillsUp"),
        players=_UNSEEN,
        host=Cell("Only 80 MB are free on the disk of the database"),
    ),
    "the disk of the log is full": Fault(
        check=no("`check` writes no log"),
        start=_NOT_HERE,
        health=_WELL,
        metric=Cell("tablepost_log_failures_total"),
        alert=Cell("TablepostCannotLog"),
        players=_UNSEEN,
        host=Cell("2 lines of the log could not be written"),
    ),
    "no backup was made for days": Fault(
        check=Cell("The last one is 3 days and 0 hours old"),
        start=_NOT_HERE,
        health=_WELL,
        metric=Cell("tablepost_last_backup_timestamp_seconds"),
        alert=Cell("TablepostHasNoBackup"),
        players=_UNSEEN,
        host=Cell("The last backup is of .*: see why no newer one is made"),
    ),
    "Discord is away": Fault(
        check=by("It cannot be reached", "tests/cli/test_check.py::test_a_discord_that_does_not_answer"),
        start=by(
            "Discord cannot be reached", "tests/cli/test_shutdown.py::test_with_a_token_and_no_way_to_discord"
        ),
        health=Cell("shard 0: not connected to Discord"),
        metric=Cell("tablepost_shards_connected"),
        alert=Cell("TablepostIsCutOff"),
        players=no("no message reaches them; the time is given back"),
        host=Cell("Shards without a connection to Discord: 0"),
    ),
    "one of two shards is cut off": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=Cell("shard 1: not connected to Discord"),
        metric=Cell("tablepost_shards"),
        alert=Cell("TablepostIsCutOff"),
        players=by("cannot be reached", "tests/cogs/publishing/test_reach.py::test_the_time_of_a_shard"),
        host=Cell("Shards without a connection to Discord: 1"),
    ),
    "no heartbeat is answered": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=Cell("shard 0: no heartbeat has been answered for 100 s"),
        metric=Cell("tablepost_gateway_heartbeat_age_seconds"),
        alert=Cell("TablepostIsCutOff"),
        players=no("no press of theirs arrives; the time is given back"),
        host=Cell("Shards without a connection to Discord: 0"),
    ),
    "the token was revoked (4004)": Fault(
        check=by(
            "DISCORD_TOKEN was refused",
            _LOGS_IN,
        ),
        start=by("DISCORD_TOKEN was refused", _ENDS),
        health=no("the bot ends with exit code 78: no answer"),
        metric=no("`up` is 0"),
        alert=Cell("TablepostIsAway"),
        players=no("the bot is offline; the time is given back"),
        host=by("DISCORD_TOKEN was refused", _ENDS),
    ),
    "an intent was forbidden (4014)": Fault(
        check=no("the bot needs no privileged intent"),
        start=by("does not allow an intent", _ENDS),
        health=no("the bot ends with exit code 78: no answer"),
        metric=no("`up` is 0"),
        alert=Cell("TablepostIsAway"),
        players=no("the bot is offline; the time is given back"),
        host=by("does not allow an intent", _ENDS),
    ),
    "more shards are needed (4011)": Fault(
        check=_DISCORDS,
        start=by("more shards", _ENDS),
        health=no("the bot ends with exit code 78: no answer"),
        metric=no("`up` is 0"),
        alert=Cell("TablepostIsAway"),
        players=no("the bot is offline; the time is given back"),
        host=by("more shards", _ENDS),
    ),
    "a channel takes no posts any more": Fault(
        check=by("Missing: ", _LOGS_IN),
        start=_DISCORDS,
        health=_WELL,
        metric=Cell('tablepost_outbox_deliveries{state="parked"}'),
        alert=Cell("TablepostGivesUpPosts"),
        players=Cell("Give me the permission"),
        host=Cell("1 delivery was given up"),
    ),
    "a player's DMs are closed": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell('tablepost_turn_notices_total{outcome="closed"}'),
        alert=no("it is their own choice"),
        players=Cell("it is your turn"),
        host=Cell("DMs refused: Ben"),
    ),
    "Discord's rate limits are reached": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell('tablepost_rest_calls_total{outcome="429",route="message"}'),
        alert=Cell("TablepostIsRefusedByDiscord"),
        players=no("posts come later"),
        host=Cell("Discord's rate limits refused 100 calls in an hour"),
    ),
    "Discord answers with its own errors": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell('tablepost_rest_calls_total{outcome="5xx",route="message"}'),
        alert=Cell("TablepostIsNotAnsweredByDiscord"),
        players=by(
            "Discord did not say",
            "tests/cogs/kit/test_answers.py::test_the_excuses_are_translated_into_german",
        ),
        host=Cell("Discord did not answer 100 calls in an hour"),
    ),
    "Discord refuses a message of the bot": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell('tablepost_errors_total{kind="refused"}'),
        alert=Cell("TablepostHasErrors"),
        players=Cell("Discord refuses the post in"),
        host=Cell("1 call was refused by Discord"),
    ),
    "acknowledgements are slow": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=no("the connection stands"),
        metric=by(
            "tablepost_ack_seconds", "tests/cogs/kit/test_measuring.py::test_a_slow_acknowledgement_is_logged"
        ),
        alert=Cell("TablepostAcknowledgesSlowly"),
        players=no("Discord itself says that the bot did not answer"),
        host=by(
            "an acknowledgement took long",
            "tests/cogs/kit/test_measuring.py::test_a_slow_acknowledgement_is_logged",
        ),
    ),
    "posts come late": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell("tablepost_outbox_age_seconds"),
        alert=Cell("TablepostPublishesLate"),
        players=no("posts come later"),
        host=Cell("Waits: channel"),
    ),
    "a bug in an answer": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell('tablepost_errors_total{kind="asked"}'),
        alert=Cell("TablepostHasErrors"),
        players=Cell("Quote `[0-9a-f]{6}` to the host of this bot"),
        host=Cell("1 error, with the line *something went wrong* in the log"),
    ),
    "a bug in a post": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell('tablepost_errors_total{kind="delivery"}'),
        alert=Cell("TablepostHasErrors"),
        players=no("the post is tried again for two hours"),
        host=Cell("1 error, with the line *something went wrong* in the log"),
    ),
    "a worker process is killed": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell("tablepost_worker_deaths_total"),
        alert=Cell("TablepostWorkersDie"),
        players=Cell("its process stopped each time"),
        host=Cell("3 worker processes died and were replaced"),
    ),
    "a worker process hangs": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell("tablepost_worker_deaths_total"),
        alert=Cell("TablepostWorkersDie"),
        players=Cell("or did not end"),
        host=Cell("1 worker process died and was replaced"),
    ),
    "a worker process takes too much memory": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell("tablepost_worker_replacements_total"),
        alert=no("it is normal from time to time"),
        players=_UNSEEN,
        host=Cell("a worker process holds much memory and is replaced"),
    ),
    "the event loop stands still": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=no("it has no answer meanwhile"),
        metric=Cell("tablepost_event_loop_stall_seconds"),
        alert=Cell("TablepostAcknowledgesSlowly"),
        players=no("Discord itself says that the bot did not answer"),
        host=Cell("the event loop stood still"),
    ),
    "the clock of the machine is moved": Fault(
        check=_DISCORDS,
        start=_DISCORDS,
        health=_WELL,
        metric=Cell("tablepost_clock_steps_total"),
        alert=Cell("TablepostClockMoved"),
        players=no("the time is given back"),
        host=Cell("The machine's clock was moved"),
    ),
    "the bot was removed from a server": Fault(
        check=by("not on OPERATOR_SERVER", f"{_TRIES}test_an_operators_server_without_the_bot_is_found"),
        start=_DISCORDS,
        health=_WELL,
        metric=Cell('tablepost_outbox_deliveries{state="parked"}'),
        alert=Cell("TablepostGivesUpPosts"),
        players=no("no message reaches the server; the time stands still"),
        host=Cell("1 delivery was given up"),
    ),
    "a second process with the same shard": Fault(
        check=no("it may run beside the bot"),
        start=by(
            "serves shard 1 already",
            "tests/storage/test_coordination.py::test_a_second_process_with_the_same_shard_does_not_start",
        ),
        health=no("the first one is well, the second one has none"),
        metric=no("`up` of the second is 0"),
        alert=Cell("TablepostIsAway"),
        players=_UNSEEN,
        host=by("Another Tablepost runs on", "tests/cli/test_second_process.py::test_a_second_bot"),
    ),
    "a newer version has used the database": Fault(
        check=by(
            "A newer version has used the database",
            "tests/cli/test_commands.py::test_a_database_of_a_newer_program_is_not_changed",
        ),
        start=by(
            "newer version",
            "tests/storage/test_two_versions.py::test_a_version_incompatible_with_the_oldest_is_refused",
        ),
        health=no("a running bot of the older version ends with exit code 78"),
        metric=no("`up` is 0"),
        alert=Cell("TablepostIsAway"),
        players=no("the bot is offline; the time is given back"),
        host=Cell("this version is too old to run beside the newer one"),
    ),
}
"""By the fault, in the order of the page."""

COLUMNS: Final = ("`check`", "a start", "health", "metric", "alert", "players", "host")


def page() -> str:
    """Return the table as docs/HOSTING.md shows it."""
    lines = [
        BEGIN,
        "",
        "**With these the bot does not start**; `check` and the start say the same. Health has no answer,",
        "`up` is 0, `TablepostIsAway` fires, and players see the bot offline: their time is given back.",
        "",
        "| fault | told by `check` and the start | exit code |",
        "|---|---|---|",
        *[f"| {name} | {fault.words} | {fault.code} |" for name, fault in STOPPED.items()],
        "",
        "**These happen to a running bot.** Words in parentheses say why there is nothing to tell;",
        f"{RUNNING} means that only a running bot sees it.",
        "",
        "| fault | " + " | ".join(COLUMNS) + " |",
        "|" + "---|" * (1 + len(COLUMNS)),
        *[f"| {name} | {' | '.join([_shown(each) for each in fault])} |" for name, fault in IN_PLAY.items()],
        "",
        END,
    ]
    return "\n".join(lines)


def _shown(cell: Cell) -> str:
    if cell == _DISCORDS:
        return RUNNING
    words = cell.words.replace("[0-9a-f]{6}", "…").replace(".*", "…").replace("|", " or ")
    if not cell.applies:
        return f"({words})"
    return f"`{words}`" if words.startswith(("tablepost_", "Tablepost")) else words.replace("*", "")


def written(text: str) -> str:
    """Return the text of docs/HOSTING.md with the table of now."""
    before, _, rest = text.partition(BEGIN)
    return before + page() + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
