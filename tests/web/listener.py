"""A player who does not see the page, and chooses by role and name of what is read out alone.

Buttons come from the browser's accessibility tree, as a screen reader gets it. The page is asked only when to look
again.
"""

from __future__ import annotations

import random
import re
from typing import Any, Literal, NamedTuple, Self

from playwright.async_api import BrowserContext, CDPSession, Error, Page

#: The part of the table where the question stands, by its name.
DECISION = "Your decision"
#: Names of buttons that open and close the parts beside the table.
LOG = "Log and chat"
#: Buttons during a selection.
BACK = "Choose again"
#: Buttons without an effect on the decision.
NO_ANSWERS = frozenset({"Hint", "Take back", "List", BACK})
#: The harmless answer to a confirmation.
NO = "No"
#: Place of a button on the table: a piece, a line of the list, or the dock's button.
Kind = Literal["pieces", "lines", "button"]


class Button(NamedTuple):
    """A button as it is read out."""

    name: str
    description: str
    #: Whether it can be down, as what lies on the table can; none of the dock's.
    toggles: bool
    #: Whether it does nothing now.
    waits: bool
    #: Whether it has opened what it belongs to.
    open: bool
    #: Its id in the browser.
    node: int


def button(node: dict[str, Any]) -> Button:
    """The button of this part of the tree. Every button has a name."""
    known = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
    name, description = (
        re.sub(r"\s+", " ", str(node.get(what, {}).get("value", ""))).strip() for what in ("name", "description")
    )
    assert name, f"no name: {node}"
    return Button(
        name,
        description,
        "pressed" in known,
        bool(known.get("disabled")),
        bool(known.get("expanded")),
        node["backendDOMNodeId"],
    )


class Listener:
    """Reads a page and presses what it finds there, while the context lasts."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession
        #: Places of table and question.
        self._main: int
        self._dock: int

    async def __aenter__(self) -> Self:
        # Not the context's own method, which is watched: this session ends here.
        self._session = await BrowserContext.new_cdp_session(self._page.context, self._page)
        # The browser keeps the tree up to date, instead of making a new one for every question.
        await self._session.send("Accessibility.enable")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.detach()

    async def play(self, seed: int, moves: int, prefer: str = "") -> dict[str, Any]:
        """Make that many moves, or play to the end; mostly those whose name matches ``prefer``, if any.

        Returns the state, the number of moves ``made``, and buttons of each kind ``pressed``.
        """
        rng = random.Random(seed)
        pressed: dict[Kind, int] = {"pieces": 0, "lines": 0, "button": 0}
        made = 0
        state = await self._page.evaluate("driver.next()")
        if state["status"] != "ended":
            self._main, self._dock = await self._part("main"), await self._part("region", DECISION)
            # Closed, it is no longer gone through for each choice.
            for each in await self._buttons(self._main):
                if each.name == LOG and each.open:
                    state = await self._press(each)
        while made < moves and state["status"] != "ended":
            if state["asked"]:
                # Chance is always sure.
                one = next(each for each in await self._buttons(await self._part("dialog")) if each.name != NO)
            else:
                kind, one = await self._choose(rng, made % 2 == 0, prefer)
                pressed[kind] += 1
            state = await self._press(one)
            made += state["acted"]
        return {**state, "made": made, "pressed": pressed}

    async def _part(self, role: str, name: str = "") -> int:
        """The part of the page of this role and name."""
        document = await self._session.send("Runtime.evaluate", {"expression": "document"})
        wish = {"objectId": document["result"]["objectId"], "role": role}
        if name:
            wish["accessibleName"] = name
        found = await self._session.send("Accessibility.queryAXTree", wish)
        return int(next(each for each in found["nodes"] if not each["ignored"])["backendDOMNodeId"])

    async def _buttons(self, part: int) -> list[Button]:
        """Buttons in a part of the page, in reading order."""
        wish = {"backendNodeId": part, "role": "button"}
        found = await self._session.send("Accessibility.queryAXTree", wish)
        return [button(each) for each in found["nodes"] if not each["ignored"]]

    async def _choose(self, rng: random.Random, piece: bool, prefer: str) -> tuple[Kind, Button]:
        """Press one of what goes on from here. ``piece``: first one on the table, if there is one."""
        dock = await self._buttons(self._dock)
        answers = [each for each in dock if each.name not in NO_ANSWERS and not each.waits]
        # The last one carries out what is chosen, or ends the step.
        last = [each for each in answers if each == dock[-1]]
        lines = [each for each in answers if each not in last]
        kinds: dict[Kind, list[Button]]
        if any(each.name == BACK for each in dock):
            # The keyboard is here now: at the button, or at the lines that are left.
            kinds = {"button": last} if last else {"lines": lines}
        else:
            pieces = [
                each
                for each in await self._buttons(self._main)
                if each.toggles and not each.waits and each not in dock
            ]
            for each in pieces:
                assert ": " in f"{each.name} {each.description}", f"says nothing: {each}"
            kinds = {"pieces": pieces} if piece and pieces else {"pieces": pieces, "lines": lines, "button": last}
        named = {each.name: (kind, each) for kind, some in kinds.items() for each in reversed(some)}
        wished = [name for name in named if prefer and re.search(prefer, name)]
        return named[rng.choice(wished if wished and rng.random() < 0.75 else list(named))]

    async def _press(self, one: Button) -> dict[str, Any]:
        """As a screen reader presses it; where the table stands when it can be chosen again, or at the end."""
        try:
            found = await self._session.send("DOM.resolveNode", {"backendNodeId": one.node})
        except Error:
            # Drawn anew meanwhile, as after a lost connection: it is looked for again.
            return {**await self._page.evaluate("driver.next()"), "acted": False}
        wish = {
            "objectId": found["object"]["objectId"],
            "functionDeclaration": "function () { return driver.press(this) }",
            "awaitPromise": True,
            "returnByValue": True,
        }
        done = await self._session.send("Runtime.callFunctionOn", wish)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        state: dict[str, Any] = done["result"]["value"]
        return state
