"""Ratings: results of ended matches, standings derived from them, leaderboards, seasons, profiles."""
