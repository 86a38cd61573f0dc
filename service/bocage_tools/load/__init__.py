"""A load of many clients at once, which check every promise of the service."""
