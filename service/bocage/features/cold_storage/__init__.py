"""Cold storage: finished matches are moved from Redis to files, or to objects in a bucket."""

#: Subcommands of ``bocage``: names of modules with their summaries.
COMMANDS = {"archive": "move finished matches to cold storage and back, or delete them"}
