"""Accounts: sign-ins on several devices, recovery codes, passkeys, data export and account deletion.

The core creates players and authenticates their tokens. Without this feature each player keeps a single token.
"""
