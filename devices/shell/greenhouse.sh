#!/bin/sh
# Sends the readings of one sensor to the greenhouse backend, signed. POSIX sh with curl, and md5sum, md5 or openssl.
#
#   greenhouse.sh send temperature=21.5 humidity=60   takes a reading, and sends all that wait
#   greenhouse.sh flush                               sends those that wait
#
# Readings wait in a folder until the backend confirms them; whatever is given up is counted and reported. The last
# line says what became of them:
#   stored       confirmed by the backend
#   refused      the backend will never take them (a wrong key, an unknown sensor, ...)
#   expired      older than five minutes before they could be sent
#   overflowed   pushed out of the full folder by newer ones
#   unconfirmed  sent, but given up before an answer came: stored perhaps, perhaps not
#   waiting      kept for the next call
# The exit code is 0 when all was stored, 75 when readings wait, 1 when some were given up, 64 for a wrong call.
#
# Settings, in the environment:
#   GREENHOUSE_URL       of /sensorData
#   GREENHOUSE_UID       the sensor's uid
#   GREENHOUSE_KEY_FILE  the farm's key, alone in a file that only you can read
#   GREENHOUSE_SPOOL     the folder (~/.local/state/greenhouse), one for each sensor
#   GREENHOUSE_CAPACITY  how many readings it holds (64)
#   GREENHOUSE_PATIENCE  how many seconds to go on trying (40)
#   GREENHOUSE_TIMEOUT   how many seconds an answer may take (15)

set -u
umask 077
LC_ALL=C
export LC_ALL

WINDOW=298 # The backend takes no reading that is older than five minutes, and `date` has whole seconds.
LONGEST_WAIT=60
LONGEST_RETRY_AFTER=600

stored=0 refused=0 expired=0 overflowed=0 unconfirmed=0

report() { printf '%s\n' "greenhouse: $*" >&2; }

fail() {
  report "$1"
  exit 64
}

now() { date -u +%s; }

# A number kept in the spool: recall <name> <default>, keep <name> <value>.
recall() { if [ -s "$spool/$1" ]; then cat "$spool/$1"; else echo "$2"; fi; }
keep() { printf '%s\n' "$2" >"$spool/$1"; }

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }

# The signature: MD5 of the key, the timestamp's text and the uid. printf is the shell's own, so that no list of
# processes ever shows the key.
sign() {
  if command -v md5sum >/dev/null; then
    printf '%s' "$1$2$3" | md5sum | cut -c1-32
  elif command -v md5 >/dev/null; then
    printf '%s' "$1$2$3" | md5 -q
  else
    printf '%s' "$1$2$3" | openssl md5 -r | cut -c1-32
  fi
}

# Whether the URL is one that readings may be sent to: HTTPS, or HTTP within the local network.
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

# Unix seconds of "Tue, 14 Nov 2023 22:13:20 GMT"; fails for anything else.
parse_date() {
  # shellcheck disable=SC2086 # The words are wanted.
  set -- $1
  [ $# -eq 6 ] || return 1
  case $3 in
    Jan) month=11 ;; Feb) month=12 ;; Mar) month=1 ;; Apr) month=2 ;; May) month=3 ;; Jun) month=4 ;;
    Jul) month=5 ;; Aug) month=6 ;; Sep) month=7 ;; Oct) month=8 ;; Nov) month=9 ;; Dec) month=10 ;;
    *) return 1 ;;
  esac
  day=${2#0} year=$4
  hour=${5%%:*} second=${5##*:} minute=${5#*:}
  minute=${minute%%:*}
  # Days since 1970 in the Gregorian calendar, counting years from March.
  if [ "$month" -gt 10 ]; then year=$((year - 1)); fi
  days=$((365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 1) + 2) / 5 + day - 719469))
  echo $((((days * 24 + ${hour#0}) * 60 + ${minute#0}) * 60 + ${second#0}))
}

# The inside of a JSON object from name=value ...; values that are no number are left out, as broken sensors give them.
measurements() {
  fields=
  for pair in "$@"; do
    case ${pair%%=*} in
      temperature | humidity | light | battery) ;;
      *) fail "no such measurement: ${pair%%=*}" ;;
    esac
    if printf '%s' "${pair#*=}" | grep -Eq '^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$'; then
      fields="$fields,\"${pair%%=*}\":${pair#*=}"
    else
      report "${pair%%=*} is left out: it is no number"
    fi
  done
  printf '%s' "$fields"
}

# A reading is a file, named after its time and its key. It holds its values, its timestamp once that was sent, whether
# it is perhaps stored, and whether its timestamp was corrected.
write_reading() {
  printf '%s\n%s\n%s\n%s\n' "$2" "$3" "$4" "$5" >"$spool/new.$$"
  mv "$spool/new.$$" "$1"
}

oldest() { find "$spool" -name '[0-9]*.reading' | sort | head -n 1; }
count_waiting() { find "$spool" -name '[0-9]*.reading' | wc -l | tr -d ' '; }

# give_up <file> <outcome> <why>
give_up() {
  outcome=$2
  if [ "$(sed -n 3p "$1")" = perhaps-stored ]; then outcome=unconfirmed; fi
  rm "$1"
  eval "$outcome=\$(($outcome + 1))"
  report "a reading is given up as $outcome: $3"
}

drop_old() {
  while [ "$(count_waiting)" -gt "$capacity" ]; do
    give_up "$(oldest)" overflowed "the buffer is full"
  done
  while reading=$(oldest) && [ -n "$reading" ]; do
    taken=${reading##*/}
    age=$(($(now) - ${taken%%.*}))
    # Far below zero the clock was set back, and nobody knows the age.
    if [ "$age" -le "$WINDOW" ] && [ "$age" -ge -5 ]; then return; fi
    give_up "$reading" expired "older than 5 minutes"
  done
}

header() { grep -i "^$1:" "$spool/answer.headers" | sed 's/^[^:]*: *//' | tr -d '\r' | head -n 1; }

# Sends a request with the reading; the answer goes to the spool, its status to $status (000: none), and $curl_code
# tells why.
post() {
  signature=$(sign "$key" "$timestamp" "$GREENHOUSE_UID")
  uid=$(printf '%s' "$GREENHOUSE_UID" | sed 's/\\/\\\\/g; s/"/\\"/g')
  : >"$spool/answer.headers"
  : >"$spool/answer.body"
  status=$(
    printf '{"uid":"%s","timestamp":"%s","signature":"%s"%s}' "$uid" "$timestamp" "$signature" "$values" |
      curl -q -sS --proto '=http,https' --max-time "$timeout" --max-filesize 65536 \
        -H 'Content-Type: application/json' -H 'Expect:' -H "Idempotency-Key: $idempotency_key" \
        -o "$spool/answer.body" -D "$spool/answer.headers" -w '%{http_code}' \
        --data-binary @- "$GREENHOUSE_URL" 2>"$spool/answer.error"
  )
  curl_code=$?
  if [ "$curl_code" -ne 0 ]; then status=000; fi
}

send() {
  file=$1
  name=${file##*/}
  taken=${name%%.*}
  idempotency_key=${name#*.}
  idempotency_key=${idempotency_key%.reading}
  values=$(sed -n 1p "$file")
  timestamp=$(sed -n 2p "$file")
  was_sent=$(sed -n 3p "$file")
  corrected=$(sed -n 4p "$file")
  if [ -z "$timestamp" ]; then timestamp=$((taken + $(recall correction 0))); fi
  # Said before sending, so that it is known even if this process is ended in the middle.
  write_reading "$file" "$values" "$timestamp" perhaps-stored "$corrected"
  post
  # No name found, no connection, no trust: nothing was sent.
  case $curl_code in 5 | 6 | 7 | 35 | 60) write_reading "$file" "$values" "$timestamp" "$was_sent" "$corrected" ;; esac
  # This attempt stored nothing; an earlier one without an answer may have.
  case $status in 3?? | 4??) write_reading "$file" "$values" "$timestamp" "$was_sent" "$corrected" ;; esac
  error=$(sed -n 's/.*"error": *"\([^"]*\)".*/\1/p' "$spool/answer.body")
  case $status in
    000) try_later "$(sed 's/^curl: //; 1q' "$spool/answer.error")" ;;
    200)
      if grep -q '"success": *true' "$spool/answer.body"; then
        rm "$file"
        stored=$((stored + 1))
        keep failures 0
      else
        try_later "200 not the backend's answer"
      fi
      ;;
    408 | 429 | 5??) try_later "$status $error" ;;
    401) case $error in
      "Timestamp is more than 5 minutes"*) correct_clock ;;
      *) refuse ;;
      esac ;;
    *) refuse ;;
  esac
}

refuse() {
  give_up "$file" refused "$status $error"
  keep failures 0
}

correct_clock() {
  if ! date=$(parse_date "$(header date)"); then
    give_up "$file" refused "stale, and the answer has no Date to go by"
    return
  fi
  if [ "$corrected" = corrected ]; then
    give_up "$file" refused "stale by the corrected clock too"
    return
  fi
  correction=$((date - $(now)))
  off=$(($(recall correction 0) - correction))
  keep correction "$correction"
  report "the clock was $off s off: corrected by the backend's"
  if [ "$was_sent" = perhaps-stored ] && [ "${off#-}" -lt $((WINDOW + 60)) ]; then
    # The attempt without an answer may have been within the window: under another timestamp the reading could be
    # stored twice.
    give_up "$file" refused "stale after an attempt without an answer"
    return
  fi
  write_reading "$file" "$values" "" "" corrected
}

try_later() {
  failures=$(recall failures 0)
  wait=$LONGEST_WAIT
  if [ "$failures" -lt 6 ]; then wait=$((1 << failures)); fi
  if [ "$wait" -gt "$LONGEST_WAIT" ]; then wait=$LONGEST_WAIT; fi
  wait=$((wait / 2 + 0x$(random 2) % (wait / 2 + 1)))
  if [ "$wait" -lt 1 ]; then wait=1; fi
  retry_after=$(header retry-after)
  case $retry_after in
    '' | *[!0-9]*) ;;
    *)
      if [ "${#retry_after}" -gt 3 ] || [ "$retry_after" -gt "$LONGEST_RETRY_AFTER" ]; then
        retry_after=$LONGEST_RETRY_AFTER
      fi
      if [ "$retry_after" -gt "$wait" ]; then wait=$retry_after; fi
      ;;
  esac
  keep failures $((failures + 1))
  keep quiet-until $(($(now) + wait))
  report "$1: trying again in $wait s, $(count_waiting) waiting"
}

# Sends what waits, the oldest first, as long as the patience lasts.
flush() {
  deadline=$(($(now) + patience))
  drop_old
  while reading=$(oldest) && [ -n "$reading" ]; do
    echo $$ >"$spool/lock/pid"
    quiet_until=$(recall quiet-until 0)
    time=$(now)
    # A wait that long was written by another clock.
    if [ "$quiet_until" -gt "$time" ] && [ $((quiet_until - time)) -le "$LONGEST_RETRY_AFTER" ]; then
      if [ "$quiet_until" -gt "$deadline" ]; then break; fi
      sleep $((quiet_until - time))
    else
      send "$reading"
    fi
    drop_old
  done
}

# One process at a time; another one leaves its reading to the one that is at work.
lock() {
  if mkdir "$spool/lock" 2>/dev/null; then
    :
  elif other=$(cat "$spool/lock/pid" 2>/dev/null) && [ -n "$other" ]; then
    # After a power cut the number may be somebody else's; the one that is at work writes it again and again.
    if kill -0 "$other" 2>/dev/null && [ -z "$(find "$spool/lock/pid" -mmin +20)" ]; then return 1; fi
  elif [ -z "$(find "$spool/lock" -prune -mmin +1)" ]; then
    # Made just now: the number is still to be written.
    return 1
  fi
  echo $$ >"$spool/lock/pid"
  [ "$(cat "$spool/lock/pid")" = $$ ] || return 1
  trap 'rm -rf "$spool/lock" "$spool"/answer.* "$spool/new.$$"' EXIT
  trap 'exit 75' HUP INT TERM
}

: "${GREENHOUSE_URL:?is not set}" "${GREENHOUSE_UID:?is not set}" "${GREENHOUSE_KEY_FILE:?is not set}"
is_allowed "$GREENHOUSE_URL" || fail "the URL must begin with https:// (http:// in the local network)"
key=$(cat "$GREENHOUSE_KEY_FILE") || exit 64
spool=${GREENHOUSE_SPOOL:-$HOME/.local/state/greenhouse}
capacity=${GREENHOUSE_CAPACITY:-64}
patience=${GREENHOUSE_PATIENCE:-40}
timeout=${GREENHOUSE_TIMEOUT:-15}
mkdir -p "$spool" || exit 64

case ${1:-} in
  send)
    shift
    fields=$(measurements "$@") || exit 64
    write_reading "$spool/$(now).$(random 16).reading" "$fields" "" "" ""
    ;;
  flush) ;;
  *) fail "usage: greenhouse.sh send [temperature=...] [humidity=...] [light=...] [battery=...] | flush" ;;
esac

if lock; then
  flush
else
  report "another call is at work and sends this reading too"
fi

waiting=$(count_waiting)
echo "stored $stored, refused $refused, expired $expired, overflowed $overflowed," \
  "unconfirmed $unconfirmed, waiting $waiting"
if [ "$waiting" -gt 0 ]; then exit 75; fi
[ $((refused + expired + overflowed + unconfirmed)) -eq 0 ]
