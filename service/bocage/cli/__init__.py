"""The ``bocage`` command. This package alone puts service and clients together.

Each command is a module with ``register(commands)``; only the module of the command that runs is imported.
"""

from bocage.cli.main import main

__all__ = ["main"]
