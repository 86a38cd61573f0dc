"""The page's connection: what is said again after it was lost, and what is not."""

from __future__ import annotations

from tests.web.node import run_module

#: A browser's globals as far as the module uses them, and a socket whose other end is the test.
BROWSER = """
const store = {};
globalThis.localStorage = { getItem: (key) => store[key] ?? null, setItem: (key, value) => (store[key] = value) };
globalThis.addEventListener = () => {};
const sockets = [];
globalThis.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  constructor() { super(); sockets.push(this); }
  send(data) { this.sent.push(JSON.parse(data)); }
  close() {}
  hear(message) { this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) })); }
  welcome() { this.dispatchEvent(new Event("open")); this.hear({ t: "welcome", version: "", time: Date.now() }); }
};
const { Connection } = await import("WEB/js/net/connection.js");
const connection = new Connection("ws://x/ws", () => ({ token: "", lang: "en" }), () => {});
const until = async (found) => { while (!found()) await new Promise((go) => setTimeout(go, 1)); };
"""


def test_an_act_is_said_again_but_a_draw_and_chat_are_not() -> None:
    source = """
    sockets[0].welcome();
    const ask = (t) => connection.request({ t, match: "m" }).catch((error) => error.code);
    const asked = ["act", "draw", "say"].map(ask);
    connection.restart();
    asked.push(connection.request({ t: "draw", match: "n" }));
    sockets[1].welcome();
    for (const { id } of sockets[1].sent) if (id) sockets[1].hear({ t: "ack", id, seq: 9 });
    const answers = await Promise.all(asked);
    const said = sockets[1].sent.map(({ t, match }) => [t, match ?? ""]);
    console.log(JSON.stringify([said, answers.map((a) => a.seq ?? a)]));
    process.exit(0);
    """
    said, answers = run_module(BROWSER + source, None)
    assert said == [["hello", ""], ["act", "m"], ["draw", "n"]]
    assert answers == [9, "unknown", "unknown", 9]


def test_a_match_that_cannot_be_shown_just_now_is_asked_for_again() -> None:
    source = """
    sockets[0].welcome();
    connection.follow("m", { opening: () => ({ t: "watch", match: "m" }), receive: () => {} });
    sockets[0].hear({ t: "refused", code: "unavailable", text: "", match: "m", retry: 5 });
    const watches = () => sockets[0].sent.filter(({ t }) => t === "watch").length;
    await until(() => watches() === 2);
    console.log(watches());
    process.exit(0);
    """
    assert run_module(BROWSER + source, None) == 2
