"""Japanese: what stands on and beside the table."""

from __future__ import annotations

from collections.abc import Mapping

LABELS: Mapping[str, str] = {
    "front.bonus": "制圧+{n}",
    "front.proxy": "遠隔指揮",
    "front.empty": "ユニットなし",
    "cc.turn": "第{n}ターン、{side:side}",
    "cc.pending": "配置するユニット",
    "cc.counts": "{side:side}：手札{hand}枚、分隊デッキ{deck}枚",
    "cc.tactical": "戦術デッキ {n}枚",
    "cc.discards": "捨て札 {n}枚",
    "cc.lost": "除去されたユニット",
    "cc.glimpse": "第{turn}ターンに見た相手の手札：",
    "cc.base": "戦力",
    "cc.flank": "側面",
    "cc.state": "戦力{left}／{strength}{pins?、釘付け{pins}|}",
    "cc.hand": "手札：",
}
