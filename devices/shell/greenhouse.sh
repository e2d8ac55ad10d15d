#!/bin/sh
# Sends the readings of one sensor to the greenhouse backend, signed. POSIX sh with curl, and sha256sum, shasum or
# openssl. Settings and exit codes are in README.md.
#
#   greenhouse.sh send temperature=21.5 humidity=60   takes a reading, and sends all waiting readings
#   greenhouse.sh send --sign-of-life                 the same, with a reading that has no values
#   greenhouse.sh flush                               sends all waiting readings
#   greenhouse.sh --version                           prints the version
#
# Each reading waits in its own file until the backend confirms it. So calls need no lock: if two calls send the same
# reading, the backend stores it once, because it identifies readings by time and values.

set -u
umask 077
export LC_ALL=C
unset CDPATH # With CDPATH, cd may change to another folder, and print it.

# A caller may have closed these descriptors. Otherwise the next opened file would get their numbers.
exec </dev/null
{ true 3>&1; } 2>/dev/null || exec >/dev/null
true 3>&2 || exec 2>/dev/null
trap : PIPE # Goes on even if nobody reads the output.

VERSION=0.1.0 # Of all clients. `npm run generate` copies it from the repository's package.json.
MAX_BATCH=100
WHOLE_NUMBER='0|[1-9][0-9]{0,14}' # Small enough for the shell's arithmetic.
NUMBER='-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?'
NAME='[a-z][A-Za-z0-9]{0,31}' # A measurement's name.
RESERVED='uid|farmId|timestamp|signature|apiKey|readings|outputs|sensorName|sensorType|updatedAt'
NAMES="a name is a lower-case letter, then up to 31 letters and digits, such as soilMoisture; uid, timestamp and the like are reserved"
# Plain HTTP is only for the local network.
PRIVATE_ADDRESS='(127|10)\.[0-9.]+|192\.168\.[0-9.]+|172\.(1[6-9]|2[0-9]|3[01])\.[0-9.]+'
URL="https://.+|http://(localhost|[a-z0-9.-]+\.local|$PRIVATE_ADDRESS)(:[0-9]+)?/.*"
VERSION_TEXT='[!-~]([ -~]{0,30}[!-~])?' # What the backend accepts.
NEWLINE='
'
stored=0 refused=0 overflowed=0

report() { printf '%s\n' "greenhouse: $*" >&2; }

# fail <exit code> <why>
fail() {
  report "$2"
  exit "$1"
}

# matches <text> <regular expression>: succeeds if the whole text matches.
matches() {
  case $1 in *"$NEWLINE"*) return 1 ;; esac
  printf '%s\n' "$1" | grep -Eqx -e "$2"
}

# Prints the end of a reading's JSON, from name=value ...
measurements() {
  fields='' named='' left_out=''
  if [ "$*" = --sign-of-life ]; then return; fi
  [ $# -gt 0 ] || fail 64 "no values: give at least one, or --sign-of-life for a reading without values"
  for pair in "$@"; do
    name=${pair%%=*} value=${pair#*=}
    { matches "$name" "$NAME" && ! matches "$name" "$RESERVED"; } ||
      fail 64 "invalid measurement name $(printf '%.60s' "$name" | tr -c '[:print:]' '?'): $NAMES"
    case "$named " in *" $name "*) fail 64 "$name is given twice" ;; esac
    named="$named $name"
    # A broken or missing sensor gives no number. The other values count.
    if [ "$pair" != "$name" ] && matches "$value" "$NUMBER"; then
      fields="$fields,\"$name\":$value"
    else
      left_out="$left_out, $(printf '%.60s' "$pair" | tr -c '[:print:]' '?')"
    fi
  done
  [ -z "$left_out" ] || report "left out, because it is not a number such as 21.5: ${left_out#, }"
  [ -n "$fields" ] || fail 65 "no value is left: there is no reading"
  printf '%s' "$fields"
}

# Reads the key. Editors on Windows add a byte order mark before it, and a carriage return after it.
read_key() {
  key=$(cat "$GREENHOUSE_KEY_FILE") || fail 66 "the key's file cannot be read: $GREENHOUSE_KEY_FILE"
  key=$(printf '%s' "${key#"$(printf '\357\273\277')"}" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//; /^$/d')
  case $key in
    '') fail 66 "the key's file is empty: $GREENHOUSE_KEY_FILE" ;;
    *[[:cntrl:]]*) fail 66 "the key's file must contain only the key, in one line: $GREENHOUSE_KEY_FILE" ;;
  esac
}

read_settings() {
  for setting in GREENHOUSE_URL GREENHOUSE_UID GREENHOUSE_KEY_FILE; do
    eval "[ -n \"\${$setting:-}\" ]" || fail 64 "$setting is not set"
  done
  matches "$GREENHOUSE_URL" "$URL" || fail 64 "the URL must begin with https:// (http:// in the local network)"
  case $GREENHOUSE_UID in *[[:cntrl:]]*) fail 64 "GREENHOUSE_UID has a control character" ;; esac
  capacity=${GREENHOUSE_CAPACITY:-10000}
  matches "$capacity" "[1-9][0-9]{0,8}" || fail 64 "GREENHOUSE_CAPACITY must be a whole number above 0: $capacity"
  version=${GREENHOUSE_VERSION-greenhouse-shell $VERSION}
  [ -z "$version" ] || matches "$version" "$VERSION_TEXT" || fail 64 "GREENHOUSE_VERSION must have up to 32 ASCII characters"
  [ -n "${GREENHOUSE_STORE:-${HOME:-}}" ] || fail 64 "neither GREENHOUSE_STORE nor HOME is set"
  command -v curl >/dev/null || fail 69 "curl is not installed"
  for sha256 in sha256sum 'shasum -a 256' 'openssl dgst -sha256 -r' ''; do command -v "${sha256%% *}" >/dev/null && break; done
  [ -n "$sha256" ] || fail 69 "none of sha256sum, shasum and openssl is installed"
}

# Sets $now to the Unix time in seconds. A clock with a time before this script was written was never set.
read_clock() {
  now=$(date -u +%s)
  if ! matches "$now" "$WHOLE_NUMBER" || [ "$now" -lt 1790000000 ]; then fail 69 "the clock is not set (date +%s: $now)"; fi
}

# Prints a text without control characters, escaped for a JSON string.
escape() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }

# Prints the SHA-256 of standard input, in hexadecimal.
digest() { $sha256 | cut -d ' ' -f 1; }

# pad <mask> <byte>...: prints the bytes, combined with the mask, as escapes for printf.
pad() {
  mask=$1
  shift
  for byte in "$@"; do printf '\\0%o' $(((byte & 255) ^ mask)); done
}

# Prints the bytes of hexadecimal digits as numbers.
numbers_of() { sed 's/../ 0x&/g'; }

# Computes $inner and $outer of HMAC (RFC 2104) from the key. Only the shell's built-in commands get the key as an
# argument, so that a list of processes never shows it.
prepare_key() {
  rest=$key
  set --
  while [ -n "$rest" ]; do
    set -- "$@" "'${rest%"${rest#?}"}"
    rest=${rest#?}
  done
  bytes=$(printf '%d ' "$@")
  if [ $# -gt 64 ]; then bytes=$(printf '%s' "$key" | digest | numbers_of); fi
  # shellcheck disable=SC2086 # The text must be split into words.
  set -- $bytes
  while [ $# -lt 64 ]; do set -- "$@" 0; done
  inner=$(pad 0x36 "$@") outer=$(pad 0x5c "$@")
}

# Prints the signature of a text: its HMAC-SHA256.
sign() {
  # shellcheck disable=SC2046 # The text must be split into words.
  printf '%b' "$outer$(pad 0 $(printf '%b%s' "$inner" "$1" | digest | numbers_of))" | digest
}

# Sends the body. Sets $answer to the headers, the answer's body and curl's messages. Sets $status to the status (000:
# no answer). Sets $error to the error. curl tries again by itself, also if the backend asks for a pause. The rate limits
# how many bytes can come before the timeout.
request() {
  answer=$(
    printf '%s' "$body" |
      curl -q -sS -i --proto '=http,https' --max-time 15 --retry 4 --retry-max-time 40 --max-filesize 65536 \
        --limit-rate 16k -H 'Expect:' -H 'Content-Type: application/json' -H "X-Signature: sha256=$(sign "$body")" --data-binary @- \
        -w '\nstatus %{http_code}\n' "$GREENHOUSE_URL" 2>&1 | tr -d '\000-\011\013-\037\177'
  )
  status=${answer##*"${NEWLINE}status "}
  status=${status%%"$NEWLINE"*}
  case $status in
    000) error="no answer ($(find_in_answer 'curl: \(.*\)'))" ;;
    200) error="200, but not the backend's answer" ;;
    *) error="$status $(find_in_answer '.*"error": *"\([^"]*\)".*')" ;;
  esac
}

# find_in_answer <a line, as a regular expression>: prints the text between \( and \) in the last matching line.
find_in_answer() { printf '%s\n' "$answer" | sed -n "s/^$1\$/\\1/p" | tail -n 1 | cut -c1-300; }

# Keeps a reading. The file is written under another name and then renamed, so that nobody reads half of it.
keep() {
  printf '%s\n' "$2" | cat >"$1.new" && [ "$(cat "$1.new")" = "$2" ] && mv -f "$1.new" "$1" && return
  rm -f "$1.new"
  return 1
}

# Prints the names of the waiting readings, the oldest first, each as one word. Other names, and folders, are not ours.
waiting() (
  cd "$folder" 2>/dev/null || exit
  for file in [0-9]*.[0-9]*.reading; do
    case $file in *[!0-9.]*.reading | *.*.*.reading) continue ;; esac
    [ ! -f "$file" ] || echo "$file"
  done
)

# Sets $body to a request with the newest waiting readings, in the order of their times. Adds $unsaved, a reading that
# could not be kept. Fails without any reading.
collect() {
  names='' lines='' count=0
  for name in $(waiting | tail -n $MAX_BATCH); do
    [ -w "$folder" ] || break # Readings that cannot be removed would be sent again and again.
    file=$folder/$name
    { read -r line <"$file"; } 2>/dev/null || line=
    case $line in
      '{"timestamp":'*'}') names="$names $name" lines="$lines,$line" count=$((count + 1)) ;;
      *) if [ -r "$file" ] && mv "$file" "$file.damaged"; then report "not a complete reading: $file.damaged"; fi ;;
    esac
  done
  if [ -n "$unsaved" ]; then lines="$lines,$unsaved" count=$((count + 1)); fi
  read_clock
  body="{\"uid\":\"$uid\",\"timestamp\":${now}000$stated,\"readings\":[${lines#,}]}"
  [ "$count" -gt 0 ]
}

# Removes the sent readings, which the backend has stored or refused. Fails if this is not the backend's answer to $count
# readings.
settle() {
  taken=$(find_in_answer '.*"success":true,"stored":\([0-9]*\),"refused":\[.*')
  reasons=$(printf '%s\n' "$answer" | tr '{' '\n' |
    sed -n 's/^"index":[0-9]*,"status":\([0-9]*\),"error":"\([^"]*\)".*/\1 \2/p' | cut -c1-300 | sort)
  dropped=$(printf '%s' "$reasons" | grep -c '')
  matches "$taken" "$WHOLE_NUMBER" && [ $((taken + dropped)) -eq "$count" ] || return 1
  # shellcheck disable=SC2086 # The text must be split into words.
  [ -z "$names" ] || (cd "$folder" && rm -f $names) || fail 73 "stored readings cannot be removed"
  if [ "$dropped" -gt 0 ]; then report "refused: $(printf '%s\n' "$reasons" | uniq -c)"; fi
  stored=$((stored + taken)) refused=$((refused + dropped)) unsaved=
}

command=${1:-}
case $command in
  send)
    shift
    values=$(measurements "$@") || exit "$?"
    ;;
  flush) ;;
  --version)
    echo "greenhouse.sh $VERSION"
    exit
    ;;
  *) fail 64 "usage: greenhouse.sh send <name>=<number> ... | send --sign-of-life | flush | --version" ;;
esac
read_settings
read_key
read_clock
prepare_key
folder=${GREENHOUSE_STORE:-${HOME:-}/.local/state/greenhouse}/$(printf '%s' "$GREENHOUSE_UID" | digest)
uid=$(escape "$GREENHOUSE_UID")
stated=
[ -z "$version" ] || stated=",\"version\":\"$(escape "$version")\""
unsaved=
problem=$(mkdir -p "$folder" 2>&1)
if [ "$command" = send ]; then
  unsaved="{\"timestamp\":${now}000$values}"
  if problem=$(keep "$folder/$now.$$.reading" "$unsaved" 2>&1); then unsaved=; else
    report "the reading cannot be kept, and is sent directly: ${problem:-it was not written completely}"
  fi
elif ! [ -w "$folder" ]; then
  fail 73 "the folder cannot be used: ${problem:-$folder}"
fi
for name in $(waiting | sort -r | tail -n "+$((capacity + 1))"); do
  rm "$folder/$name" || break
  overflowed=$((overflowed + 1))
done
[ "$overflowed" -eq 0 ] || report "the store is full ($capacity readings): the oldest are dropped"
set -- "$folder"/*.readings
[ ! -e "$1" ] || report "readings of an earlier version are not sent: $folder/*.readings; flush them with that version"
while collect; do
  request
  if [ "$status" != 200 ] || ! settle; then
    report "$error"
    break
  fi
done
if [ -n "$unsaved" ]; then
  overflowed=$((overflowed + 1))
  report "a reading was dropped: there is no space to keep it"
fi
left=$(waiting | grep -c '')
echo "stored $stored, refused $refused, overflowed $overflowed, waiting $left"
if [ "$left" -gt 0 ]; then exit 75; fi
if [ $((refused + overflowed)) -gt 0 ]; then exit 1; fi
