"""Tracing of the steps of actions, exported to an OpenTelemetry collector if one is configured."""
