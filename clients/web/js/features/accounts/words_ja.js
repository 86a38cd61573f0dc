/** Words about devices and recovery, Japanese; loaded when they are wanted. */
export const JA = {
  devices: "端末の管理",
  "devices.intro": "「{name}」は複数の端末で使えます。パスワードはなく、端末ごとに専用の鍵があります。",
  "devices.list": "ログイン中の端末",
  "devices.this": "この端末",
  "devices.used": "最終利用 {date}",
  "devices.made": "{date} から",
  "devices.unnamed": "名前のない端末",
  "devices.move": "ほかの端末でも使う",
  "devices.move.help": "もう一方の端末でこのリンクを開くか、カメラでコードを読み取ってください。",
  "devices.move.left": "1回だけ使えます（あと{n}分）。",
  "devices.move.over": "リンクの期限が切れました。閉じて作り直してください。",
  "devices.move.warning": "最初に開いた人があなたとして対戦できます。公開しないでください。",
  "devices.qr": "リンクのQRコード",
  "devices.codes": "回復コード",
  "devices.back":
    "このブラウザの記録が消えても（データを消したときなど）、パスキー、回復コード、ほかの端末で元に戻れます。",
  "devices.back.others":
    "パスキーも回復コードもありません。このブラウザの記録が消えると、ログイン中のほかの端末からしか元に戻れません。",
  "devices.back.none":
    "パスキーも回復コードもほかの端末もありません。このブラウザの記録が消えると（データを消したときなど）、名前と対戦を取り戻せません。",
  "devices.codes.left": "回復コードの残り：{n}個（{date} に作成）",
  "devices.codes.help": "この端末以外の場所に保管してください。1個につき1回、元の自分に戻れます。再表示はできません。",
  "devices.codes.again": "新しいコードを作ると、古い{n}個は使えなくなります。",
  "devices.codes.make": "新しいコードを作る",
  "devices.codes.copy": "すべてコピー",
  "devices.codes.save": "ファイルに保存",
  "devices.codes.kept": "保管しました",
  "devices.out": "ログアウト",
  "devices.out.which": "{device} をログアウト",
  "devices.out.one": "{device} では、あなたとして対戦できなくなります。",
  "devices.out.one.last":
    "{device} では、あなたとして対戦できなくなります。そのあとは、このブラウザだけが頼りになります。パスキーか回復コードを作ってください。",
  "devices.out.this":
    "このブラウザから、あなたの情報が消えます。ほかの端末、回復コード、パスキーのどれかで元に戻れます。",
  "devices.out.this.last":
    "このブラウザから、あなたの情報が消えます。ほかの端末も回復コードもパスキーもないため、元に戻れず、名前と対戦を失います。",
  "devices.out.all": "ほかのすべての端末をログアウト",
  "devices.out.all.help":
    "ほかの端末はすべて、ただちにログアウトします。これまでのリンク、回復コード、パスキーも使えなくなります。新しく作るまで、このブラウザだけが頼りになります。",
  "devices.out.all.done":
    "ほかのすべての端末をログアウトしました。回復コードとパスキーも無効になりました。新しく作ってください。",
  passkeys: "パスキー",
  "passkeys.intro":
    "パスキーはこの端末やパスワードマネージャーに保存され、それがある端末ならどこでもログインできます。",
  "passkeys.add": "パスキーを追加",
  "passkeys.name": "名前",
  "passkeys.unnamed": "名前のないパスキー",
  "passkeys.unused": "未使用",
  "passkeys.synced": "同期済み",
  "passkeys.rename": "名前を変える",
  "passkeys.rename.which": "{name} の名前を変える",
  "passkeys.remove": "削除",
  "passkeys.remove.which": "{name} を削除",
  "passkeys.remove.one": "{name} ではログインできなくなります。端末に残ったパスキーも削除してください。",
  "passkeys.remove.last":
    "元に戻る手段は {name} だけです。回復コードもほかの端末もありません。削除すると、このブラウザの記録が消えたときに名前と対戦を取り戻せません。",
  "passkeys.known": "この端末には、あなたのパスキーがすでにあります。",
  "passkeys.cancelled": "パスキーは使われませんでした（キャンセルまたは時間切れ）。",
  "passkeys.sign_in": "パスキーでログイン",
  "passkeys.not.package": "ここではパスキーを使えません。サービスに必要なソフトウェアが入っていません。",
  "passkeys.not.plain": "ここではパスキーを使えません。サービスへの接続が暗号化（https）されていません。",
  "passkeys.not.number":
    "ここではパスキーを使えません。パスキーにはドメイン名が必要ですが、サービスのアドレスが数字です。",
  "passkeys.not.here":
    "パスキーは {address} でだけ使えます。そのページでは別の人として扱われるので、「ほかの端末でも使う」で引き継いでください。",
  "passkeys.not.browser": "このブラウザはパスキーに対応していません。",
  data: "あなたのデータ",
  "data.intro":
    "サービスがあなたについて保存しているすべての情報（名前、端末、通知、友だち、対戦、結果）を、1つのファイルで受け取れます。",
  "data.download": "ダウンロード",
  "leave.intro": "退会することもできます。手続きの前に、何が消えて何が残るかを表示します。",
  "leave.begin": "退会する…",
  leave: "退会",
  "leave.goes":
    "消えるもの：名前、すべての端末、パスキー、回復コード、通知とその送り先、友だち、ブロック、戦績、ランキングと順位表の記録。",
  "leave.matches": "進行中の対戦はすべて投了となり、相手に通知されます。レート戦は負けになります。",
  "leave.stays":
    "残るもの：ほかの人も参加した対戦の記録。そこには「退会したプレイヤー」と表示されます。2026年11月より前の記録をダウンロードすると、当時の名前が含まれます。運営者への通報は30日間残ります。",
  "leave.final": "退会は取り消せません。運営者にも元に戻せません。",
  "leave.type": "確認のため、あなたの名前「{name}」を入力してください",
  "leave.do": "退会する",
  "leave.done": "退会しました。このブラウザには誰の情報も残っていません。",
  "move.title": "この端末で続ける",
  "move.link": "このリンクで、このブラウザでも、もう一方の端末と同じプレイヤーになります。",
  "move.code": "回復コード、またはほかの端末で作ったリンクのコードを入力してください。パスキーも使えます。",
  "move.code.label": "コード",
  "move.replaces":
    "このブラウザは現在「{name}」として使われています。「{name}」はこのブラウザに残り、上の名前から戻れます。このブラウザを使う人は誰でも戻れるので、困るときは先にログアウトしてください。",
  "move.go": "この端末で続ける",
  "move.done": "この端末でも{name}さんになりました。",
  "move.done.last":
    "この端末でも{name}さんになりました。これが最後の回復コードでした。「端末の管理」で新しいコードかパスキーを作ってください。",
};
