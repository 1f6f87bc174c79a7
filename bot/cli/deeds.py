"""Commands that do one of several things: `cards check`, `cards list`, `ratings recompute`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping


def add_deeds(
    parser: argparse.ArgumentParser, deeds: Mapping[str, str]
) -> dict[str, argparse.ArgumentParser]:
    """Add each deed with what it does, and return their parsers; the one given is `deed` of the arguments."""
    choices = parser.add_subparsers(title="what to do", metavar="COMMAND", dest="deed", required=True)
    return {
        name: choices.add_parser(name, help=told, description=f"{told[:1].upper()}{told[1:]}.")
        for name, told in deeds.items()
    }
