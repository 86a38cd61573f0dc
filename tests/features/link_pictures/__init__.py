"""Tests of pictures for links."""
