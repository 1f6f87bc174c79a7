"""Papyrus: an origami squad skirmish for two to four seats (rules PAP-01 to PAP-24)."""
