"""Ratings: results of ended matches, standings that follow from them, leaderboards, seasons, profiles."""
