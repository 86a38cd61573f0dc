"""The words of the game of hidden dice."""

from collections.abc import Mapping

TEXT: Mapping[str, Mapping[str, str]] = {
    "en": {
        "game.name": "Under the Cups",
        "game.tagline": "Say how many there are, and be believed.",
        "seat.0": "Left",
        "seat.1": "Right",
        "decision.open": "Make the first bid",
        "decision.answer": "Bid higher, or doubt",
        "action.bid": "Bid {count} of {face}",
        "action.doubt": "Doubt the bid",
        "event.rolled": "{seat:seat} rolls {count} dice",
        "event.turned": "This round {face} counts as any face",
        "event.bidden": "{seat:seat} bids {count} of {face}",
        "event.shown": "{seat:seat} shows the dice",
        "event.lost": "{seat:seat} loses a die",
        "outcome.no_dice": "One side has no dice left",
        "refusal.too_low": "The bid must be higher than the last one.",
        "option.dice": "Dice",
        "option.dice.help": "How many dice each side begins with.",
    },
    "ja": {
        "game.name": "カップの下",
        "game.tagline": "いくつあるかを言い、信じさせましょう。",
        "seat.0": "左",
        "seat.1": "右",
        "decision.open": "最初のビッドをしてください",
        "decision.answer": "ビッドを上げるか、疑ってください",
        "action.bid": "{face}の目が{count}個とビッドする",
        "action.doubt": "ビッドを疑う",
        "event.rolled": "{seat:seat}がダイスを{count}個振る",
        "event.turned": "このラウンドでは{face}がどの目にも数えられる",
        "event.bidden": "{seat:seat}が{face}の目{count}個とビッド",
        "event.shown": "{seat:seat}がダイスを見せる",
        "event.lost": "{seat:seat}がダイスを1個失う",
        "outcome.no_dice": "一方のダイスがなくなりました",
        "refusal.too_low": "前のビッドより高くしてください。",
        "option.dice": "ダイスの数",
        "option.dice.help": "各プレイヤーが最初に持つダイスの数。",
    },
}
