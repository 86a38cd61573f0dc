"""Cold storage: finished matches are moved from Redis to files, or to objects in a bucket."""
