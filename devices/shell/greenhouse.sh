#!/bin/sh
# Sends the readings of one sensor to the greenhouse backend, signed. POSIX sh with curl, and sha256sum, shasum or
# openssl.
#
#   greenhouse.sh send temperature=21.5 humidity=60   takes a reading, and sends all that wait
#   greenhouse.sh send --sign-of-life                 the same, with a reading that has no values
#   greenhouse.sh flush                               sends those that wait
#
# Readings wait in a folder until the backend confirms them. Each reading that is dropped is counted and reported. The
# last line says what became of them:
#   stored       confirmed by the backend
#   refused      each by itself: too old for the backend, ...
#   overflowed   no space for them: the folder or the disk is full
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
#   GREENHOUSE_KEY_FILE  the farm's key, or the sensor's own, alone in a file that only you can read
#   GREENHOUSE_STORE     the folder (~/.local/state/greenhouse); each sensor gets a folder of its own in it
#   GREENHOUSE_CAPACITY  how many readings of a sensor it holds (10000)
#   GREENHOUSE_RETRY_SECONDS  how many seconds to go on trying (40)
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

FRESH=300000 # Milliseconds: the backend shows what is at most this old as the newest.
TOLERANCE=10
DAY=86400
LARGEST_BATCH=100
LONGEST_WAIT=60
LONGEST_RETRY_AFTER=600
NEWLINE='
'
NUMBER='-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?'
# A line of a page. Where the time was not known it has that of the system's start, and what the clock said.
READING="^\\{(\"timestamp\":-?[0-9]+|\"uptime\":-?[0-9]+,\"boot\":\"[0-9a-z-]+\",\"clock\":-?[0-9]+)(,\"[a-z]+\":$NUMBER)*\\}\$"

stored=0 refused=0 overflowed=0

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

# Seconds that no setting of the clock changes, where the system has such a clock: $seconds.
read_seconds() {
  if { read -r seconds _ </proc/uptime; } 2>/dev/null; then seconds=${seconds%%.*}; else seconds=$(now); fi
}

# Whether arithmetic can take it: an integer without leading zeros.
is_integer() {
  case ${1#-} in
    0) ;;
    '' | 0* | *[!0-9]* | ?????????????????*) return 1 ;;
  esac
}

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

# escape <mask> <byte>...: the bytes, combined with the mask, as printf takes them: $escaped.
escape() {
  mask=$1 escaped=
  shift
  for byte in "$@"; do
    byte=$(((byte & 255) ^ mask))
    escaped="$escaped\\0$((byte / 64))$((byte / 8 % 8))$((byte % 8))"
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

# What HMAC (RFC 2104) makes of the key: $inner and $outer. No command but the shell's own gets it as an argument, so
# that no list of processes ever shows it.
prepare_key() {
  text=$1
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
  escape 0x36 "$@"
  inner=$escaped
  escape 0x5c "$@"
  outer=$escaped
}

# The signature of a text: its HMAC-SHA256.
sign() {
  set_bytes "$(printf '%b%s' "$inner" "$1" | digest)"
  # shellcheck disable=SC2086 # The words are wanted.
  escape 0 $bytes
  printf '%b' "$outer$escaped" | digest
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
  case $1 in
    [A-Z][a-z][a-z],\ [0-9][0-9]\ [A-Z][a-z][a-z]\ [1-9][0-9][0-9][0-9]\ [0-9][0-9]:[0-9][0-9]:[0-9][0-9]\ GMT) ;;
    *) return 1 ;;
  esac
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

# Whether a text is a number as JSON has it: the script's own commands, because each process costs milliseconds.
is_number() {
  integer=${1#-} fraction=0 exponent=0
  case $integer in *[eE]*) exponent=${integer#*[eE]} integer=${integer%%[eE]*} ;; esac
  case $integer in *.*) fraction=${integer#*.} integer=${integer%%.*} ;; esac
  case $integer in 0) ;; '' | 0* | *[!0-9]*) return 1 ;; esac
  for digits in "$fraction" "${exponent#[-+]}"; do
    case $digits in '' | *[!0-9]*) return 1 ;; esac
  done
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

# What is kept for the next call are the texts of symbolic links: made in one step, and without a free page of the disk.
# read_link <name>: $linked, which is empty where there is no link.
read_link() {
  linked=
  [ -h "$spool/$1" ] || return 0
  # In POSIX nothing else reads a link.
  linked=$(ls -ld "$spool/$1" 2>/dev/null)
  case $linked in *' -> '*) linked=${linked##* -> } ;; *) linked= ;; esac
}

# keep <name> <text>
keep() { [ -n "$other" ] || { ln -sf "$2" "$spool/$1.$$" && mv -f "$spool/$1.$$" "$spool/$1"; }; }

# What failed in a row, until when to send nothing, and what was dropped since the last success.
recall_state() {
  read_link state
  kept=$linked
  # shellcheck disable=SC2086 # The words are wanted.
  set -- $kept
  for number in "$@"; do is_integer "$number" || set --; done
  failures=${1:-0} refusals=${2:-0} quiet_until=${3:-0} dropped=${4:-0}
}

keep_state() {
  if [ "$failures $refusals $quiet_until $dropped" = "$kept" ]; then return; fi
  kept="$failures $refusals $quiet_until $dropped"
  keep state "$kept" 2>/dev/null
}

# Which start of the system this is, and the milliseconds since: $boot and $uptime. Without them the clock has to do.
read_uptime() {
  # shellcheck disable=SC2046 # The words are wanted.
  set -- $(cat /proc/sys/kernel/random/boot_id /proc/uptime 2>/dev/null)
  if [ $# -eq 3 ]; then boot=$1 uptime=$((${2%%.*} * 1000 + 1${2##*.}0 - 1000)); else boot=none uptime=$(now)000; fi
}

# The time is that of the system's start, $origin, and the uptime: no setting of the clock changes it. It is empty until
# the backend was asked, today.
recall_origin() {
  origin='' is_kept=''
  read_link clock
  # shellcheck disable=SC2086 # The words are wanted.
  set -- $linked
  if [ $# -eq 3 ] && [ "$1" = "$boot" ] && is_integer "$2" && is_integer "$3" && [ "$uptime" -le "$3" ]; then
    origin=$2 is_kept=yes
  fi
}

# Asks the backend for the time.
learn_time() {
  body=
  request
  if [ "$status" != 405 ] || ! date=$(parse_date "$(header date)"); then
    if [ "$status" = 000 ]; then try_later; else try_later "no answer ($status is not the backend's time)"; fi
    return 1
  fi
  read_uptime
  off=$(($(now) - date))
  if [ "${off#-}" -le "$TOLERANCE" ]; then
    date=$((date + off))
  else
    report "the clock was $off s off: corrected by the backend's"
  fi
  origin=$((date * 1000 - uptime))
  if problem=$(keep clock "$boot $origin $((uptime + DAY * 1000))" 2>&1); then is_kept=yes; else is_kept=; fi
}

# Gives lines their time, once it is known.
date_lines() {
  while read -r line; do
    case $line in
      '{"uptime":'*)
        taken=${line#*:} taken_boot=${line#*'"boot":"'} clock=${line#*'"clock":'}
        values=${clock#"${clock%%[!0-9-]*}"} taken=${taken%%,*} clock=${clock%%[!0-9-]*}
        # Of an earlier start of the system nothing better is known than what its clock said.
        if [ "${taken_boot%%\"*}" = "$boot" ]; then clock=$((origin + taken)); fi
        line="{\"timestamp\":$clock$values"
        ;;
    esac
    printf '%s\n' "$line"
  done
}

# read_pages <name>...: their whole lines.
read_pages() { (cd "$spool" && grep -hE "$READING" "$@" | grep '^{'); }

# write_page <name> <lines>: written aside and renamed, so that nobody takes a part of it for the whole.
write_page() {
  if problem=$(printf '%s\n' "$2" | cat 2>&1 >"$spool/new.$$") && [ "$(cat "$spool/new.$$")" = "$2" ] &&
    problem=$(mv -f "$spool/new.$$" "$spool/$1" 2>&1); then
    return 0
  fi
  rm -f "$spool/new.$$" 2>/dev/null
  return 1
}

# The names of the pages, each with how many readings it holds, the oldest first: $pages. All that wait: $waiting. A
# page is named by the time of its first reading, the process that took it, and the system's start.
list_pages() {
  pages='' waiting=0
  set -- "$spool"/*.readings
  [ -e "$1" ] || return 0
  found=$(cd "$spool" 2>/dev/null && grep -cE -e "$READING" -- *.readings /dev/null 2>/dev/null |
    grep -E '^-?[0-9]+\.[0-9]+\.[0-9a-z]+\.readings:[0-9]+$' | sort -n)
  for page in $found; do waiting=$((waiting + ${page##*:})); done
  if [ -z "$other" ]; then pages=$found; fi
}

# choose <most> <page>...: the first pages with so many readings at most, but one page at least: $chosen, and how many
# readings they have: $count.
choose() {
  most=$1 chosen='' count=0
  shift
  for page in "$@"; do
    if [ "$count" -gt 0 ] && [ $((count + ${page##*:})) -gt "$most" ]; then break; fi
    count=$((count + ${page##*:})) chosen="$chosen ./${page%:*}"
  done
}

# Pages that hold nothing, as a power cut may leave them, and readings beyond the capacity.
clear_folder() {
  was_changed=
  for page in $pages; do
    name=${page%:*} count=${page##*:}
    if [ "$count" -eq 0 ]; then
      was_changed=yes
      mv "$spool/$name" "$spool/$name.damaged" && report "a page holds no whole reading, and is left alone: $spool/$name.damaged"
    elif [ "$waiting" -gt "$capacity" ]; then
      problem=$(rm "$spool/$name" 2>&1) || break
      if [ "$dropped" -eq 0 ]; then report "the store is full ($capacity readings): the oldest are dropped"; fi
      waiting=$((waiting - count)) overflowed=$((overflowed + count)) dropped=$((dropped + count)) was_changed=yes
    fi
  done
  if [ -n "$was_changed" ]; then list_pages; fi
}

# Makes one page of many short ones: a file takes a block of the disk, however short it is.
join_pages() {
  set --
  for page in $pages; do
    if [ "${page##*:}" -le $((LARGEST_BATCH / 2)) ]; then set -- "$@" "$page"; fi
  done
  if [ $# -le "$LARGEST_BATCH" ] || ! hold_lock; then return; fi
  choose "$LARGEST_BATCH" "$@"
  # shellcheck disable=SC2086 # The words are wanted.
  set -- $chosen
  lines=$(read_pages "$@")
  if [ "$(printf '%s\n' "$lines" | grep -c .)" -ne "$count" ] || ! write_page "$1" "$lines"; then return; fi
  shift
  (cd "$spool" && rm -f "$@")
}

# Gives the pages their times, before anything of them is sent: a reading that is sent again must be the same. If
# there is no space for that, it is the same as long as the origin is kept.
date_pages() {
  set --
  for page in $pages; do set -- "$@" "./${page%:*}"; done
  for name in $(cd "$spool" && grep -l '^{"uptime"' "$@" /dev/null); do
    lines=$(read_pages "$name" | date_lines)
    time=${lines#*:}
    name=${name#./}
    dated=${time%%[!0-9-]*}.${name#*.}
    # Where the clock was right to the second, the name is too.
    if write_page "$name" "$lines" && { [ "$name" = "$dated" ] || problem=$(mv "$spool/$name" "$spool/$dated" 2>&1); }; then
      list_pages
    elif [ -z "$is_kept" ]; then
      report "what waits cannot be given its time, and is not sent: $problem"
      pages=
      return
    fi
  done
}

# A header of the answer; behind a proxy the last one with that name is the backend's.
header() {
  case $answer in *HTTP/*) ;; *) return 0 ;; esac
  found=$(printf '%s\n' "$answer" | sed -n '/^HTTP\//,/^$/s/^\([^:]*\): */\1:/p' | grep -i "^$1:")
  found=${found##*"$NEWLINE"}
  printf '%s' "${found#*:}"
}

# find_in_answer <pattern>: what its group matches in the answer, one short line.
find_in_answer() {
  found=$(printf '%s\n' "$answer" | sed -n "s/.*$1.*/\\1/p")
  printf '%.300s' "${found%%"$NEWLINE"*}"
}

# request <option of curl>...: sends the body. What comes back goes to $answer, its status to $status (000: none).
# Nothing is written to the disk. The rate limits how much can come before the timeout.
request() {
  has_tried=yes
  answer=$(
    {
      printf '%s' "$body" |
        curl -q -sS -i --proto '=http,https' --max-time "$timeout" --max-filesize 65536 --limit-rate 16k \
          -H 'Expect:' -w '\nstatus %{http_code}\n' "$@" "$GREENHOUSE_URL" 2>&1
      printf '\ncode %s\n' "$?"
    } | tr -d '\000-\011\013-\037\177'
  )
  status=${answer##*"${NEWLINE}status "}
  status=${status%%"$NEWLINE"*}
  if [ "${answer##*"${NEWLINE}code "}" != 0 ]; then status=000; fi
  case $answer in *'"error"'*) error=$(find_in_answer '"error": *"\([^"]*\)"') ;; *) error= ;; esac
}

# Chooses what to send: what is new first, then the oldest. The lines go to $lines, their number to $count, and what has
# to stay of a page to $remainder. Fails when there is nothing.
choose_batch() {
  date_pages
  fresh=''
  for page in $pages; do
    time=$((${page%%.*} - origin - uptime))
    if [ -n "$has_new" ] && [ "${time#-}" -le "$FRESH" ]; then fresh="$page $fresh"; fi
  done
  # shellcheck disable=SC2086 # The words are wanted.
  choose "$largest" ${fresh:-$pages}
  lines='' remainder=''
  if [ -n "$chosen" ]; then
    # shellcheck disable=SC2086 # The words are wanted.
    lines=$(read_pages $chosen)
  fi
  if [ "$count" -gt "$largest" ]; then
    remainder=$(printf '%s\n' "$lines" | tail -n +$((largest + 1)))
    lines=$(printf '%s\n' "$lines" | head -n "$largest")
    count=$largest
  fi
  if [ -n "$unsaved" ]; then
    unsaved=$(printf '%s\n' "$unsaved" | date_lines)
    lines=$lines${lines:+$NEWLINE}$unsaved count=$((count + 1))
  fi
  lines=$(printf '%s\n' "$lines" | date_lines)
  if [ "$count" -gt 1 ]; then lines=$(printf '%s\n' "$lines" | sort -t : -k 2n); fi
  [ "$count" -gt 0 ]
}

# Sends a batch. Fails when nothing more is to be sent.
send() {
  read_uptime
  if [ -z "$origin" ]; then learn_time || return 0; fi
  choose_batch || return
  IFS=$NEWLINE
  # shellcheck disable=SC2086 # Each line is a word, and has nothing that a shell would replace.
  set -- $lines
  IFS=,
  body="{\"uid\":\"$uid\",\"timestamp\":$((origin + uptime)),\"readings\":[$*]}"
  unset IFS
  request -H 'Content-Type: application/json' -H "X-Signature: sha256=$(sign "$body")" --data-binary @-
  case $status in
    000) try_later ;;
    200) if read_outcome; then settle || return; else try_later "200 not the backend's answer"; fi ;;
    1?? | 2?? | 3?? | 408 | 429 | 5??) try_later "$status $error" ;;
    *) refuse ;;
  esac
}

# What became of the readings of the batch: $taken are stored, and the others have $reasons, but $early at its end are
# ahead of the backend's time, whose own clock may be behind. Fails when this is not the backend's answer.
read_outcome() {
  reasons='' early=0 end=0
  case $answer in *'"success":true'*'"refused":['* | *'"success": true'*'"refused": ['*) ;; *) return 1 ;; esac
  taken=${answer##*'"stored":'}
  taken=${taken#"${taken%%[! ]*}"}
  taken=${taken%%[!0-9]*}
  is_integer "$taken" || return 1
  [ "$taken" -ne "$count" ] || return 0
  reasons=$(printf '%s\n' "$answer" | sed "s/{\"index\"/\\$NEWLINE&/g" |
    sed -n 's/^{"index": *\([0-9]*\), *"status": *\([0-9]*\), *"error": *"\([^"]*\)".*/\1 \2 \3/p' | cut -c1-300)
  [ $((taken + $(printf '%s\n' "$reasons" | grep -c .))) -eq "$count" ] || return 1
  for index in $(printf '%s\n' "$reasons" | sed -n 's/^\([0-9]*\) 425 .*/\1/p'); do
    if [ "$index" != "$end" ]; then early=0; fi
    is_integer "$index" && early=$((early + 1)) end=$((index + 1))
  done
  if [ "$end" -ne "$count" ]; then early=0; fi
  reasons=$(printf '%s\n' "$reasons" | head -n $((count - taken - early + 1)) | sed "$((count - taken - early + 1))d;s/^[0-9]* //" | sort)
}

# The batch is done with, but for its early readings. Fails when its pages cannot be removed: they would be sent again
# and again.
settle() {
  has_new='' is_stale=''
  if [ "$early" -eq "$count" ]; then
    await_clock
    return
  fi
  if [ "$early" -gt 0 ]; then remainder=$(printf '%s\n' "$lines" | tail -n "$early")${remainder:+$NEWLINE$remainder}; fi
  name=${remainder#*:}
  name=${name%%[!0-9-]*}.$$.${boot%%-*}.readings
  set --
  for page in $chosen; do
    if [ -z "$remainder" ] || [ "$page" != "./$name" ]; then set -- "$@" "$page"; fi
  done
  { [ -z "$remainder" ] || write_page "$name" "$remainder"; } &&
    { [ $# -eq 0 ] || problem=$(cd "$spool" && rm -f "$@" 2>&1); } || {
    if [ "$early" -eq 0 ]; then stored=$((stored + ${unsaved:+1}+0)) unsaved=; fi
    report "readings cannot be removed: $problem"
    return 1
  }
  unsaved=
  stored=$((stored + taken)) refused=$((refused + count - taken - early))
  if [ -n "$reasons" ]; then
    printf '%s\n' "$reasons" | uniq -c | while read -r number reason; do report "refused, $number of the readings: $reason"; done
  fi
  case $dropped in
    0) ;;
    1) report "1 reading was dropped, the oldest: the store was full" ;;
    *) report "$dropped readings were dropped, the oldest: the store was full" ;;
  esac
  time=${lines#*:}
  time=$((${time%%[!0-9-]*} / 1000))
  if [ -z "$oldest" ] || [ "$time" -lt "$oldest" ]; then oldest=$time; fi
  if [ "$failures$refusals" != 00 ]; then had_outage=yes; fi
  failures=0 refusals=0 quiet_until=0 dropped=0
  keep_state
  list_pages
  if [ "$early" -gt 0 ]; then await_clock; fi
}

# The early readings are sent again later: the backend's clock may be right then.
await_clock() {
  wait=60
  be_quiet "425 $error"
}

# The backend refused the request, whatever its readings are.
refuse() {
  case $status$error in
    413*) if [ "$count" -gt 1 ]; then
      largest=$((count / 2)) at_once=yes
      return
    fi ;;
    401"Timestamp is more than 5 minutes"*) if [ -z "$is_stale" ]; then
      origin='' is_stale=yes at_once=yes
      return
    fi ;;
  esac
  # A person has to correct the cause: nothing is dropped.
  wait=$LONGEST_RETRY_AFTER
  if [ "$refusals" -lt 4 ]; then wait=$((60 << refusals)); fi
  refusals=$((refusals + 1))
  be_quiet "$status $error"
}

# try_later [<why>]: a later attempt may succeed.
try_later() {
  wait=$LONGEST_WAIT
  if [ "$failures" -lt 6 ]; then wait=$((1 << failures)); fi
  if [ "$wait" -gt "$LONGEST_WAIT" ]; then wait=$LONGEST_WAIT; fi
  # Differs from sensor to sensor: a farm's boards must not retry at the same moment.
  chance=$(printf '%s' "$uid $$ $started $failures" | digest)
  wait=$((wait / 2 + 0x${chance%"${chance#????}"} % (wait / 2 + 1)))
  if [ "$wait" -lt 1 ]; then wait=1; fi
  retry_after=$(header retry-after)
  case $retry_after in 0?*) retry_after=${retry_after#"${retry_after%%[!0]*}"} ;; esac
  case $retry_after in
    '' | *[!0-9]*) ;;
    ????*) wait=$LONGEST_RETRY_AFTER ;;
    *) if [ "$retry_after" -gt "$wait" ]; then wait=$retry_after; fi ;;
  esac
  if [ "$wait" -gt "$LONGEST_RETRY_AFTER" ]; then wait=$LONGEST_RETRY_AFTER; fi
  failures=$((failures + 1))
  be_quiet "${1:-no answer ($(find_in_answer 'curl: \(([0-9]*).*\)'))}"
}

# be_quiet <why>: sends nothing for a while.
be_quiet() {
  has_failed=yes is_stale=''
  quiet_until=$(($(now) + wait))
  keep_state
  report "$1: no attempt for $wait s, $((waiting + ${unsaved:+1}+0)) waiting"
}

# Waits until the backend may be asked again; fails when that is too late for this call. Each call tries at least once,
# and after a failure only before its time is over.
wait_for_quiet() {
  left=0
  if [ "$quiet_until" -ne 0 ]; then left=$((quiet_until - $(now))); fi
  # A wait that long was written by another clock.
  if [ "$left" -le 0 ] || [ "$left" -gt "$LONGEST_RETRY_AFTER" ]; then left=0; fi
  if [ "$left" -eq 0 ] && [ -z "$has_tried" ]; then return 0; fi
  read_seconds
  time=$((seconds + left))
  if [ "$time" -gt "$deadline" ] || { [ -n "$has_failed" ] && [ "$time" -eq "$deadline" ]; }; then
    if [ -z "$has_tried" ]; then report "no attempt for $left s after one that failed"; fi
    return 1
  fi
  if [ "$left" -eq 0 ]; then return 0; fi
  # In the background, so that a signal ends the wait.
  sleep "$left" >/dev/null 2>&1 &
  sleeper=$!
  wait "$sleeper"
  sleeper='' has_lock=${has_lock:+yes}
  list_pages # Other calls have taken readings meanwhile.
}

# Sends what waits.
flush() {
  while [ -n "$pages$unsaved" ] && wait_for_quiet && hold_lock; do
    at_once=yes
    while [ -n "$at_once" ]; do
      at_once=
      send || return
    done
  done
}

# Tries again to store a reading that could not be kept.
save() {
  if [ -z "$unsaved" ] || write_page "$page_name" "$unsaved"; then return; fi
  overflowed=$((overflowed + 1))
  report "a reading is dropped: there is no space to keep it"
}

# The lock is a link with the text "<process>.<from>.<until>", in seconds of the uptime.
set_lock_text() {
  read_seconds
  lock_text=$$.$seconds.$((seconds + retry_seconds + ${timeout%%.*} + 60))
}

# After a power cut the number may be another process's: the time shows it.
is_at_work() {
  until=${1##*.} from=${1#*.}
  from=${from%%.*}
  read_seconds
  is_integer "$from" && is_integer "$until" && kill -0 "${1%%.*}" 2>/dev/null &&
    [ "$seconds" -ge "$from" ] && [ "$seconds" -le "$until" ]
}

# Fails when another call has taken the lock over, which it does when this one was stopped for long.
hold_lock() {
  case $has_lock in
    '') return 0 ;;
    new)
      has_lock=yes
      return 0
      ;;
  esac
  read_link lock
  [ "${linked%%.*}" = $$ ] || return 1
  set_lock_text
  keep lock "$lock_text" 2>/dev/null
  return 0
}

# One call at a time works in a sensor's folder. Sets $has_lock, or $other when another call is at work, or $problem
# where no lock can be made. Two calls at work without one may send a reading twice: it is stored once.
get_lock() {
  set_lock_text
  for _ in 1 2 3; do
    if problem=$(ln -s "$lock_text" "$spool/lock" 2>&1); then
      has_lock=new
      return
    fi
    read_link lock
    other=$linked
    # Without one, another call has ended just now, or no lock can be made.
    if [ -z "$other" ]; then continue; fi
    if is_at_work "$other"; then return; fi
    other=
    problem=$(keep lock "$lock_text" 2>&1) && has_lock=yes
    return
  done
}

# shellcheck disable=SC2317 # The trap calls it.
clean_up() {
  if [ -n "$sleeper" ]; then kill "$sleeper" 2>/dev/null; fi
  read_link lock
  if [ "${linked%%.*}" = $$ ]; then rm -f "$spool/lock" "$spool"/*".$$"; else rm -f "$spool"/*".$$"; fi
}

# What calls that were killed left.
remove_leftovers() {
  for leftover in "$spool"/new.* "$spool"/lock.* "$spool"/state.* "$spool"/clock.*; do
    [ -e "$leftover" ] || [ -h "$leftover" ] || continue
    kill -0 "${leftover##*.}" 2>/dev/null || rm -f "$leftover"
  done
}

summarize() {
  list_pages
  echo "stored $stored, refused $refused, overflowed $overflowed, waiting $waiting"
}

# After an outage, for people.
report_outage() {
  if [ "$stored" -lt 2 ] || [ -z "$had_outage" ]; then return; fi
  days=$((($(now) - oldest) / DAY))
  time=$(printf '%02d:%02d' $((oldest / 3600 % 24)) $((oldest / 60 % 60)))
  if [ "$days" -gt 0 ]; then time="$time, $days days ago"; fi
  report "stored $stored readings, the oldest of $time (UTC)"
}

# shellcheck disable=SC2317 # The trap calls it.
interrupted() {
  trap '' HUP INT TERM
  save
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
  capacity=${GREENHOUSE_CAPACITY:-10000} retry_seconds=${GREENHOUSE_RETRY_SECONDS:-40} timeout=${GREENHOUSE_TIMEOUT:-15}
  for setting in "$capacity" "$retry_seconds" "${timeout%%.*}"; do
    case $setting in -*) fail 64 "a setting is below zero: $setting" ;; esac
    is_integer "$setting" || fail 64 "a setting is no whole number: $setting"
  done
  is_number "$timeout" || fail 64 "GREENHOUSE_TIMEOUT is no number: $timeout"
  if [ -z "${GREENHOUSE_STORE:-}" ] && [ -z "${HOME:-}" ]; then fail 64 "neither GREENHOUSE_STORE nor HOME is set"; fi
  base=${GREENHOUSE_STORE:-${HOME:-}/.local/state/greenhouse}
}

check_system() {
  command -v curl >/dev/null || fail 69 "curl is not installed"
  command -v sha256sum >/dev/null || command -v shasum >/dev/null || command -v openssl >/dev/null ||
    fail 69 "none of sha256sum, shasum and openssl is installed"
  started=$(now)
  is_integer "$started" || fail 69 "date +%s gives no number: the time is not known"
}

command=${1:-}
case $command in
  send)
    shift
    values=$(measurements "$@") || exit "$?"
    ;;
  flush) ;;
  *)
    fail 64 "usage: greenhouse.sh send [temperature=...] [humidity=...] [light=...] [battery=...] | send --sign-of-life | flush"
    ;;
esac
read_settings
read_key
check_system
prepare_key "$key"
spool=$base/$(printf '%s' "$GREENHOUSE_UID" | digest)
uid=$GREENHOUSE_UID # As the inside of a JSON string.
case $uid in *[\\\"]*) uid=$(printf '%s' "$uid" | sed 's/[\\"]/\\&/g') ;; esac
has_lock='' other='' problem='' sleeper='' unsaved='' has_tried='' has_failed='' has_new=yes is_stale='' had_outage=''
oldest='' largest=$LARGEST_BATCH
trap clean_up EXIT
trap interrupted HUP INT TERM
trap : PIPE
[ -d "$spool" ] || mkdir -p "$spool"
recall_state
read_uptime
recall_origin

if [ "$command" = send ]; then
  if [ -n "$origin" ]; then
    time=$((origin + uptime))
    line="{\"timestamp\":$time$values}"
  else
    time=$((started * 1000))
    line="{\"uptime\":$uptime,\"boot\":\"$boot\",\"clock\":$time$values}"
  fi
  page_name=$time.$$.${boot%%-*}.readings
  unsaved=$line
  if write_page "$page_name" "$line"; then unsaved=; else
    report "the reading cannot be kept, and is sent directly: ${problem:-not all of it was written}"
  fi
fi

get_lock
read_seconds
deadline=$((seconds + retry_seconds))
list_pages
if [ -n "$other" ]; then
  report "another call is at work, and sends what waits"
else
  if [ -z "$has_lock" ]; then report "no lock can be made: $problem"; fi
  remove_leftovers
  clear_folder
fi
flush
if [ -n "$has_lock" ]; then join_pages; fi
save
keep_state
report_outage

summarize
if [ "$waiting" -gt 0 ]; then exit 75; fi
if [ $((refused + overflowed)) -gt 0 ]; then exit 1; fi
if [ "$command" = flush ] && ! { true >"$spool/new.$$"; } 2>/dev/null; then exit 73; fi
exit 0
