#!/usr/bin/env bash
# Commands of the README on a machine that has nothing but Debian, Python, make and git: in a chroot, as root.
#
#     tests/fresh.sh FOLDER COMMAND...        tests/fresh.sh /tmp/fresh "make serve" "make quick" "make test"
#
# FOLDER is made with debootstrap where it is not there yet; later runs go on with it. What is committed here is cloned
# into it. `make serve` counts as done when the address is printed. "apt-get install -y redis-server" is a command, too.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")/.." && pwd)

if [ ! -x "$folder/usr/bin/python3" ]; then
  debootstrap --variant=minbase --include=python3,python3-venv,make,git,ca-certificates bookworm "$folder" >/dev/null
fi
rm -rf "$folder/bocage"
git clone --quiet "$here" "$folder/bocage"
# Names and certificates as on this machine.
cp /etc/resolv.conf /etc/hosts "$folder/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/"

undo() {
  for place in dev/shm dev/pts dev proc; do
    ! mountpoint -q "$folder/$place" || umount "$folder/$place"
  done
}
trap undo EXIT
mount -t proc proc "$folder/proc"
mount --bind /dev "$folder/dev"
mount --bind /dev/pts "$folder/dev/pts"
mount --bind /dev/shm "$folder/dev/shm"

inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 CI=true \
    PIP_CERT=/etc/ssl/certs/ca-certificates.crt NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    chroot "$folder" /bin/bash -c "cd /bocage && $1"
}

# Until the service prints its address; then it is asked to stop. Fails where it prints none.
serve() {
  inside 'rm -rf data; mkfifo /tmp/said.$$ && { BOCAGE_PORT=0 make serve >/tmp/said.$$ & service=$!; }
    up=1; while read -r line <&3; do echo "$line"; case $line in Bocage*http*) up=0; break;; esac; done 3</tmp/said.$$
    rm /tmp/said.$$; kill -TERM "$service" || true; wait "$service" || true; exit $up'
}

for command in "$@"; do
  started=$SECONDS
  if [ "$command" = "make serve" ]; then serve; else inside "$command"; fi
  echo "$command: $((SECONDS - started)) s"
done
