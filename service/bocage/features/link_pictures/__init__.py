"""Pictures for chats that show links: of the page, of games, and of moments of matches."""
