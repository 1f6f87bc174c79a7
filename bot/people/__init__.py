"""Users: settings, notices, leave, notes, blocks, reliability, personal data. Knows no Discord."""
