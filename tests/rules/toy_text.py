"""The toy game's words."""

from collections.abc import Mapping

_CARDS_JA = {
    "mouse": "ネズミ",
    "fox": "キツネ",
    "wolf": "オオカミ",
    "boar": "イノシシ",
    "bear": "クマ",
    "tiger": "トラ",
    "whale": "クジラ",
}

_LABELS = {"turn": ("Seat to play", "手番の席"), "deck": ("Deck", "山札"), "cards": ("Cards", "枚数")}
_LABELS |= {"seats": ("Players", "プレイヤー"), "hands": ("Hands", "手札"), "score": ("Score", "得点")}

TEXT: Mapping[str, Mapping[str, str]] = {
    "en": {
        "game.name": "Beasts",
        "game.tagline": "Play your cards, roll the die, the higher sum wins.",
        "seat.0": "First",
        "seat.1": "Second",
        "decision.turn": "Play a card or swap one",
        "action.play": "Play {card:card}",
        "action.swap": "Swap {card:card} for another card",
        "event.played": "{seat:seat} plays {card:card} and rolls {die}",
        "event.swapped": "{seat:seat} swaps {gave?{gave:card} for {got:card}|a card}",
        "outcome.most_points": "More points",
        "outcome.tie": "As many points on both sides",
        "option.hand": "Hand size",
        "option.hand.help": "How many cards each seat is dealt.",
        "option.swaps": "Swapping",
        "option.swaps.help": "Whether each seat may swap one card.",
        "option.swaps.true": "One swap",
        "option.swaps.false": "No swap",
        **{f"card.{card}": card.capitalize() for card in _CARDS_JA},
        **{f"label.{field}": english for field, (english, _) in _LABELS.items()},
    },
    "ja": {
        "game.name": "けものたち",
        "game.tagline": "カードを出し、ダイスを振り、合計の大きい方が勝ちます。",
        "seat.0": "先手",
        "seat.1": "後手",
        "decision.turn": "カードを出すか交換してください",
        "action.play": "{card:card}を出す",
        "action.swap": "{card:card}を別のカードと交換する",
        "event.played": "{seat:seat}が{card:card}を出し、ダイスは{die}",
        "event.swapped": "{seat:seat}が{gave?{gave:card}を{got:card}と|カードを1枚}交換",
        "outcome.most_points": "得点で上回った",
        "outcome.tie": "同点",
        "option.hand": "手札の枚数",
        "option.hand.help": "各席に配るカードの枚数。",
        "option.swaps": "交換",
        "option.swaps.help": "各席がカードを1枚交換できるかどうか。",
        "option.swaps.true": "1回だけ交換",
        "option.swaps.false": "交換なし",
        **{f"card.{card}": name for card, name in _CARDS_JA.items()},
        **{f"label.{field}": japanese for field, (_, japanese) in _LABELS.items()},
    },
}
