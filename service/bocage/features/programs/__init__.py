"""Programs: accounts of bots, their tokens and tables, challenges, and the matches that the service arranges."""
