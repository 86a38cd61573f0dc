"""The ``bocage`` command. This package alone puts service and clients together.

Each command is a module with ``register(commands)``; what it needs is imported when it runs, so that
``bocage --help`` is quick.
"""

from service.cli.main import main

__all__ = ["main"]
