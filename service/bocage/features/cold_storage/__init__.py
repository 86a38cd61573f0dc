"""Cold storage: finished matches leave Redis for files, or for objects in a bucket."""
