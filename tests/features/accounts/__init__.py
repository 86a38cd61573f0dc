"""Tests of accounts: sign-ins, recovery codes, passkeys, data export, leaving."""
