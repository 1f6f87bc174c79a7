"""Maps, layouts and squads that servers have added. Knows no Discord and no SQL."""
