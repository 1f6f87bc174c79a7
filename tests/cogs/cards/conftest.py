from __future__ import annotations

import pytest
from simcord import MemberActor

from tests.cogs.club import Club
from tests.cogs.league import keeper


@pytest.fixture
def max_(club: Club) -> MemberActor:
    """One who may manage the server."""
    return keeper(club)
