"""How long each step of an action takes, told to a collector of OpenTelemetry, if that is set."""
