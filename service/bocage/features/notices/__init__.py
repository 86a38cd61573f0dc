"""Notices: players are told by push, webhook or e-mail what happens while they look elsewhere."""
