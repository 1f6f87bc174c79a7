"""How properties are tested: in the suite the same examples each time, whatever the machine.

    HYPOTHESIS_PROFILE=explore python -m pytest tests/people

looks for other examples each time.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# How long an example takes says how busy the machine is; what has to be quick is held by tests/bench.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("suite", settings.get_profile("explore"), derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))
