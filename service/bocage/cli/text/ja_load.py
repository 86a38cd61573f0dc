# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of ``bocage load``."""

from __future__ import annotations

#: English sentence → its Japanese.
LOAD: dict[str, str] = {
    "play and watch many matches at once, and check every promise": "多数の対戦を同時に行い、約束が守られるか調べる",
    "Plays and watches many matches of a service at once, and holds what every client saw and was told against the logs. Prints a table while it runs, then a report. Exit code 1: a promise was broken. The limits of the service count: set them higher for one address.": (
        "サービスで多数の対戦と観戦を同時に行い、各クライアントに見えたもの・伝えられたものを記録と突き合わせます。実行中は表を、最後に"
        "報告を表示します。終了コード 1: 約束が破られました。サービスの上限も働くので、1つのアドレスに対する上限を上げておいてください。"
    ),
    "matches at a time (default 10)": "同時に行う対戦の数（既定 10）",
    "watchers of all matches (default 0)": "全対戦の観戦者の数（既定 0）",
    "for how long (default 1)": "続ける時間（分、既定 1）",
    "id of the game to play; default: all in turn": "遊ぶゲームの ID。既定: すべてを順に",
    "seconds that a player thinks, about (default 1)": "1手にかける秒数の目安（既定 1）",
    "processes of the load (default 0: one for each 1,000 clients, at most one per core)": (
        "負荷側のプロセス数（既定 0: クライアント 1,000 ごとに1つ、多くてもコア数まで）"
    ),
    "the same seed makes the same choices": "種が同じなら同じ手を選びます",
    "a load has at least one match, and numbers that are not negative": "対戦は1つ以上、数は負でない値を指定してください",
    "the service has no game {0}": "サービスにゲーム {0} はありません",
    "again and again, cut each connection of the load, or make it half open or slow; and kill workers and Redis in turn where the service is the load's own (--serve)": (
        "負荷側の各接続を繰り返し切断・半開・低速にします。サービスを自分で起動した場合（--serve）は、ワーカーと Redis も交互に強制終了します"
    ),
    "start a service of the load's own with N workers, 2 or more, and end it afterwards": "専用のサービスをワーカー N 個（2以上）で起動し、最後に終了します",
    "seconds between two kills (default 60)": "強制終了の間隔（秒、既定 60）",
    "a service of the load's own has two workers or more, and no other address": "専用のサービスはワーカーが2個以上で、別のアドレスは指定できません",
    "seconds": "秒",
    "connected": "接続中",
    "late ms": "遅れ ms",
    "matches": "対戦",
    "watchers": "観戦者",
    "actions/s": "手/秒",
    "updates/s": "更新/秒",
    "half ms": "50% ms",
    "99 % ms": "99% ms",
    "checked": "検査済",
    "broken": "違反",
    "faults": "障害",
    "MB": "MB",
    "cut": "切断",
    "cut before an answer": "応答前の切断",
    "half open": "半開",
    "slow": "低速",
    "killed {0}": "{0}の強制終了",
    "worker": "ワーカー",
    "the service does not start: {0}": "サービスが起動しません: {0}",
    "fault, {0} times: {1}": "障害 {0} 回: {1}",
    "after {0} minutes, {1} matches checked: {2} MB of memory (workers, then Redis)": (
        "{0} 分後、検査済みの対戦 {1}: メモリ {2} MB（ワーカー、最後に Redis）"
    ),
    "{0} connections, lost {1} times": "接続 {0}、切断 {1} 回",
    "{0} actions acknowledged, {1} per second": "応答のあった手 {0}、毎秒 {1}",
    "half of them within {0} ms, 99 % within {1} ms": "その半数は {0} ミリ秒以内、99% は {1} ミリ秒以内",
    "{0} positions seen, {1} per second": "届いた局面 {0}、毎秒 {1}",
    "checked: {0} matches, {1} entries, {2} acknowledged actions, {3} views against replays": (
        "検査: 対戦 {0}、記録 {1}、応答のあった手 {2}、再生と照合した表示 {3}"
    ),
    "all were connected after {0} s; each process opens {1} to {2} at a time, and half of them waited for that for {3} ms, 1 % for {4} ms": (
        "全接続の確立まで {0} 秒。各プロセスが同時に開く接続は {1}〜{2} 本で、順番待ちは中央値 {3} ミリ秒、上位 1% で {4} ミリ秒"
    ),
    "the load itself: {0} processes, which used {1} of {2} processor cores; half of the time they were late by {3} ms, 1 % of it by {4} ms": (
        "負荷側: プロセス {0}、{2} コア中 {1} コアを使用。遅れは中央値 {3} ミリ秒、上位 1% で {4} ミリ秒"
    ),
    "the load was too slow: half of these delays or more are its own, not the service's": (
        "負荷側の処理が追いついていません。上の遅延の半分以上はサービスではなく負荷側のものです"
    ),
    "closed by the service {0} times: {1}": "サービス側からの切断 {0} 回: {1}",
    "a process of the load has ended before its time": "負荷側のプロセスが途中で終了しました",
    "refused {0} times: {1}": "拒否 {0} 回: {1}",
    "broken: {0}": "違反: {0}",
    "no match came to its end, so nothing was checked": "終わった対戦がなく、何も検査できませんでした",
    "{0} promises were broken": "{0} 件の約束が破られました",
    "every promise was kept": "すべての約束が守られました",
}
