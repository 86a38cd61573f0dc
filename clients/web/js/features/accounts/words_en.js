/** Words about devices and recovery, English; loaded when they are wanted. */
export const EN = {
  devices: "Your devices",
  "devices.intro": "{name} can be played from several devices. There is no password: each device has a key of its own.",
  "devices.list": "Signed in",
  "devices.this": "this device",
  "devices.used": "last used {date}",
  "devices.made": "since {date}",
  "devices.unnamed": "A device without a name",
  "devices.move": "Move to another device",
  "devices.move.help": "Open this link on the other device, or point its camera at the code.",
  "devices.move.left": "It works once, for {n} more {n#minute|minutes}.",
  "devices.move.over": "This link is too old. Close this and make another one.",
  "devices.move.warning": "Whoever opens it first can play as you. Do not post it.",
  "devices.qr": "QR code of the link",
  "devices.codes": "Recovery codes",
  "devices.back":
    "When this browser forgets you (because you clear its data, say), a passkey, a recovery code or another device brings you back.",
  "devices.back.others":
    "No passkey and no recovery codes: when this browser forgets you, only another device that is still signed in brings you back.",
  "devices.back.none":
    "No passkey, no recovery codes, no other device: when this browser forgets you (because you clear its data, say), your name and matches are lost to you.",
  "devices.codes.left": "{n} recovery {n#code|codes} left, made {date}.",
  "devices.codes.help":
    "Keep these codes somewhere else than on this device. Each brings you back once. They are not shown again.",
  "devices.codes.again": "New codes make the {n} old {n#one|ones} useless.",
  "devices.codes.make": "Make new codes",
  "devices.codes.copy": "Copy all",
  "devices.codes.save": "Save as a file",
  "devices.codes.kept": "I have kept them",
  "devices.out": "Sign out",
  "devices.out.which": "Sign out: {device}",
  "devices.out.one": "{device} can then no longer play as you.",
  "devices.out.one.last":
    "{device} can then no longer play as you, and this browser alone knows you: make a passkey or recovery codes.",
  "devices.out.this": "This browser forgets who you are. Another device, a recovery code or a passkey brings you back.",
  "devices.out.this.last":
    "This browser forgets who you are. There is no other device, no recovery code and no passkey: you cannot come back, and your name and matches are lost to you.",
  "devices.out.all": "Sign out everywhere else",
  "devices.out.all.help":
    "Every other device is signed out at once. Links, recovery codes and passkeys made until now are useless: until you make new ones, this browser alone knows you.",
  "devices.out.all.done": "All other devices are signed out. Your recovery codes and passkeys are void: make new ones.",
  passkeys: "Passkeys",
  "passkeys.intro":
    "A passkey is kept by this device or by your password manager, and signs you in wherever you have it.",
  "passkeys.add": "Add a passkey",
  "passkeys.name": "Name",
  "passkeys.unnamed": "A passkey without a name",
  "passkeys.unused": "never used",
  "passkeys.synced": "synchronised",
  "passkeys.rename": "Rename",
  "passkeys.rename.which": "Rename: {name}",
  "passkeys.remove": "Remove",
  "passkeys.remove.which": "Remove: {name}",
  "passkeys.remove.one": "{name} signs nobody in any more. Delete it on your device as well.",
  "passkeys.remove.last":
    "{name} is all that brings you back: there are no recovery codes and no other device. When this browser forgets you, your name and matches are lost to you.",
  "passkeys.known": "This device has a passkey for you already.",
  "passkeys.cancelled": "No passkey was used: it was cancelled, or took too long.",
  "passkeys.sign_in": "Sign in with a passkey",
  "passkeys.not.package": "Passkeys are not offered here: the service lacks the software for them.",
  "passkeys.not.plain": "Passkeys are not offered here: the service is reached without encryption (https).",
  "passkeys.not.number": "Passkeys are not offered here: the service is reached at a number, and passkeys need a name.",
  "passkeys.not.here":
    "Passkeys work at {address} only. That page keeps an identity of its own: take yours along with “Move to another device”.",
  "passkeys.not.browser": "This browser knows no passkeys.",
  data: "Your data",
  "data.intro":
    "All that the service keeps about you, as one file: your name, devices, notices, friends, matches, results.",
  "data.download": "Download",
  "leave.intro": "You can also leave for good. First you are shown what goes and what stays.",
  "leave.begin": "Leave for good…",
  leave: "Leave for good",
  "leave.goes":
    "What goes: your name, all your devices, passkeys and recovery codes, your notices with their addresses, friends, blocks, your record, and your places on ladders and boards.",
  "leave.matches": "Matches that you are playing are given up. Your opponents are told, and rated ones count as lost.",
  "leave.stays":
    "What stays: the logs of your matches, which others played too. They say “a player who left”. Logs of matches before November 2026 still hold your name when they are downloaded. Reports to the operator stay for 30 days.",
  "leave.final": "Nobody can undo this, the operator included.",
  "leave.type": "Type your name, {name}, to show that you mean it",
  "leave.do": "Leave for good",
  "leave.done": "You have left. This browser knows nobody any more.",
  "move.title": "Continue on this device",
  "move.link": "This link makes this browser the same player as on your other device.",
  "move.code": "Enter a recovery code, or the code of a link from another device. Or use a passkey.",
  "move.code.label": "Code",
  "move.replaces":
    "This browser is {name} now. {name} is kept in this browser: behind the name on top you can be {name} again. Whoever uses this browser can do so, too; sign out first if nobody shall.",
  "move.go": "Continue on this device",
  "move.done": "You are {name} here, too.",
  "move.done.last":
    "You are {name} here. That was the last recovery code: make new ones, or a passkey, under “Your devices”.",
};
