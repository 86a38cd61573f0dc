"""Maps drawn by players: storage, lists, pictures, and how fair they are."""
