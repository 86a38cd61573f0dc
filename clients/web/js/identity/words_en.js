/** Words about the player of this browser, English. */
export const EN = {
  no_password:
    "There is no password: a key in this browser opens your name and matches. On other devices you are somebody else until you move there. Without a passkey, a recovery code or another device nothing brings you back when this browser forgets you: when you clear its data, say. A name that never sat down at a match, and has neither passkey nor codes, is forgotten after some months.",
  "move.door": "I have a passkey or a recovery code",
  unknown:
    "The service does not know {name} at the moment. Nothing is lost: this browser keeps who you are, asks again, and brings you back as soon as the service knows you.",
  "unknown.guest": "Go on as a guest",
  "unknown.back": "The service knows {name} again. You are {name}.",
  "unknown.again":
    "The service knows {name} again. You play as {now} now; the other player stays in the menu behind the name on top.",
  "unknown.stay": "Stay {name}",
  kept: "Players kept in this browser:",
  "kept.become": "Be {name} again",
  elsewhere: "In another tab this browser became {name}. This tab follows.",
  "elsewhere.guest": "In another tab this browser became a guest. This tab follows.",
  forgetful:
    "This browser stores nothing for this page: when the tab is closed or loaded again, it no longer knows who you are. To come back, allow site data for this page, or make recovery codes behind your name.",
};
