"""Pages, REST, health and metrics: Starlette routes over the live node."""
