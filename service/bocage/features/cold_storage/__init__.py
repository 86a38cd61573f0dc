"""Cold storage: finished matches leave Redis for files, or for objects in a bucket."""

#: Commands of ``bocage``, each the module of that name, with what it does.
COMMANDS = {"archive": "move finished matches to cold storage and back, or delete them"}
