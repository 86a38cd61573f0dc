# ruff: noqa: E501 - a sentence stays on its line
"""Japanese of ``bocage archive`` and of cold storage."""

from __future__ import annotations

#: English sentence → its Japanese.
ARCHIVE: dict[str, str] = {
    "move finished matches to cold storage and back, or delete them": "終了した対戦を保管用ストレージへ移す・戻す・削除する",
    "Moves finished matches from Redis to cold storage and back, checks what lies there, and deletes matches for good. "
    "Nodes may run meanwhile.": (
        "終了した対戦を Redis から保管用ストレージへ移し、また戻します。中身の検査や、対戦の完全な削除もできます。"
        "ノードを動かしたまま実行できます。"
    ),
    "what to do": "実行する操作",
    "ids of matches to restore or to delete": "戻す、または削除する対戦の ID",
    "restore every match": "すべての対戦を戻す",
    "move what ended so many days ago (default: BOCAGE_COLD_AFTER, or 90)": (
        "終了からこの日数が過ぎた対戦を移す（既定: BOCAGE_COLD_AFTER、なければ 90）"
    ),
    "note matches in Redis that only storage knows": "ストレージにだけある対戦を Redis に登録する",
    "where finished matches lie that have left Redis (default: BOCAGE_COLD_STORAGE)": (
        "Redis から移した対戦の置き場所（既定: BOCAGE_COLD_STORAGE）"
    ),
    "no cold storage is set: say which with --cold-storage": (
        "保管用ストレージが設定されていません。--cold-storage で指定してください"
    ),
    "say which matches": "対戦の ID を指定してください",
    "{0} matches moved to cold storage": "{0}件の対戦を保管用ストレージへ移しました",
    "{0} matches in cold storage are right": "保管用ストレージの対戦 {0}件は正常です",
    "match {0}: its record is missing": "対戦 {0}: 記録が見つかりません",
    "match {0}: its record is damaged": "対戦 {0}: 記録が壊れています",
    "match {0}: Redis does not know it": "対戦 {0}: Redis に登録がありません",
    "{0} matches noted in Redis": "{0}件の対戦を Redis に登録しました",
    "match {0} does not lie in cold storage": "対戦 {0} は保管用ストレージにありません",
    "{0} matches restored": "{0}件の対戦を戻しました",
    "match {0}: there is none, or it is not finished": "対戦 {0}: 存在しないか、まだ終了していません",
    "{0} matches deleted": "{0}件の対戦を削除しました",
    "cold storage is unavailable": "保管用ストレージに接続できません",
    "cold storage: {0}": "保管用ストレージ: {0}",
    "cold storage holds matches of {0} days": "保管用ストレージには {0}日分の対戦があります",
    "cold storage does not answer": "保管用ストレージが応答しません",
    "cold storage cannot be used: {0}": "保管用ストレージを使えません: {0}",
    "it is empty, though matches were moved there: is it mounted, and the right place?": (
        "対戦を移したはずですが、空です。マウントされているか、場所が正しいか確認してください"
    ),
    "cold storage: it is empty, though matches were moved there: is it mounted, and the right place?": (
        "保管用ストレージ: 対戦を移したはずですが、空です。マウントされているか、場所が正しいか確認してください"
    ),
    "{0} does not exist: make it for the account that runs the service (install -d -m 700 -o {1} {2})": (
        "{0} がありません。サービスを実行するアカウント用に作成してください（install -d -m 700 -o {1} {2}）"
    ),
    "no answer in time": "時間内に応答がありません",
    "cold storage: {0} reads other than it was written": "保管用ストレージ: {0} の内容が書き込んだものと違います",
    "too many wait for cold storage": "保管用ストレージの待ち行列がいっぱいです",
    "a match lies in cold storage, but BOCAGE_COLD_STORAGE is not set here": (
        "対戦は保管用ストレージにありますが、ここでは BOCAGE_COLD_STORAGE が設定されていません"
    ),
    "the record of match {0} is damaged": "対戦 {0} の記録が壊れています",
    "the record of match {0} is not there": "対戦 {0} の記録がありません",
    "Where finished matches are kept once they have left Redis: a directory, or s3://bucket/prefix?endpoint=URL&region=NAME "
    "with credentials in AWS_*; empty: they stay in Redis.": (
        "Redis から移した終了済みの対戦の置き場所。フォルダー、または s3://bucket/prefix?endpoint=URL&region=NAME"
        "（認証情報は AWS_*）。空なら Redis に残します。"
    ),
    "Days after its end when a finished match is moved to cold storage.": (
        "対戦の終了後、保管用ストレージへ移すまでの日数。"
    ),
    "Days after its end when a match in cold storage is deleted for good; 0: never.": (
        "対戦の終了後、保管用ストレージから完全に削除するまでの日数。0 なら削除しません。"
    ),
    "{0}COLD_DELETE: {1} is not after {2}COLD_AFTER": "{0}COLD_DELETE: {1} は {2}COLD_AFTER より後ではありません",
    "{0}COLD_STORAGE: {1}": "{0}COLD_STORAGE: {1}",
    "{0} is neither a directory nor s3://bucket/prefix": "{0} はフォルダーでも s3://bucket/prefix でもありません",
    "{0} says nothing about cold storage": "{0} は保管用ストレージの指定に使えません",
    "s3:// needs the package obstore: pip install 'bocage[s3]'": (
        "s3:// にはパッケージ obstore が必要です（pip install 'bocage[s3]'）"
    ),
}
