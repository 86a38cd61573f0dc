"""What every address says to a body that is none of its own: nothing is done then."""

from __future__ import annotations

import re

from bocage.protocol.rest import NoFields
from tests.http.endpoints import ALL_ENDPOINTS
from tests.http.site import Site


async def test_a_body_of_another_form_is_refused_everywhere(site: Site) -> None:
    _, token = await site.player("Ann")
    told = {}
    for endpoint in ALL_ENDPOINTS:
        if endpoint.body is not None:
            path = re.sub(r"\{\w+\}", "x", endpoint.path)
            # Where no field is known, one is too many.
            answer = await site.post(path, {"sure": True} if endpoint.body is NoFields else [], token)
            told[endpoint.path] = (answer.status_code, answer.json()["code"])
    assert len(told) > 20
    assert {path: said for path, said in told.items() if said != (400, "bad_request")} == {}
