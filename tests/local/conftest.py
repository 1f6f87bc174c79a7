"""A local table in a separate process, and a browser that opens its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from tests.local.browsing import FLAGS, RunningTable, Table, chromium

Open = Callable[[RunningTable, tuple[int, int]], Table]
Start = Callable[..., RunningTable]


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    try:
        launched = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
    except Error:
        pytest.skip("there is no Chromium here to look at the page with")
    yield launched
    launched.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the local table, several times on one database; it must end cleanly and log no exception."""
    started: list[RunningTable] = []

    def open_table(language: str = "en") -> RunningTable:
        started.append(RunningTable(tmp_path, language))
        return started[-1]

    yield open_table
    assert [table.close() for table in started] == [0] * len(started)
    for log in tmp_path.glob("log.txt"):
        assert "Traceback" not in log.read_text(), log.read_text()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Open]:
    """Open the page in a window of this size; a console error of the page fails the test."""
    pages: list[Page] = []
    complaints: list[str] = []

    def open_page(table: RunningTable, size: tuple[int, int]) -> Table:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.on("pageerror", lambda error: complaints.append(str(error)))
        pages.append(page)
        return Table(page, table.address)

    yield open_page
    for page in pages:
        page.close()
    assert complaints == []
