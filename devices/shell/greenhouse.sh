#!/bin/sh
# Sends the readings of one sensor to the greenhouse backend, signed. POSIX sh with curl, and md5sum, md5 or openssl.
#
#   greenhouse.sh send temperature=21.5 humidity=60   takes a reading, and sends all that wait
#   greenhouse.sh send --sign-of-life                 the same, with a reading that has no values
#   greenhouse.sh flush                               sends those that wait
#
# Readings wait in a folder until the backend confirms them. Each reading that is dropped is counted and reported. The
# last line says what became of them:
#   stored       confirmed by the backend
#   refused      the backend will never take them (a wrong key, an unknown sensor, ...)
#   expired      older than five minutes before they could be sent
#   overflowed   no space for them: the folder or the disk is full
#   unconfirmed  sent, but dropped before an answer came: stored perhaps, perhaps not
#   waiting      kept for the next call
#
# The exit code:
#    0  all was stored
#    1  some readings were dropped
#   64  a wrong call or setting
#   65  a value is no number: no reading is taken, nothing is sent
#   66  the key's file cannot be used
#   69  this system lacks something that the script needs
#   73  the folder cannot be used (`flush`; `send` reports it and sends without the folder)
#   75  readings wait, or the call was interrupted
#
# Settings, in the environment:
#   GREENHOUSE_URL       of /sensorData
#   GREENHOUSE_UID       the sensor's uid
#   GREENHOUSE_KEY_FILE  the farm's key, alone in a file that only you can read
#   GREENHOUSE_SPOOL     the folder (~/.local/state/greenhouse); each sensor gets a folder of its own in it
#   GREENHOUSE_CAPACITY  how many readings of a sensor it holds (64)
#   GREENHOUSE_PATIENCE  how many seconds to go on trying (40)
#   GREENHOUSE_TIMEOUT   how many seconds an answer may take (15)

set -u
umask 077
LC_ALL=C
export LC_ALL
unset IFS

# A caller may have closed these. What is opened next would take their numbers.
exec </dev/null
{ true 3>&1; } 2>/dev/null || exec >/dev/null
true 3>&2 || exec 2>/dev/null

WINDOW=298 # The backend takes no reading that is older than five minutes, and `date` has whole seconds.
LONGEST_WAIT=60
LONGEST_RETRY_AFTER=600
NEWLINE='
'

stored=0 refused=0 expired=0 overflowed=0 unconfirmed=0

report() {
  printf '%s\n' "greenhouse: $*" >&2
  return 0 # Also when nobody reads it.
}

# fail <exit code> <why>
fail() {
  report "$2"
  exit "$1"
}

now() { date -u +%s; }

# Seconds that no setting of the clock changes, where the system has such a clock.
uptime_seconds() {
  if read -r seconds _ </proc/uptime; then echo "${seconds%%.*}"; else now; fi 2>/dev/null
}

# Whether arithmetic can take it: an integer without leading zeros.
is_integer() {
  case ${1#-} in
    0) ;;
    '' | 0* | *[!0-9]* | ?????????????*) return 1 ;;
  esac
}

digest() {
  if command -v md5sum >/dev/null; then
    sum=$(md5sum)
  elif command -v md5 >/dev/null; then
    sum=$(md5 -q)
  else
    sum=$(openssl md5 -r)
  fi
  printf '%s\n' "${sum%% *}"
}

# The signature: MD5 of the key, the timestamp's text and the uid. printf is the shell's own, so that no list of
# processes ever shows the key.
sign() { printf '%s' "$1$2$3" | digest; }

# 32 random hexadecimal digits.
random() { dd if=/dev/urandom bs=64 count=1 2>/dev/null | digest; }

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
  printf '%s\n' "$1" | grep -Eq '^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [1-9][0-9]{3} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$' ||
    return 1
  # shellcheck disable=SC2086 # The words are wanted.
  set -- $1
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

is_number() {
  case $1 in *"$NEWLINE"*) return 1 ;; esac
  printf '%s\n' "$1" | grep -Eq '^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$'
}

# The inside of a JSON object from name=value ...
measurements() {
  fields=
  if [ "$*" = --sign-of-life ]; then return; fi
  [ $# -gt 0 ] || fail 64 "no values: give some, or --sign-of-life for a reading without values"
  for pair in "$@"; do
    name=${pair%%=*} value=${pair#*=}
    case $name in
      temperature | humidity | light | battery) ;;
      --sign-of-life) fail 64 "--sign-of-life is for a reading without values" ;;
      *) fail 64 "no such measurement: $name" ;;
    esac
    case $fields in *"\"$name\":"*) fail 64 "$name is given twice" ;; esac
    if [ "$pair" = "$name" ] || ! is_number "$value"; then
      value=$(printf '%s' "${pair#"$name"}" | tr -c '[:print:]' '?' | cut -c1-40)
      fail 65 "$name$value: that is no number (like 21.5). No reading is taken"
    fi
    fields="$fields,\"$name\":$value"
  done
  printf '%s' "$fields"
}

# A number that the last call kept: recall <name> <default>.
recall() {
  kept=
  { read -r kept <"$spool/$1"; } 2>/dev/null
  if is_integer "$kept"; then echo "$kept"; else echo "$2"; fi
}

# keep <name> <value>: for the next call, where the disk has space. This call has it in a variable.
keep() {
  [ -z "$other" ] || return 0
  { printf '%s\n' "$2" | cat >"$spool/new.$$" && mv -f "$spool/new.$$" "$spool/$1"; } 2>/dev/null || rm -f "$spool/new.$$"
}

# A reading is a file with the sensor's uid, the values, and the line `end`. Its content never changes. What changes is
# in its name, because a rename is done whole or not at all, and needs no free space:
# <time taken>.<key>.<timestamp once it was sent>.<is it perhaps stored>.<was its timestamp corrected>.reading
# The reading at work is in these variables; $file is empty while it has no file, and $no_file is its name then.
get_name() { printf '%s' "$taken.$idempotency_key.$timestamp.$sent.$corrected.reading"; }
get_content() { printf '%s\n%s\nend\n' "$GREENHOUSE_UID" "$values"; }

# set_name <name>
set_name() {
  IFS=.
  # shellcheck disable=SC2086 # The words are wanted.
  set -- $1
  unset IFS
  taken=$1 idempotency_key=$2 timestamp=$3 sent=$4 corrected=$5
}

# The values of its file; fails when that is not a whole reading of this sensor.
read_values() {
  content=$(cat "$file" 2>/dev/null)
  values=${content#*"$NEWLINE"}
  values=${values%%"$NEWLINE"*}
  [ "$content" = "$(get_content)" ]
}

# Gives the reading at work its file: written aside and renamed, so that nobody takes a part of it for the whole.
write_file() {
  if problem=$(get_content | cat 2>&1 >"$spool/new.$$") && [ "$(cat "$spool/new.$$")" = "$(get_content)" ] &&
    problem=$(mv -f "$spool/new.$$" "$spool/$(get_name)" 2>&1); then
    no_file=
    return 0
  fi
  rm -f "$spool/new.$$" 2>/dev/null
  return 1
}

# note <timestamp> <sent> <corrected>: what is new of the reading at work; fails when its file cannot be renamed.
note() {
  timestamp=$1 sent=$2 corrected=$3
  if [ -z "$file" ]; then no_file=$(get_name); elif [ "$file" != "$spool/$(get_name)" ]; then
    problem=$(mv -f "$file" "$spool/$(get_name)" 2>&1) && file=$spool/$(get_name)
  fi
}

# count <outcome>: the reading at work is done with. Fails when its file cannot be removed.
count() {
  if [ -z "$file" ]; then no_file=; elif ! problem=$(rm "$file" 2>&1); then
    report "a reading cannot be removed: $problem"
    return 1
  fi
  eval "$1=\$(($1 + 1))"
}

# drop <outcome> <why>
drop() {
  outcome=$1
  if [ "$sent" = perhaps-stored ]; then outcome=unconfirmed; fi
  count "$outcome" && report "a reading is dropped and counted as $outcome: $2"
}

# The names of the files that wait, the oldest first: $names, and their number: $waiting.
list_waiting() {
  names=$(printf '%s\n' "$spool"/*.reading | sed 's|.*/||' | sort -n |
    grep -E '^-?[0-9]+\.[0-9a-f]{32}\.(none|-?[0-9]+)\.(unsent|perhaps-stored)\.(as-taken|corrected)\.reading$')
  # shellcheck disable=SC2086 # The words are wanted.
  set -- $names
  waiting=$#
}

# Makes the oldest file the reading at work; fails when there is none.
take_oldest() {
  list_waiting
  [ "$waiting" -gt 0 ] || return 1
  oldest=${names%%"$NEWLINE"*}
  set_name "$oldest"
  file=$spool/$oldest
}

# Makes the oldest file that may still be sent the reading at work, and drops those before it. Fails when there is none,
# or one that cannot be removed.
take_next() {
  while take_oldest; do
    age=$(($(now) - taken))
    if [ "$waiting" -gt "$capacity" ]; then
      drop overflowed "the buffer is full" || return 1
    elif ! read_values; then
      # Its name may be older than what happened to it.
      drop unconfirmed "its file is damaged, or another sensor's" || return 1
    elif [ "$age" -gt "$WINDOW" ] || [ "$age" -lt -5 ]; then
      # Far below zero the clock was set back, and nobody knows the age.
      drop expired "older than 5 minutes" || return 1
    else
      return 0
    fi
  done
  return 1
}

# A header of the answer; behind a proxy the last one with that name is the backend's.
header() {
  printf '%s\n' "$answer" | sed -n '/^HTTP\//,/^$/s/^\([^:]*\): */\1:/p' | grep -i "^$1:" | tail -n 1 | cut -d: -f2-
}

# find_in_answer <pattern>: what its group matches in the answer, one short line.
find_in_answer() { printf '%s\n' "$answer" | sed -n "s/.*$1.*/\\1/p" | head -n 1 | cut -c1-300; }

# Sends a request with the reading at work. What comes back goes to $answer, its status to $status (000: none), and
# $curl_code says why. Nothing is written to the disk. The rate limits how much can come before the timeout.
post() {
  has_tried=yes
  signature=$(sign "$key" "$timestamp" "$GREENHOUSE_UID")
  answer=$(
    {
      printf '{"uid":"%s","timestamp":"%s","signature":"%s"%s}' "$uid" "$timestamp" "$signature" "$values" |
        curl -q -sS -i --proto '=http,https' --max-time "$timeout" --max-filesize 65536 --limit-rate 16k \
          -H 'Content-Type: application/json' -H 'Expect:' -H "Idempotency-Key: $idempotency_key" \
          -w '\nstatus %{http_code}\n' --data-binary @- "$GREENHOUSE_URL" 2>&1
      printf '\ncode %s\n' "$?"
    } | tr -d '\000-\011\013-\037\177'
  )
  curl_code=${answer##*"${NEWLINE}code "}
  status=$(printf '%s\n' "$answer" | sed -n 's/^status \([0-9][0-9][0-9]\)$/\1/p' | tail -n 1)
  if [ "$curl_code" != 0 ] || [ -z "$status" ]; then status=000; fi
}

# Sends the reading at work. Fails when its file cannot be renamed or removed.
send() {
  was_sent=$sent
  if [ "$timestamp" = none ]; then timestamp=$((taken + correction)); fi
  # Noted before sending, so that it is known even if this process is ended in the middle.
  if ! note "$timestamp" perhaps-stored "$corrected"; then
    report "a reading cannot be marked as sent, and is not sent: $problem"
    return 1
  fi
  post
  # No name found, no connection, no trust: nothing was sent.
  case $curl_code in 5 | 6 | 7 | 35 | 60) note "$timestamp" "$was_sent" "$corrected" ;; esac
  # This attempt stored nothing; an earlier one without an answer may have.
  case $status in 3?? | 4??) note "$timestamp" "$was_sent" "$corrected" ;; esac
  error=$(find_in_answer '"error": *"\([^"]*\)"')
  case $status in
    000) try_later "$(find_in_answer 'curl: \(([0-9]*).*\)')" ;;
    200)
      case $answer in
        *'"success":true'* | *'"success": true'*)
          count stored || return 1
          answered
          ;;
        *) try_later "200 not the backend's answer" ;;
      esac
      ;;
    408 | 429 | 5??) try_later "$status $error" ;;
    401) case $error in
      "Timestamp is more than 5 minutes"*) correct_clock ;;
      *) refuse ;;
      esac ;;
    *) refuse ;;
  esac
}

answered() {
  if [ "$failures" != 0 ]; then keep failures 0; fi
  failures=0
}

refuse() {
  drop refused "$status $error" || return 1
  answered
}

correct_clock() {
  if ! date=$(parse_date "$(header date)"); then
    drop refused "stale, and the answer has no Date to go by"
    return
  fi
  if [ "$corrected" = corrected ]; then
    drop refused "stale by the corrected clock too"
    return
  fi
  off=$correction
  correction=$((date - $(now)))
  off=$((off - correction))
  keep correction "$correction"
  report "the clock was $off s off: corrected by the backend's"
  if [ "$was_sent" = perhaps-stored ] && [ "${off#-}" -lt $((WINDOW + 60)) ]; then
    # The attempt without an answer may have been within the window: under another timestamp the reading could be
    # stored twice.
    drop refused "stale after an attempt without an answer"
    return
  fi
  note none unsent corrected
}

try_later() {
  has_failed=yes
  wait=$LONGEST_WAIT
  if [ "$failures" -lt 6 ]; then wait=$((1 << failures)); fi
  if [ "$wait" -gt "$LONGEST_WAIT" ]; then wait=$LONGEST_WAIT; fi
  wait=$((wait / 2 + 0x$(random | cut -c1-4) % (wait / 2 + 1)))
  if [ "$wait" -lt 1 ]; then wait=1; fi
  retry_after=$(header retry-after | sed 's/^0*\([0-9]\)/\1/')
  case $retry_after in
    '' | *[!0-9]*) ;;
    ????*) wait=$LONGEST_RETRY_AFTER ;;
    *) if [ "$retry_after" -gt "$wait" ]; then wait=$retry_after; fi ;;
  esac
  if [ "$wait" -gt "$LONGEST_RETRY_AFTER" ]; then wait=$LONGEST_RETRY_AFTER; fi
  failures=$((failures + 1))
  quiet_until=$(($(now) + wait))
  keep failures "$failures"
  keep quiet-until "$quiet_until"
  list_waiting
  report "$1: no attempt for $wait s, $waiting waiting"
}

# Waits until the backend may be asked again; fails when that is too late for this call. Each call tries at least once,
# and after a failure only before its time is over.
wait_for_quiet() {
  left=$((quiet_until - $(now)))
  # A wait that long was written by another clock.
  if [ "$left" -le 0 ] || [ "$left" -gt "$LONGEST_RETRY_AFTER" ]; then left=0; fi
  if [ "$left" -eq 0 ] && [ -z "$has_tried" ]; then return 0; fi
  time=$(($(uptime_seconds) + left))
  if [ "$time" -gt "$deadline" ] || { [ -n "$has_failed" ] && [ "$time" -eq "$deadline" ]; }; then return 1; fi
  if [ "$left" -eq 0 ]; then return 0; fi
  # In the background, so that a signal ends the wait.
  sleep "$left" >/dev/null 2>&1 &
  sleeper=$!
  wait "$sleeper"
  sleeper=
}

# Sends what waits in the folder, the oldest first.
flush() {
  while take_next && wait_for_quiet && hold_lock; do
    # It may have expired while this call waited.
    take_next && send || return
  done
}

# Sends the reading that got no file. Afterwards the disk may have space for it.
send_without_file() {
  set_name "$no_file"
  file='' values=$no_file_values has_tried=''
  while wait_for_quiet && send && [ -n "$no_file" ]; do :; done
  if [ -n "$no_file" ] && ! write_file; then drop overflowed "there is no space to keep it"; fi
}

# Sets $holder, to nothing where there is no lock.
read_lock() {
  # In POSIX nothing else reads a link.
  holder=$(ls -ld "$spool/lock" 2>/dev/null)
  case $holder in *' -> '*) holder=${holder##* -> } ;; *) holder= ;; esac
}

# The lock is a symbolic link to "<process>.<from>.<until>", in seconds of the uptime: made in one step, and without a
# free page.
lock_text() { echo "$$.$(uptime_seconds).$(($(uptime_seconds) + patience + ${timeout%%.*} + 60))"; }

# After a power cut the number may be another process's: the time shows it.
is_at_work() {
  until=${1##*.} from=${1#*.}
  from=${from%%.*}
  is_integer "$from" && is_integer "$until" && kill -0 "${1%%.*}" 2>/dev/null &&
    [ "$(uptime_seconds)" -ge "$from" ] && [ "$(uptime_seconds)" -le "$until" ]
}

renew_lock() { ln -s "$(lock_text)" "$spool/lock.$$" && mv -f "$spool/lock.$$" "$spool/lock"; }

# Fails when another call has taken the lock over, which it does when this one was stopped for long.
hold_lock() {
  [ -n "$has_lock" ] || return 0
  read_lock
  [ "${holder%%.*}" = $$ ] || return 1
  renew_lock 2>/dev/null
  return 0
}

# One call at a time works in a sensor's folder. Sets $has_lock, or $other when another call is at work, or $problem
# where no lock can be made. Two calls at work without one store nothing twice, because each rename succeeds for one.
get_lock() {
  for _ in 1 2 3; do
    if problem=$(ln -s "$(lock_text)" "$spool/lock" 2>&1); then
      has_lock=yes
      return
    fi
    read_lock
    other=$holder
    # Without one, another call has ended just now, or no lock can be made.
    if [ -z "$other" ]; then continue; fi
    if is_at_work "$other"; then return; fi
    other=
    problem=$(renew_lock 2>&1) && has_lock=yes
    return
  done
}

# shellcheck disable=SC2317 # The trap calls it.
clean_up() {
  if [ -n "$sleeper" ]; then kill "$sleeper" 2>/dev/null; fi
  read_lock
  if [ "${holder%%.*}" = $$ ]; then rm -f "$spool/lock"; fi
  rm -f "$spool/new.$$" "$spool/lock.$$"
}

# What calls that were killed left.
remove_leftovers() {
  for leftover in "$spool"/new.* "$spool"/lock.*; do
    [ -e "$leftover" ] || [ -h "$leftover" ] || continue
    kill -0 "${leftover##*.}" 2>/dev/null || rm -f "$leftover"
  done
}

# Earlier versions had one folder for all sensors, and their readings do not say which sensor they are of.
set_aside_earlier_readings() {
  moved=0
  for earlier in "$base"/[0-9]*.reading; do
    [ -f "$earlier" ] || continue
    was_sent=$(sed -n 3p "$earlier")
    { mkdir -p "$base/without-uid" && mv "$earlier" "$base/without-uid/"; } || continue
    moved=$((moved + 1))
    if [ "$was_sent" = perhaps-stored ]; then unconfirmed=$((unconfirmed + 1)); else refused=$((refused + 1)); fi
  done
  if [ "$moved" -gt 0 ]; then
    report "readings of an earlier version do not say which sensor they are of: $moved moved to $base/without-uid, not sent"
  fi
}

summarize() {
  list_waiting
  echo "stored $stored, refused $refused, expired $expired, overflowed $overflowed," \
    "unconfirmed $unconfirmed, waiting $waiting"
}

# shellcheck disable=SC2317 # The trap calls it.
interrupted() {
  trap '' HUP INT TERM
  if [ -n "$no_file" ]; then
    set_name "$no_file"
    file='' values=$no_file_values
    write_file || drop overflowed "there is no space to keep it"
  fi
  summarize
  exit 75
}

# The key alone: Windows' editors put a mark before it and a carriage return behind it.
read_key() {
  key=$(cat "$GREENHOUSE_KEY_FILE") || fail 66 "the key's file cannot be read: $GREENHOUSE_KEY_FILE"
  key=${key#"$(printf '\357\273\277')"}
  while :; do
    case $key in
      [[:space:]]*) key=${key#?} ;;
      *[[:space:]]) key=${key%?} ;;
      *) break ;;
    esac
  done
  case $key in
    '') fail 66 "the key's file is empty: $GREENHOUSE_KEY_FILE" ;;
    *[[:cntrl:]]*) fail 66 "the key's file must hold the key alone, in one line: $GREENHOUSE_KEY_FILE" ;;
  esac
}

read_settings() {
  for setting in GREENHOUSE_URL GREENHOUSE_UID GREENHOUSE_KEY_FILE; do
    eval "[ -n \"\${$setting:-}\" ]" || fail 64 "$setting is not set"
  done
  is_allowed "$GREENHOUSE_URL" || fail 64 "the URL must begin with https:// (http:// in the local network)"
  case $GREENHOUSE_UID in *[[:cntrl:]]*) fail 64 "GREENHOUSE_UID has a control character" ;; esac
  capacity=${GREENHOUSE_CAPACITY:-64} patience=${GREENHOUSE_PATIENCE:-40} timeout=${GREENHOUSE_TIMEOUT:-15}
  for setting in "$capacity" "$patience" "${timeout%%.*}"; do
    case $setting in -*) fail 64 "a setting is below zero: $setting" ;; esac
    is_integer "$setting" || fail 64 "a setting is no whole number: $setting"
  done
  is_number "$timeout" || fail 64 "GREENHOUSE_TIMEOUT is no number: $timeout"
  if [ -z "${GREENHOUSE_SPOOL:-}" ] && [ -z "${HOME:-}" ]; then fail 64 "neither GREENHOUSE_SPOOL nor HOME is set"; fi
  base=${GREENHOUSE_SPOOL:-${HOME:-}/.local/state/greenhouse}
}

check_system() {
  command -v curl >/dev/null || fail 69 "curl is not installed"
  command -v md5sum >/dev/null || command -v md5 >/dev/null || command -v openssl >/dev/null ||
    fail 69 "none of md5sum, md5 and openssl is installed"
  started=$(now)
  is_integer "$started" || fail 69 "date +%s gives no number: the time is not known"
  idempotency_key=$(random)
  # Of no bytes at all there is a digest too.
  case $idempotency_key in
    '' | "$(digest </dev/null)") fail 69 "there are no random numbers: /dev/urandom cannot be read" ;;
  esac
}

command=${1:-}
case $command in
  send)
    shift
    no_file_values=$(measurements "$@") || exit "$?"
    ;;
  flush) ;;
  *)
    fail 64 "usage: greenhouse.sh send [temperature=...] [humidity=...] [light=...] [battery=...] | send --sign-of-life | flush"
    ;;
esac
read_settings
read_key
check_system
spool=$base/$(printf '%s' "$GREENHOUSE_UID" | digest)
uid=$(printf '%s' "$GREENHOUSE_UID" | sed 's/\\/\\\\/g; s/"/\\"/g') # As the inside of a JSON string.
has_lock='' other='' problem='' sleeper='' no_file='' file='' has_tried='' has_failed=''
trap clean_up EXIT
trap interrupted HUP INT TERM
trap : PIPE
mkdir -p "$spool"

if [ "$command" = send ]; then
  taken=$started timestamp=none sent=unsent corrected=as-taken values=$no_file_values
  no_file=$(get_name)
  write_file || report "the reading cannot be kept, and is sent directly: ${problem:-not all of it was written}"
fi

get_lock
deadline=$(($(uptime_seconds) + patience))
correction=$(recall correction 0) failures=$(recall failures 0) quiet_until=$(recall quiet-until "$started")
if [ -n "$other" ]; then
  report "another call is at work, and sends what waits"
else
  if [ -z "$has_lock" ]; then report "no lock can be made: $problem"; fi
  set_aside_earlier_readings
  remove_leftovers
  flush
fi
if [ -n "$no_file" ]; then send_without_file; fi

summarize
if [ "$waiting" -gt 0 ]; then exit 75; fi
if [ $((refused + expired + overflowed + unconfirmed)) -gt 0 ]; then exit 1; fi
if [ "$command" = flush ] && ! { true >"$spool/new.$$"; } 2>/dev/null; then exit 73; fi
exit 0
