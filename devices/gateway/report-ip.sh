#!/bin/sh
# Reports the local network address of this machine to the greenhouse backend, once. POSIX sh with curl and ip.
#
# Settings, in the environment:
#   GREENHOUSE_URL       of /reportIp
#   GREENHOUSE_FARM_ID   the farm
#   GREENHOUSE_KEY_FILE  the farm's key, alone in a file that only you can read
# An argument is reported in place of the address that is found. The exit code is 0 when it was stored, 1 when it was
# refused, 64 for a wrong call, 75 when the backend could not be reached after several attempts.

set -u
umask 077

ATTEMPTS=6
LONGEST_WAIT=60
LONGEST_RETRY_AFTER=600

fail() {
  printf '%s\n' "report-ip: $1" >&2
  exit "$2"
}

# Whether the URL is one that the farm's key may be sent to: HTTPS, or HTTP within the local network.
is_allowed() {
  case $1 in
    https://?*) return 0 ;;
    http://*) ;;
    *) return 1 ;;
  esac
  host=${1#http://}
  host=${host%%/*}
  case $host in *@*) return 1 ;; esac
  host=${host%%:*}
  case $host in
    localhost | *.local) return 0 ;;
    *[!0-9.]*) return 1 ;;
    127.* | 10.* | 192.168.* | 172.1[6-9].* | 172.2[0-9].* | 172.3[01].*) return 0 ;;
    *) return 1 ;;
  esac
}

: "${GREENHOUSE_URL:?is not set}" "${GREENHOUSE_FARM_ID:?is not set}" "${GREENHOUSE_KEY_FILE:?is not set}"
is_allowed "$GREENHOUSE_URL" || fail "the URL must begin with https:// (http:// in the local network)" 64
key=$(cat "$GREENHOUSE_KEY_FILE") || exit 64

# The address from which this machine reaches the internet; asking the routing table sends nothing.
find_address() { ip -4 route get 192.0.2.1 2>/dev/null | sed -n 's/.* src \([0-9.]*\).*/\1/p'; }

escape() { printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g'; }

work=$(mktemp -d) || exit 75
trap 'rm -rf "$work"' EXIT
trap 'exit 75' HUP INT TERM

attempt=1
while :; do
  status=000
  ip=${1:-$(find_address)}
  : >"$work/headers"
  if [ -z "$ip" ]; then
    said="no address yet"
  else
    # The body comes through a pipe, so that no list of processes shows the key.
    status=$(
      printf '{"farmId":"%s","apiKey":"%s","ip":"%s"}' "$(escape "$GREENHOUSE_FARM_ID")" "$(escape "$key")" "$ip" |
        curl -q -sS --proto '=http,https' --max-time 15 --max-filesize 65536 -H 'Content-Type: application/json' \
          -H 'Expect:' -o "$work/body" -D "$work/headers" -w '%{http_code}' --data-binary @- "$GREENHOUSE_URL" \
          2>"$work/error"
    ) || status=000
    case $status in
      000) said=$(sed 's/^curl: //; 1q' "$work/error") ;;
      *) said=$(sed -n 's/.*"error": *"\([^"]*\)".*/\1/p' "$work/body") ;;
    esac
  fi
  case $status in
    200)
      if grep -q '"success": *true' "$work/body"; then
        echo "reported $ip"
        exit 0
      fi
      said="not the backend's answer"
      ;;
    408 | 429) ;;
    3?? | 4??) fail "refused: $status $said" 1 ;;
  esac
  printf '%s\n' "report-ip: $status $said: attempt $attempt of $ATTEMPTS" >&2
  if [ "$attempt" -ge "$ATTEMPTS" ]; then exit 75; fi
  wait=$((1 << (attempt - 1)))
  if [ "$wait" -gt "$LONGEST_WAIT" ]; then wait=$LONGEST_WAIT; fi
  wait=$(((wait + 1) / 2 + 0x$(od -An -N2 -tx1 /dev/urandom | tr -d ' \n') % ((wait + 1) / 2 + 1)))
  retry_after=$(grep -i '^retry-after:' "$work/headers" | sed 's/^[^:]*: *//' | tr -d '\r' | head -n 1)
  case $retry_after in
    '' | *[!0-9]* | ?????*) ;;
    *)
      if [ "$retry_after" -gt "$LONGEST_RETRY_AFTER" ]; then retry_after=$LONGEST_RETRY_AFTER; fi
      if [ "$retry_after" -gt "$wait" ]; then wait=$retry_after; fi
      ;;
  esac
  sleep "$wait"
  attempt=$((attempt + 1))
done
