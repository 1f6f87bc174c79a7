"""What everything stands on: clock, ids, limits, logs, metrics, languages, the version."""
