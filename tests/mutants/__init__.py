"""Planted bugs: one-line changes of the code that is not rules, and whether any test notices them.

``make mutants`` runs it; docs/decisions/013-planted-bugs.md says why it is ours.
"""
