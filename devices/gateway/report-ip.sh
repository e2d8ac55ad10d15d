#!/bin/sh
# Reports the local network address of this machine to the greenhouse backend, once. POSIX sh with curl and ip,
# and sha256sum, shasum or openssl.
#
# Settings, in the environment:
#   GREENHOUSE_URL       of /reportIp
#   GREENHOUSE_FARM_ID   the farm
#   GREENHOUSE_KEY_FILE  the farm's key, alone in a file that only you can read
#
# The address is that from which this machine reaches the backend, else the internet, else that of an interface which is
# up. Loopback, link-local and multicast addresses are never reported. An argument is reported in place of what is
# found.
#
# The exit code:
#    0  it was stored
#    1  the backend refused it
#   64  a wrong call or setting
#   66  the key's file cannot be used
#   69  this machine has no address in a network, or lacks a command
#   75  the backend could not be reached after several attempts, or the call was interrupted

set -u
umask 077
LC_ALL=C
export LC_ALL
exec </dev/null # A caller may have closed it.

ATTEMPTS=6
LONGEST_WAIT=60
LONGEST_RETRY_AFTER=600
NEWLINE='
'

report() { printf '%s\n' "report-ip: $1" >&2; }

# fail <why> <exit code>
fail() {
  report "$1"
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

# Whether other machines of the network can reach this IPv4 address.
is_usable() {
  case $1 in
    '' | *[!0-9.]*) return 1 ;;
    0.* | 127.* | 169.254.* | 22[4-9].* | 2[3-5][0-9].*) return 1 ;;
  esac
}

# The backend's IPv4 address, where this system can look it up by its name alone.
resolve_backend() {
  host=${GREENHOUSE_URL#*://}
  host=${host%%[/?#]*}
  host=${host##*@}
  host=${host%%:*}
  case $host in
    *[!0-9.]*) getent ahostsv4 "$host" 2>/dev/null | sed -n '1s/[^0-9.].*//p' ;;
    *) echo "$host" ;;
  esac
}

# The addresses of the interfaces that are up and connected. Tunnels are no local network.
list_addresses() {
  is_connected=
  ip -4 addr show up 2>/dev/null | while read -r first second third _; do
    case $first$third in
      [0-9]*:*POINTOPOINT* | [0-9]*:*LOOPBACK*) is_connected= ;;
      [0-9]*:*LOWER_UP*) is_connected=yes ;;
      [0-9]*:*) is_connected= ;;
      inet*) if [ -n "$is_connected" ]; then echo "${second%%/*}"; fi ;;
    esac
  done
}

# Prints this machine's address, or nothing. Asking the routing table sends nothing.
find_address() {
  for target in $(resolve_backend) 192.0.2.1; do
    found=$(ip -4 route get "$target" 2>/dev/null | sed -n 's/.* src \([0-9.]*\).*/\1/p')
    if is_usable "$found"; then
      echo "$found"
      return
    fi
  done
  for found in $(list_addresses); do
    if is_usable "$found"; then
      echo "$found"
      return
    fi
  done
}

# The key alone: Windows' editors put a mark before it and a carriage return behind it.
read_key() {
  key=$(cat "$GREENHOUSE_KEY_FILE") || fail "the key's file cannot be read: $GREENHOUSE_KEY_FILE" 66
  key=${key#"$(printf '\357\273\277')"}
  while :; do
    case $key in
      [[:space:]]*) key=${key#?} ;;
      *[[:space:]]) key=${key%?} ;;
      *) break ;;
    esac
  done
  case $key in
    '') fail "the key's file is empty: $GREENHOUSE_KEY_FILE" 66 ;;
    *[[:cntrl:]]*) fail "the key's file must hold the key alone, in one line: $GREENHOUSE_KEY_FILE" 66 ;;
  esac
}

escape() { printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g'; }

# SHA-256 of standard input, in hexadecimal.
digest() {
  if command -v sha256sum >/dev/null; then
    sum=$(sha256sum)
  elif command -v shasum >/dev/null; then
    sum=$(shasum -a 256)
  else
    sum=$(openssl dgst -sha256 -r)
  fi
  printf '%s\n' "${sum%% *}"
}

# mix <mask> <byte>...: the bytes combined with the mask, as printf takes them: $mixed.
mix() {
  mask=$1 mixed=
  shift
  for byte in "$@"; do
    byte=$(((byte & 255) ^ mask))
    mixed="$mixed\\0$((byte / 64))$((byte / 8 % 8))$((byte % 8))"
  done
}

# The bytes of hexadecimal digits, as numbers: $bytes.
set_bytes() {
  hex=$1 bytes=
  while [ -n "$hex" ]; do
    rest=${hex#??}
    bytes="$bytes 0x${hex%"$rest"}"
    hex=$rest
  done
}

# What HMAC (RFC 2104) makes of the key: $inner and $outer. Only the shell's own commands get it as an argument, so that
# no list of processes shows it.
prepare_key() {
  text=$key
  set --
  while [ -n "$text" ]; do
    rest=${text#?}
    set -- "$@" "'${text%"$rest"}"
    text=$rest
  done
  bytes=$(printf '%d ' "$@")
  if [ $# -gt 64 ]; then set_bytes "$(printf '%s' "$key" | digest)"; fi
  # shellcheck disable=SC2086 # The words are wanted.
  set -- $bytes
  while [ $# -lt 64 ]; do set -- "$@" 0; done
  mix 0x36 "$@"
  inner=$mixed
  mix 0x5c "$@"
  outer=$mixed
}

# The signature of a text: its HMAC-SHA256.
sign() {
  set_bytes "$(printf '%b%s' "$inner" "$1" | digest)"
  # shellcheck disable=SC2086 # The words are wanted.
  mix 0 $bytes
  printf '%b%b' "$outer" "$mixed" | digest
}

# read_date <what Date says>: $date, in Unix seconds; empty for what is no date of an answer.
read_date() {
  date=
  # Tue, 14 Nov 2023 22:13:20 GMT
  case $1 in
    ???', '[0-3][0-9]' '???' '20[2-9][0-9]' '[0-2][0-9]:[0-5][0-9]:[0-6][0-9]' GMT') ;;
    *) return ;;
  esac
  set -f
  IFS=' :'
  # shellcheck disable=SC2086 # The words are wanted.
  set -- $1
  unset IFS
  set +f
  case $3 in
    Jan) month=11 ;; Feb) month=12 ;; Mar) month=1 ;; Apr) month=2 ;; May) month=3 ;; Jun) month=4 ;;
    Jul) month=5 ;; Aug) month=6 ;; Sep) month=7 ;; Oct) month=8 ;; Nov) month=9 ;; Dec) month=10 ;;
    *) return ;;
  esac
  # Years begin in March. The number of leap years is right until 2099; a leading zero would make a number octal.
  year=$(($4 - (month > 10)))
  days=$((365 * year + year / 4 - 15 + (153 * month - 151) / 5 + ${2#0} - 719469))
  date=$((((days * 24 + ${5#0}) * 60 + ${6#0}) * 60 + ${7#0}))
}

# header <name>: what the answer's header says. Behind a proxy the last one with that name is the backend's.
header() { printf '%s\n' "$answer" | sed -n '/^HTTP\//,/^$/p' | grep -i "^$1:" | tail -n 1 | sed 's/^[^:]*: *//'; }

# post <Unix seconds>: sends the address. What comes back goes to $answer, its status to $status (000: none) and what it
# says to $said. The rate limits how much can come back.
post() {
  body=$(printf '{"farmId":"%s","timestamp":%s000,"ip":"%s"}' "$(escape "$GREENHOUSE_FARM_ID")" "$1" "$ip")
  answer=$(
    {
      printf '%s' "$body" |
        curl -q -sS -i --proto '=http,https' --max-time 15 --max-filesize 65536 --limit-rate 16k \
          -H 'Content-Type: application/json' -H "X-Signature: sha256=$(sign "$body")" -H 'Expect:' \
          -w '\nstatus %{http_code}\n' --data-binary @- "$GREENHOUSE_URL" 2>&1
      printf '\ncode %s\n' "$?"
    } | tr -d '\000-\011\013-\037\177'
  )
  status=$(printf '%s\n' "$answer" | sed -n 's/^status \([0-9][0-9][0-9]\)$/\1/p' | tail -n 1)
  said=$(printf '%s\n' "$answer" | sed -n 's/.*"error": *"\([^"]*\)".*/\1/p' | head -n 1 | cut -c1-300)
  if [ "${answer##*"${NEWLINE}code "}" != 0 ] || [ -z "$status" ]; then
    status=000
    said=$(printf '%s\n' "$answer" | sed -n 's/.*curl: \(([0-9]*)\)/\1/p' | head -n 1 | cut -c1-300)
  fi
}

for setting in GREENHOUSE_URL GREENHOUSE_FARM_ID GREENHOUSE_KEY_FILE; do
  eval "[ -n \"\${$setting:-}\" ]" || fail "$setting is not set" 64
done
is_allowed "$GREENHOUSE_URL" || fail "the URL must begin with https:// (http:// in the local network)" 64
case ${1:-} in
  '' | *[!0-9.]*) ;; # The backend refuses what is no address.
  *) is_usable "$1" || fail "no other machine can reach $1" 64 ;;
esac
read_key
command -v curl >/dev/null || fail "curl is not installed" 69
command -v sha256sum >/dev/null || command -v shasum >/dev/null || command -v openssl >/dev/null ||
  fail "none of sha256sum, shasum and openssl is installed" 69
prepare_key
[ -n "${1:-}" ] || command -v ip >/dev/null || fail "ip is not installed: install iproute2, or give the address" 69
trap 'exit 75' HUP INT TERM

attempt=1
while :; do
  answer='' status=000
  ip=${1:-$(find_address)}
  if [ -z "$ip" ]; then
    said="this machine has no address in a network"
  else
    post "$(date +%s)"
    case $status$said in
      '401Timestamp is more than 5 minutes'*)
        # This machine's clock is wrong; the backend's is not.
        read_date "$(header date)"
        if [ -n "$date" ]; then post "$date"; fi
        ;;
    esac
  fi
  case $status in
    200)
      case $answer in
        *'"success":true'* | *'"success": true'*)
          echo "reported $ip"
          exit 0
          ;;
      esac
      said="not the backend's answer"
      ;;
    408 | 429) ;;
    3?? | 4??) fail "refused: $status $said" 1 ;;
  esac
  report "$status $said: attempt $attempt of $ATTEMPTS"
  if [ "$attempt" -ge "$ATTEMPTS" ]; then
    if [ -z "$ip" ]; then exit 69; fi
    exit 75
  fi
  wait=$((1 << (attempt - 1)))
  if [ "$wait" -gt "$LONGEST_WAIT" ]; then wait=$LONGEST_WAIT; fi
  # Up to four random digits; the 1 before them keeps a zero from making the number octal.
  random=1$(dd if=/dev/urandom bs=64 count=1 2>/dev/null | tr -dc 0-9 | cut -c1-4)
  wait=$(((wait + 1) / 2 + random % ((wait + 1) / 2 + 1)))
  retry_after=$(header retry-after)
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
