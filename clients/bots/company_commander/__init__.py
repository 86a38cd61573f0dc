"""COMPANY COMMANDER."""

from clients.bots.company_commander.captain import make

__all__ = ["make"]
