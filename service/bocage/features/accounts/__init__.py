"""Accounts: sign-ins on several devices, recovery codes, passkeys, data export and leaving.

The core makes players and authenticates their tokens; without this feature each player has one token, for good.
"""
