"""Link pictures: endpoints, and the path of a picture."""

from __future__ import annotations

from typing import ClassVar

from bocage.features.link_pictures import pictures
from bocage.http.endpoint import Endpoint
from bocage.http.feature import Feature


class LinkPictures(Feature):
    """The feature on one node."""

    endpoints: ClassVar[tuple[Endpoint, ...]] = pictures.ENDPOINTS

    def picture(self, game: str) -> str:
        """Return the path of the picture of a game, or of the page."""
        return f"/api/games/{game}/picture.jpg" if game else "/api/picture.jpg"


FEATURE = LinkPictures
