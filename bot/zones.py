"""The time zone data: the newer of the system's and that of the package tzdata.

`zoneinfo` takes the system's data wherever there are any, and a system can be years old: governments change
their clocks several times a year.
"""

from __future__ import annotations

import re
import zoneinfo
from functools import cache
from pathlib import Path
from typing import NamedTuple

import tzdata

_VERSION = re.compile(r"(?:# version )?(\d{4}[a-z]+)")


class ZoneData(NamedTuple):
    """The version of the data in use, and that of the other data."""

    version: str
    """As IANA names it: "2026f"."""
    of_system: bool
    other: str
    """"" where the system has no data, or does not say which."""


@cache
def zone_data() -> ZoneData:
    """Choose the newer data for this process, and return which they are."""
    package, system = tzdata.IANA_VERSION, _version_of_system()
    if system > package:  # a year, then a letter
        return ZoneData(system, of_system=True, other=package)
    zoneinfo.reset_tzpath(to=())  # then only the package is left
    zoneinfo.ZoneInfo.clear_cache()
    return ZoneData(package, of_system=False, other=system)


def zone(name: str) -> zoneinfo.ZoneInfo:
    """Return a time zone, by the newer data. Raises `KeyError`, `ValueError` or `OSError` for no zone."""
    zone_data()
    return zoneinfo.ZoneInfo(name)


@cache
def zone_names() -> frozenset[str]:
    """Return the names of all zones."""
    zone_data()
    return frozenset(zoneinfo.available_timezones())


def _version_of_system() -> str:
    for folder in zoneinfo.TZPATH:
        for name in ("tzdata.zi", "+VERSION", "version"):
            try:
                with Path(folder, name).open(encoding="ascii", errors="replace") as file:
                    version = _VERSION.match(file.readline().strip())
            except OSError:
                continue
            if version:
                return version[1]
    return ""
