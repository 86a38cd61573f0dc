"""REST, to be filled once the routes stand."""

from __future__ import annotations


class Rest:
    def __init__(self, url: str, *, token: str = "", lang: str = "en") -> None: ...

    async def close(self) -> None: ...
