"""The ``bocage`` command, the only package that combines service and clients.

Each command is a module with ``register(commands)``; only the module of the invoked command is imported.
"""

from bocage.cli.main import main

__all__ = ["main"]
