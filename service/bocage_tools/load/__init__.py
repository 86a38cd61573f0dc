"""A load test: many clients play at once and check the guarantees of the service."""
