"""`python -m tests.storage.keep_release`: keep a database of this version, for tests of later versions.

Makes tests/storage/files/VERSION.sqlite; an existing file is never overwritten.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from bot.base.version import VERSION
from tests.storage.release import FILES, keep


def main() -> int:
    """Make the file; return 1 if it exists already."""
    argparse.ArgumentParser(prog="python -m tests.storage.keep_release", description=__doc__).parse_args()
    target = FILES / f"{VERSION}.sqlite"
    if target.exists():
        print(f"{target} is there already: what a release has left is not made again.", file=sys.stderr)
        return 1
    asyncio.run(keep(target))
    print(f"{target}: {target.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
