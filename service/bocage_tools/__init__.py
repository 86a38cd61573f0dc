"""Tools for the developers of the service and its games. They run in a checkout; the wheel leaves them out. See
docs/decisions/058-tools-outside-of-the-wheel.md.
"""
