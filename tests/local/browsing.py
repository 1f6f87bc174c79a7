"""A simulated user of the local table, with a browser: presses controls and reads the page."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import FrameLocator, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.cli.conftest import surroundings

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PATIENCE = 60_000
"""Milliseconds until a missing element is an error."""
AT_REST = """() => new Promise((done) => {
  let quiet = 0;
  const look = () => {
    const now = window.simcordPreview;
    const rest = now?.ready && !now.pendingAction && now.awaitingRevision === null;
    quiet = rest && now.commandPicker.catalog.state !== "loading" ? quiet + 1 : 0;
    if (quiet > 15) done(); else requestAnimationFrame(look);
  };
  look();
})"""
"""JavaScript that ends when the page was idle for 15 frames.

When it opens, it sends its size to the server and loads the list of commands, without which Enter would not
choose one.
"""


def chromium() -> str | None:
    """Return the path of an installed Chromium; None for the one of Playwright."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


expect.set_options(timeout=PATIENCE)


class RunningTable:
    """`python -m bot local` in a separate process."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        self._log = (folder / "log.txt").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bot", "local", "--port", "0", "--no-browser", "--language", language],
            cwd=folder,
            env=surroundings(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "Tablepost is starting …\n"
        first = self.process.stdout.readline()
        found = re.search(r"http://\S+", first)
        assert found, f"no address in {first!r}; the log says: {(folder / 'log.txt').read_text()}"
        self.address = found[0]

    def close(self) -> int:
        """Press Ctrl+C, and return the exit code."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGINT)
        self.process.communicate(timeout=120)
        self._log.close()
        return self.process.returncode


class Table:
    """The page of the local table."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        page.goto(address)

    @property
    def conversation(self) -> FrameLocator:
        return self.page.frame_locator("#conversation")

    def sit(self, name: str) -> None:
        """Take the seat of this person."""
        self._choose("#seats", name)

    def look_at(self, place: str) -> None:
        """Open a channel such as "# table", or "DMs"."""
        self._choose("#places", place)

    def _choose(self, bar: str, words: str) -> None:
        tab = self.page.locator(bar).get_by_role("tab").filter(has_text=words)
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")

    def awaited(self, name: str) -> Locator:
        """Return the seat of this person, if it is marked as awaited."""
        return self.page.locator("#seats .awaited").filter(has_text=name)

    @property
    def last(self) -> Locator:
        """Return the last visible post."""
        return self.conversation.locator("[data-message-id]").last

    def post(self, words: str) -> Locator:
        """Return the last post with these words."""
        return self.conversation.locator("[data-message-id]").filter(has_text=words).last

    def with_button(self, label: str) -> Locator:
        """Return the last post with this button."""
        button = self.conversation.get_by_role("button", name=label, exact=True)
        return self.conversation.locator("[data-message-id]").filter(has=button).last

    def come_to_rest(self) -> None:
        """Wait until the last action is shown: the page handles one action at a time."""
        self.conversation.locator("#channel-timeline").evaluate(AT_REST)

    def press(self, label: str | re.Pattern[str], post: Locator) -> None:
        """Press a button of a post."""
        self.come_to_rest()
        post.get_by_role("button", name=label, exact=True).first.click()

    def choose(self, prompt: str, option: str | re.Pattern[str], post: Locator) -> None:
        """Open a select menu of a post and choose an option."""
        self.come_to_rest()
        post.get_by_role("combobox", name=prompt).click()
        self.conversation.get_by_role("option", name=option).first.click()

    def write(self, words: str) -> None:
        """Type into the input line of the conversation."""
        self.come_to_rest()
        composer = self.conversation.locator("#channel-composer-input")
        composer.click()
        composer.press_sequentially(words)

    def type_command(self, command: str, **options: str | Path) -> None:
        """Type a slash command as on Discord: the command, its options one by one, Enter; paths are files."""
        self.write(f"/{command}")
        self.conversation.get_by_role("option").filter(has_text=f"/{command}").first.click()
        for name, value in options.items():
            self._fill_in(name, value)
        self.page.keyboard.press("Enter")

    def _fill_in(self, name: str, value: str | Path) -> None:
        """Type an option's value, after choosing the option from the list if it is optional."""
        kind = "option" if isinstance(value, str) else "file"
        option = self.conversation.locator(f".command-{kind}-input[data-option='{name}']")
        self.conversation.locator(".command-chip").wait_for()
        if not option.count():
            self._add_option(name)
        if isinstance(value, str):
            option.fill(value)
        else:
            option.set_input_files(value)
            self.conversation.get_by_label(f"Remove {value.name}", exact=True).wait_for()
            self.conversation.locator(
                ".command-chip"
            ).focus()  # on the button of a file Enter asks for another

    def _add_option(self, name: str) -> None:
        """Choose an option from the list; suggestions for another one may be shown first."""
        for patience in (5_000, 5_000, PATIENCE):
            self.conversation.locator(".command-ghost").click()
            try:
                self.conversation.locator(f".command-suggestion[data-value='{name}']").click(timeout=patience)
            except TooLate:
                continue
            return

    def width_of_everything(self) -> int:
        """Return the width in pixels of page and conversation; more than the window if they scroll."""
        timeline = self.conversation.locator("#channel-timeline")
        expect(timeline).to_be_visible()
        widest = timeline.evaluate("at => Math.max(at.scrollWidth, document.documentElement.scrollWidth)")
        return max(int(widest), int(self.page.evaluate("document.documentElement.scrollWidth")))
