"""Tests of map files and their reading."""
