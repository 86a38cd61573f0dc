"""A person at a match: playing or watching line by line."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, TypeAlias

from bocage.protocol.messages import Said
from bocage.sdk import BocageError, Client, MatchState, RefusedError, Status
from bocage.terminal.console import Console
from bocage.terminal.library import Library, screen_of
from bocage.terminal.screen import Screen
from bocage.terminal.terms import TermsError, changes, waits_for

#: Least wait in seconds that is reported every time.
SOON = 2.0


class _Line:
    """A line of input; None: the input has ended."""

    def __init__(self, text: str | None) -> None:
        self.text = text


_Thing: TypeAlias = "list[MatchState] | _Line | Said | BocageError | tuple[Status, float]"


class Seat:
    """Shows a match, and executes the lines typed."""

    def __init__(
        self,
        client: Client,
        console: Console,
        library: Library,
        lang: str,
        match: str,
        invite: str = "",
        stays: bool = False,
        back: str = "",
    ) -> None:
        """``client`` must forward its events to :meth:`said` and :meth:`status`.

        ``stays``: continue after the end of input (a watcher at the end of a pipe). ``back``: the command that
        returns here.
        """
        self._client = client
        self._console = console
        self._library = library
        self._lang = lang
        self._match = match
        self._invite = invite
        self._stays = stays
        self._back = back or f"bocage play --join {match}"
        self._inbox: asyncio.Queue[_Thing] = asyncio.Queue()
        #: Lines that arrived too early.
        self._held: deque[_Line] = deque()
        self._screen: Screen
        self._state: MatchState | None = None
        self._events: list[str] = []
        #: Play single actions without asking.
        self._auto = False
        self._resigning = False
        #: Position of the last decision shown, and of the last one answered.
        self._asked = 0
        self._answered = 0
        self._waited_for = ("", -2)
        self._lost = False

    async def run(self) -> bool:
        """Run until the match ends (True) or the person leaves (False). Raises ``BocageError``."""
        failure: BocageError | None = None
        async with asyncio.TaskGroup() as self._tasks:
            pumps = [self._tasks.create_task(self._read_states()), self._tasks.create_task(self._read_lines())]
            try:
                await self._serve()
            except BocageError as error:
                failure = error
            except asyncio.CancelledError:
                self._leave()
                raise
            finally:
                for pump in pumps:
                    pump.cancel()
        if failure is not None:
            raise failure
        return self._state is not None and self._state.ended

    def said(self, said: Said) -> None:
        """Handle a chat message."""
        self._inbox.put_nowait(said)

    def status(self, status: Status, wait: float) -> None:
        """Handle a change of the connection."""
        self._inbox.put_nowait((status, wait))

    # Input ------------------------------------------------------------------------------------

    async def _read_states(self) -> None:
        feed = self._client.follow(self._match, invite=self._invite, odds=True)
        try:
            while True:
                states = [await feed.get()]
                while len(feed):
                    states.append(await feed.get())
                self._inbox.put_nowait(states)
        except BocageError as error:
            self._inbox.put_nowait(error)
        finally:
            self._client.unfollow(self._match, feed)

    async def _read_lines(self) -> None:
        while (line := await self._console.read()) is not None:
            self._inbox.put_nowait(_Line(line))
        self._inbox.put_nowait(_Line(None))

    async def _serve(self) -> None:
        while True:
            thing = await self._inbox.get()
            match thing:
                case list():
                    await self._show(thing)
                    if thing[-1].ended:
                        return
                case _Line():
                    self._held.append(thing)
                case Said():
                    self._write(
                        self._screen.words.ui("said", name=self._screen.words.called(thing.name), text=thing.text)
                    )
                case BocageError():
                    raise thing
                case (status, wait):
                    if status != "closed" and self._state is not None:
                        self._tell_status(status, wait)
            while self._held and not self._holds():
                if not await self._typed(self._held.popleft().text):
                    return

    def _holds(self) -> bool:
        """True if lines must wait: for the table, or, if prepared beforehand, for a decision."""
        state = self._state
        if state is None or not self._console.piped or self._stays:
            return state is None
        return not state.actions or state.seq <= self._answered

    def _tell_status(self, status: Status, wait: float) -> None:
        # The first attempts follow so quickly that one message is enough.
        if status != "lost" or not self._lost or wait >= SOON:
            self._write(self._screen.words.ui(f"status.{status}", seconds=round(wait, 1)))
        self._lost = status == "lost"

    # Output -----------------------------------------------------------------------------------

    def _write(self, *lines: str) -> None:
        self._console.write(lines)

    async def _screen_for(self, state: MatchState) -> Screen:
        return await screen_of(self._library, state.view["game"], self._lang, state.view["options"])

    async def _show(self, states: list[MatchState]) -> None:
        state = states[-1]
        first = self._state is None
        if self._state is None or self._state.view["options"] != state.view["options"]:
            self._screen = await self._screen_for(state)
        self._state = state
        events = [line for one in states for line in self._screen.events(one.events)]
        if events:
            self._events = events
            self._write(*events)
        if first:
            self._console.write(self._head())
        if state.ended:
            self._console.write(self._screen.table(state.view))
            self._console.write(self._screen.outcome(state.view))
        elif state.actions:
            if state.seq > self._asked and state.seq > self._answered:
                self._ask()
        else:
            self._wait(first)

    def _head(self) -> list[str]:
        state = self._state
        assert state is not None
        return self._screen.head(state.match, state.seq, state.view, state.seat, self._client.now())

    def _ask(self) -> None:
        """Show the decision, or play it if there is no choice."""
        state, screen = self._state, self._screen
        assert state is not None
        assert state.decision is not None
        again = self._asked > 0
        self._asked = state.seq
        self._waited_for = ("", -2)
        if self._auto and len(state.actions) == 1:
            self._write(screen.words.ui("autoplayed", action=screen.words.action(state.actions[0])))
            self._play(state.actions[0])
            return
        self._console.write(["", *screen.table(state.view)])
        self._write(screen.words.ui("your_turn", what=screen.decision(state.decision.kind)))
        self._console.write(screen.choices(state.actions, state.odds, state.hint))
        if not again:
            self._write(screen.words.ui("choose"))

    def _wait(self, first: bool) -> None:
        """Say once whom the match waits for."""
        state, words = self._state, self._screen.words
        assert state is not None
        if first and "table" in state.view:
            self._console.write(self._screen.table(state.view))
        free = sum(not seat for seat in state.view["seats"].values())
        if state.view["status"] == "open":
            if not free:
                self._agree(state)
                return
            waited = ("open", free)
            house = state.view.get("house", "")
            waiting = words.ui("waiting.seat", n=free, match=self._match, invite=self._invite)
            line = words.ui("waiting.house", name=house) if house else waiting
        elif state.decision is not None:
            waited = (state.decision.kind, state.decision.seat)
            who = self._screen.player(state.view, state.decision.seat)
            line = words.ui("waiting", name=who, what=self._screen.decision(state.decision.kind))
        else:
            return
        if waited != self._waited_for:
            self._waited_for = waited
            self._write(line)
        if first:
            self._write(words.ui("hint"))

    def _agree(self, state: MatchState) -> None:
        """Show the terms, once each time somebody has to accept them; without any the match is just beginning."""
        who = waits_for(state.view)
        waited = (str(state.view["options"]), who)
        if who < 0 or waited == self._waited_for:
            return
        self._waited_for = waited
        words = self._screen.words
        self._write(*self._screen.options(state.view))
        names = words.join(
            words.name("option", name) + f" ({name})" for name in state.view["agreement"]["negotiable"]
        )
        if state.seat >= 0 and state.seat not in state.view["agreement"]["accepted"]:
            self._write(words.ui("terms.accept", swap="swap" in state.view["agreement"], names=names))
        else:
            self._write(words.ui("terms.waiting", name=self._screen.player(state.view, who)))

    # Commands ---------------------------------------------------------------------------------

    def _play(self, action: dict[str, Any]) -> None:
        """Send an action; its answer arrives like all other input."""
        assert self._state is not None
        self._answered = self._state.seq
        self._tasks.create_task(self._request(self._client.act(self._match, self._state.seq, action)))

    async def _request(self, request: Any) -> None:
        try:
            await request
        except RefusedError as error:
            self._answered = 0
            words = self._screen.words
            self._write(words.ui("refused", text=error.text, rule=error.rule))
            self._inbox.put_nowait(_Line(""))
        except BocageError as error:
            self._inbox.put_nowait(error)

    def _leave(self) -> None:
        if self._state is not None:
            waits = self._state.view["status"] == "open"
            self._write(self._screen.words.ui("left.open" if waits else "left", back=self._back))

    async def _typed(self, line: str | None) -> bool:
        """Execute a line. Returns False to leave."""
        if line is None and self._stays:
            return True
        if line is None or line.strip() in ("q", "quit"):
            self._leave()
            return False
        if not line.strip():
            return True
        assert self._state is not None
        word, _, rest = line.strip().partition(" ")
        resigning, self._resigning = self._resigning, False
        screen, words = self._screen, self._screen.words
        match word.lower():
            case number if number.isdecimal():
                self._choose(int(number))
            case "?" | "h" | "help":
                self._console.write(words.ui("help").splitlines())
            case "v":
                self._console.write([*self._head(), *screen.table(self._state.view)])
                if self._state.decision is not None and self._state.actions:
                    self._write(screen.decision(self._state.decision.kind))
                    self._console.write(screen.choices(self._state.actions, self._state.odds, self._state.hint))
            case "l":
                self._console.write(self._events)
            case "o":
                self._write(*screen.options(self._state.view))
            case "w":
                told = screen.explain(rest.strip(), self._state.view["options"])
                self._console.write(told or [words.ui("nothing_known", word=rest.strip())])
            case "a":
                self._auto = not self._auto
                self._write(words.ui("auto.on" if self._auto else "auto.off"))
            case "d":
                self._tasks.create_task(self._request(self._client.draw(self._match, self._state.seq)))
            case "n":
                # A request for an undo comes before a draw offer.
                decline = (
                    self._client.decline_undo if "undo_asked" in self._state.view else self._client.decline_draw
                )
                self._tasks.create_task(self._request(decline(self._match, self._state.seq)))
            case "u":
                self._tasks.create_task(self._request(self._client.undo(self._match, self._state.seq)))
            case "hint":
                self._tasks.create_task(self._request(self._client.rest.hint(self._match, self._state.seq)))
            case "accept" | "propose" | "swap" if "agreement" in self._state.view:
                self._negotiate(word.lower(), rest)
            case "resign" if resigning and self._state.view["status"] == "open" and waits_for(self._state.view) < 0:
                self._tasks.create_task(self._request(self._client.rest.withdraw(self._match)))
            case "resign" if resigning:
                self._tasks.create_task(self._request(self._client.resign(self._match)))
            case "resign":
                self._resigning = True
                self._write(words.ui("resign.sure"))
            case "say" if rest:
                self._tasks.create_task(self._request(self._client.say(self._match, rest)))
            case "en" | "ja" as lang:
                self._lang = lang
                self._screen = await self._screen_for(self._state)
                return await self._typed("v")
            case _:
                self._write(words.ui("not_understood", line=line.strip()))
        return True

    def _negotiate(self, word: str, rest: str) -> None:
        """Accept the terms, or propose others."""
        state = self._state
        assert state is not None
        if word == "accept":
            request = self._client.accept(self._match, state.seq)
        else:
            try:
                wanted = changes(word, rest, state.view["agreement"])
            except TermsError as error:
                self._write(self._screen.words.ui("not_understood", line=str(error)))
                return
            request = self._client.propose(self._match, state.seq, wanted)
        self._tasks.create_task(self._request(request))

    def _choose(self, number: int) -> None:
        assert self._state is not None
        words, actions = self._screen.words, self._state.actions
        if actions and self._state.seq <= self._answered:
            self._write(words.ui("on_its_way"))
        elif not actions:
            self._write(words.ui("not_your_turn"))
        elif not 1 <= number <= len(actions):
            self._write(words.ui("no_such_number", n=number, last=len(actions)))
        else:
            self._write(words.ui("played", action=words.action(actions[number - 1])))
            self._play(actions[number - 1])
