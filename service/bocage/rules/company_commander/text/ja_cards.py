"""Japanese: units, their abilities, tactical cards."""

from __future__ import annotations

from bocage.rules.company_commander.text.cards import CardWords, signed

_UNITS = {
    "us_company_hq": "中隊HQ",
    "us_platoon_hq": "小隊HQ",
    "us_rifle_squad": "小銃分隊",
    "us_replacement_squad": "補充分隊",
    "us_heavy_rifle_squad": "重小銃分隊",
    "us_engineering_squad": "戦闘工兵分隊",
    "us_half_squad": "半個分隊",
    "us_recon_team": "偵察チーム",
    "us_browning_30_mg": "ブローニング30口径機関銃",
    "us_browning_50_mg": "ブローニング50口径機関銃",
    "us_mortar_60mm": "60mm迫撃砲",
    "us_mortar_81mm": "81mm迫撃砲",
    "us_bazooka_team": "M1A1バズーカチーム",
    "us_m4a1_sherman": "M4A1シャーマン戦車",
    "us_m8_armored_car": "M8装甲車",
    "de_company_hq": "中隊HQ",
    "de_platoon_hq": "小隊HQ",
    "de_jager_squad": "猟兵分隊",
    "de_stosstrupp_squad": "突撃兵分隊",
    "de_pioniere_squad": "戦闘工兵分隊",
    "de_half_squad": "半個分隊",
    "de_recon_team": "偵察チーム",
    "de_light_mg_34": "MG34軽機関銃",
    "de_heavy_mg_42": "MG42重機関銃",
    "de_mortar_80cm": "8cm迫撃砲",
    "de_panzerschreck_team": "パンツァーシュレックチーム",
    "de_panzer_iv_g": "IV号戦車G型",
    "de_sniper": "狙撃兵",
    "de_pak_40": "7.5cmPak40対戦車砲",
    "de_half_track": "ハーフトラック",
}

_ABILITIES = {
    "strength": "戦力{n}。",
    "infantry": "歩兵分隊。",
    "no_infantry": "歩兵分隊ではない。",
    "recon": "偵察任務に出られる。",
    "recon_bonus": "偵察任務に出られる（ダイス{n}）。",
    "suppression": "制圧射撃ができる。",
    "suppression_bonus": "制圧射撃ができる（ロール{n}）。",
    "armour": "装甲。6が出れば損耗は釘付けに変わり、釘付けは無効になる。",
    "armour_bonus": "装甲（ダイス{n}）。合計6以上で損耗は釘付けに変わり、釘付けは無効になる。",
    "assault": "突撃するとき射撃ダイス{n}。",
    "defence": "防御するとき射撃ダイス{n}。",
    "anti_tank": "与える損害は車両と砲が先に受ける。",
    "cannot_assault": "突撃できない。",
    "company": "盤上にあるあいだ、展開フェイズごとにカードを1枚余分に引ける。",
    "hq": "釘付けのユニット1つ（HQ以外）の回復を助けられる。",
    "vehicle": "車両。",
    "tank": "狙撃兵の射撃は効かない。",
    "sniper": "戦車には効かない。",
    "engineer": "工兵。",
    "artillery": "砲兵。",
    "rally": "自分の回復ロール{n}。",
}

_TACTICAL = {
    "smoke": "煙幕",
    "take_cover": "遮蔽の確保",
    "camouflage": "カモフラージュ",
    "mud": "泥濘",
    "roads": "道路",
    "veteran_unit": "ベテランユニット",
    "howitzer_battery": "野砲中隊",
    "artillery_barrage": "弾幕砲撃",
    "dive_bomber": "急降下爆撃機",
    "strafing_run": "地上掃射",
    "air_support": "航空支援",
    "air_superiority": "制空権",
    "radio": "無線機",
    "reserves": "予備",
    "reinforcements": "増援",
    "seasoned_commander": "熟練した指揮官",
    "air_reconnaissance": "航空偵察",
    "forward_observer": "前線観測員",
    "rifle_grenades": "小銃擲弾",
    "machine_guns": "機関銃",
    "panzerfausts": "パンツァーファウスト",
    "overrun": "蹂躪",
    "surrounded": "包囲",
    "breakthrough": "突破",
    "concentrate_force": "戦力の集中",
    "trapped": "計略",
    "blitzkrieg": "電撃戦",
    "enfilade": "縦射",
    "crossfire": "十字砲火",
    "satchel_charge": "梱包爆薬",
    "grenades": "手榴弾",
    "flame_thrower": "火炎放射器",
    "commando_raid": "コマンド部隊の襲撃",
    "surprise_contact": "不意の接触",
    "hedgerows": "ボカージュ",
    "woods": "森",
    "entrenched": "塹壕",
    "tree_line": "並木",
    "buildings": "建物",
    "daylight_push": "日中の前進",
    "ambush": "待伏せ",
    "hilltop_vantage": "高所の利",
    "open_field": "平地",
    "opportunity_fire": "臨機射撃",
    "mine_field": "地雷原",
    "fog_of_war": "戦場の霧",
    "formation_disorder": "フォーメーションの混乱",
    "awaiting_orders": "命令待ち",
    "green_unit": "新兵",
    "out_of_ammo": "弾薬切れ",
    "breakdown": "故障",
    "unit_separated": "ユニットの分割",
    "shaken": "動揺",
    "professionalism": "プロフェッショナル",
}

_US, _DE = "アメリカ軍だけが使えます。", "ドイツ軍だけが使えます。"
_START = "敵の偵察・制圧・突撃フェイズの初めに使います。"
_PEST = "敵の偵察・制圧・突撃フェイズの初めか、自分の戦術・制圧・突撃フェイズに使います。"
_SHELL = "自分の制圧フェイズに使い、敵正面1つに制圧ロールを{n}回行います。"
_ATTACK = "自分の突撃を開始した直後に使い、攻撃側の全ユニットの射撃ダイスが{n}個増えます。"
_FRONT = "敵味方どちらの突撃でも使えます。自軍正面1つにいて戦闘に加わる全ユニットの射撃ダイスが{n}個増えます。"
_FIGHT = "敵味方どちらの突撃でも使えます。"
_DEFEND = "突撃を受けたときに使います。"

_HELP: dict[str, str] = {
    "smoke take_cover camouflage": "宣言された制圧射撃1つ、支援カード1枚、または発見された自軍ユニットへの"
    "制圧ロールを、ダイスを振る前に無効にします。",
    "mud": "敵が移動したあとに使います。移動したユニット1つを元の正面に戻します。"
    "移動しなかったことになりますが、もう動けません。",
    "roads": "自分の制圧・突撃フェイズに使います。移動した自軍ユニット1つが、"
    "このターンに制圧か突撃をできるようになります。",
    "veteran_unit": "自分の突撃フェイズに使います。移動した自軍ユニット1つが、"
    "このターンに突撃できるようになります。",
    "howitzer_battery artillery_barrage dive_bomber strafing_run air_support": _SHELL,
    "air_superiority": _US + _SHELL,
    "radio reserves": "自分の展開フェイズに使い、分隊カードを余分に{n}枚引きます。",
    "reinforcements": _US + "自分の展開フェイズに使い、分隊カードを余分に{n}枚引きます。",
    "seasoned_commander": "自分の戦術フェイズに使い、戦術カードを{n}枚引きます。",
    "air_reconnaissance": "自分の偵察フェイズに使います。ユニットもダイスもなしで偵察任務が成功し、"
    "どの敵正面でも選べます。",
    "forward_observer": "自分の制圧フェイズに使い、このターン、敵正面1つへの自軍の制圧ロールすべてに+{n}。",
    "rifle_grenades": "自分の制圧フェイズに使います。歩兵分隊1つがこのターンに制圧射撃を1回行えます。",
    "machine_guns": _DE + "自分の制圧フェイズに使います。歩兵分隊1つがこのターンに制圧射撃を1回行えます。",
    "panzerfausts": _DE + "自分の制圧フェイズか、敵味方どちらの突撃でも使えます。戦車以外の自軍ユニット1つが、"
    "このターン対戦車能力を得ます。",
    "overrun surrounded breakthrough concentrate_force trapped": _ATTACK,
    "blitzkrieg": _DE + _ATTACK,
    "enfilade crossfire": _FRONT,
    "satchel_charge": _FIGHT + "自軍ユニット1つの射撃ダイスが{n}個増えます。",
    "grenades": _FIGHT + "自軍の歩兵分隊1つの射撃ダイスが{n}個増えます。",
    "flame_thrower": _FIGHT + "自軍の工兵分隊の射撃ダイスが{n}個増えます。",
    "commando_raid": _FIGHT + "自軍の偵察チーム1つの射撃ダイスが{n}個増えます。",
    "surprise_contact": "自分の突撃を開始した直後に使います。攻撃側と防御側が同時に射撃します。",
    "hedgerows woods": _DEFEND + "攻撃側の全ユニットの射撃ダイスが{n}個減ります。",
    "entrenched": _DEFEND + "攻撃側のユニット1つの射撃ダイスが{n}個減ります。",
    "tree_line buildings": _DEFEND + "攻撃側のユニット1つは射撃ダイスを振れません。",
    "daylight_push ambush hilltop_vantage": _DEFEND + "防御側の全ユニットの射撃ダイスが{n}個増えます。",
    "open_field opportunity_fire": _DEFEND + "防御側のユニット1つの射撃ダイスが{n}個増えます。",
    "mine_field": _DEFEND + "誰も撃たないうちに、攻撃側に射撃ロールを{n}回行います。",
    "fog_of_war": _START + "自軍正面1つは、このターン制圧も支援攻撃も突撃も受けません。",
    "formation_disorder": _START + "敵正面1つにいるユニットは、このターン突撃できません。",
    "awaiting_orders": _START + "敵ユニット1つは、このターン突撃できません。",
    "green_unit": "敵の偵察・制圧・突撃フェイズの初めか、自分の突撃フェイズに使います。敵ユニット1つは、"
    "このターン何もできません。",
    "out_of_ammo": _PEST + "制圧射撃のできる敵ユニット1つは、ゲームの終わりまで制圧射撃ができません。",
    "breakdown": _PEST + "敵車両1つは、ゲームの終わりまで移動も突撃もできません。",
    "unit_separated": _PEST + "HQ以外の敵ユニット1つに釘付けマーカーを{n}個置きます。",
    "shaken": "敵の回復フェイズの初めに使います。釘付けの敵ユニット1つは回復ロールができません。",
    "professionalism": _DE + "自分の回復フェイズに使います。回復に失敗したか動揺している釘付けのユニット1つが、"
    "もう一度、同じ修正で回復ロールを行えます。",
}

CARDS = CardWords(
    units=_UNITS,
    abilities=_ABILITIES,
    tactical=_TACTICAL,
    tactical_help=_HELP,
    unit_names={"us": "米軍{name}", "de": "独軍{name}"},
    # No line ends between 第 and the number.
    numbered_names={"us": "米軍第\u2060{n}{name}", "de": "独軍第\u2060{n}{name}"},
    own_numbered="第\u2060{n}{name}",
    join="",
    signed=signed,
)
