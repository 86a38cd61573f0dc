"""Pictures for link previews: of the page, of games, and of positions of matches."""
