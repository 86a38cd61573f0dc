"""Tests of the feature scenarios."""
