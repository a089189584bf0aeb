#!/bin/sh
# Signs a customer in, and reads, sends and follows photos. Needs only curl and a POSIX shell.
#
#   keepsake.sh sign-in           prints an address, and reads the one that the browser returns to
#   keepsake.sh list              the names of all photos
#   keepsake.sh upload <file>     sends a photo, and waits until it is in the library
#   keepsake.sh download <file>   the newest photo, as a picture 300 pixels wide
#   keepsake.sh follow            changes of the library, since the last time
#   keepsake.sh orders            an order, which this client is not allowed to read
set -eu

KEEPSAKE=${KEEPSAKE:-http://localhost:4000}
CLIENT=curl
REDIRECT=http://127.0.0.1:8976/callback
SCOPE='openid photos:read photos:write offline_access'
# What is kept between two runs: the tokens, and the cursor of the last event.
STATE=${STATE:-$HOME/.keepsake}
PAGE_SIZE=${PAGE_SIZE:-100}
# For trying it out: the first request of an upload loses its connection after so many bytes.
CUT_AFTER=${CUT_AFTER:-}

umask 077
mkdir -p "$STATE"
WORK=$(mktemp -d)
STREAM=
clean() {
  [ -z "$STREAM" ] || kill "$STREAM" 2> /dev/null || true
  rm -rf "$WORK"
}
trap clean EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# The text fields of this name in JSON on standard input, one per line.
texts() {
  grep -oE "\"$1\": *\"([^\"\\\\]|\\\\.)*\"" | sed -E 's/^"[^"]*": *"(.*)"$/\1/'
}

# The first of them, or nothing.
text() {
  texts "$1" | head -n 1
}

# A header of the answer that curl has dumped.
header() {
  tr -d '\r' < "$WORK/headers" | awk -v name="$1:" 'tolower($1) == name { print $2 }'
}

random() {
  head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'
}

# The SHA-256 of standard input in base64url, as PKCE wants it.
digest() {
  sha256sum | cut -c 1-64 | fold -w 2 | while read -r byte; do
    printf '%b' "\\0$(printf %o "0x$byte")"
  done | base64 | tr '+/' '-_' | tr -d '=\n'
}

# Calls the token endpoint and keeps the answer. An error has a body that says why, so no --fail.
tokens() {
  curl -sS "$KEEPSAKE/identity/token" --data "client_id=$CLIENT" "$@" > "$STATE/answer.json"
  grep -q '"access_token"' "$STATE/answer.json" ||
    fail "$(text error < "$STATE/answer.json"): $(text error_description < "$STATE/answer.json")"
  mv "$STATE/answer.json" "$STATE/tokens.json"
  date +%s > "$STATE/signed-in"
}

sign_in() {
  verifier=$(random)
  state=$(random)
  curl -fsS "$KEEPSAKE/identity/.well-known/openid-configuration" > "$WORK/discovery"
  query="response_type=code&client_id=$CLIENT&redirect_uri=$REDIRECT&state=$state&prompt=consent"
  query="$query&scope=$(printf %s "$SCOPE" | tr ' ' '+')"
  query="$query&code_challenge=$(printf %s "$verifier" | digest)&code_challenge_method=S256"
  echo "Open $(text authorization_endpoint < "$WORK/discovery")?$query"
  echo 'The browser then shows that it cannot connect. Copy the address that it shows to here:'
  read -r returned
  parameter() { printf '%s\n' "${returned#*\?}" | tr '&' '\n' | sed -n "s/^$1=//p"; }
  [ "$(parameter state)" = "$state" ] || fail 'This answer belongs to another sign-in.'
  [ -z "$(parameter error)" ] || fail "$(parameter error)"
  tokens --data grant_type=authorization_code --data "code=$(parameter code)" \
    --data "redirect_uri=$REDIRECT" --data "code_verifier=$verifier"
  echo "Allowed: $(text scope < "$STATE/tokens.json")"
}

# Sets TOKEN to an access token that is valid for another two minutes at least. Tokens are valid for ten.
need_token() {
  [ -f "$STATE/tokens.json" ] || fail 'Sign in first.'
  if [ $(($(date +%s) - $(cat "$STATE/signed-in"))) -ge 480 ]; then
    tokens --data grant_type=refresh_token --data "refresh_token=$(text refresh_token < "$STATE/tokens.json")"
  fi
  TOKEN=$(text access_token < "$STATE/tokens.json")
}

# A body for the API, of a document and the JSON of its variables.
body() {
  printf '{ "query": "%s", "variables": %s }' "$(printf %s "$1" | tr '\n' ' ' | sed 's/"/\\"/g')" "${2:-null}"
}

# Asks the API and writes the answer to $WORK/answer. Ends with the code and the correlation id of an error.
ask() {
  need_token
  curl -sS "$KEEPSAKE/graphql" --header "Authorization: Bearer $TOKEN" --header 'Content-Type: application/json' \
    --header 'Accept: application/graphql-response+json' --data "$(body "$@")" > "$WORK/answer"
  check "$WORK/answer"
}

check() {
  if grep -q '"errors":' "$1"; then
    fail "$(text code < "$1"): $(text message < "$1") Correlation id: $(text correlationId < "$1")"
  fi
}

list() {
  after=null
  count=0
  while [ -n "$after" ]; do
    ask 'query Page($first: Int!, $after: String) { viewer { library { photos(first: $first, after: $after) {
      edges { node { fileName } } pageInfo { hasNextPage endCursor } } } } }' "{ \"first\": $PAGE_SIZE, \"after\": $after }"
    texts fileName < "$WORK/answer" > "$WORK/names" || true
    cat "$WORK/names"
    count=$((count + $(wc -l < "$WORK/names")))
    after=
    if grep -q '"hasNextPage":true' "$WORK/answer"; then after="\"$(text endCursor < "$WORK/answer")\""; fi
  done
  echo "$count photos"
}

# A call of storage with the headers of tus. Prints the status, which is 000 if the connection was lost.
storage() {
  need_token
  curl -sS --output "$WORK/answer" --dump-header "$WORK/headers" --write-out '%{http_code}' \
    --header "Authorization: Bearer $TOKEN" --header 'Tus-Resumable: 1.0.0' "$@" || true
}

# Sends standard input as the bytes from an offset.
send() {
  offset=$1
  shift
  storage --request PATCH "$ADDRESS" --header "Upload-Offset: $offset" \
    --header 'Content-Type: application/offset+octet-stream' --data-binary @- "$@"
}

# Sends the bytes of a file from an offset. With CUT_AFTER, it announces them all, sends only some, and hangs up.
send_file() {
  if [ -n "$CUT_AFTER" ]; then
    tail -c "+$(($2 + 1))" "$1" | head -c "$CUT_AFTER" |
      send "$2" --header "Content-Length: $(($(wc -c < "$1") - $2))" --max-time 2
  else
    tail -c "+$(($2 + 1))" "$1" | send "$2"
  fi
}

upload() {
  size=$(($(wc -c < "$1")))
  name=$(basename "$1" | tr -d '\n' | base64 | tr -d '\n')
  status=$(storage --request POST "$KEEPSAKE/storage/files" --header "Upload-Length: $size" \
    --header "Upload-Metadata: filename $name")
  [ "$status" = 201 ] || fail "Storage answered $status: $(cat "$WORK/answer")"
  location=$(header location)
  case $location in
    http*) ADDRESS=$location ;;
    *) ADDRESS=$KEEPSAKE$location ;;
  esac

  offset=0
  tries=0
  while [ "$offset" -lt "$size" ]; do
    echo "Sending from byte $offset of $size."
    status=$(send_file "$1" "$offset")
    case $status in
      204) ;;
      401) echo 0 > "$STATE/signed-in" ;;
      000 | 409 | 429 | 503 | 507) sleep "$(header retry-after | grep . || echo 1)" ;;
      *) fail "Storage answered $status: $(cat "$WORK/answer")" ;;
    esac
    CUT_AFTER=
    tries=$((tries + 1))
    [ "$tries" -le 10 ] || fail 'The upload does not get on.'
    status=$(storage --head "$ADDRESS")
    if [ "$status" = 200 ]; then offset=$(header upload-offset); fi
  done

  # The bytes have arrived. Whether they are a photo is known a moment later.
  state=PROCESSING
  while [ "$state" = PROCESSING ]; do
    sleep 1
    status=$(storage "$KEEPSAKE/storage/uploads/${ADDRESS##*/}")
    [ "$status" = 200 ] || fail "Storage answered $status: $(cat "$WORK/answer")"
    state=$(text state < "$WORK/answer")
  done
  [ "$state" = READY ] || fail "$state: $(text code < "$WORK/answer")"
  echo "$state"
}

download() {
  ask '{ viewer { library { photos(first: 1) { edges { node { thumbnail(width: 300) { url } } } } } } }'
  url=$(text url < "$WORK/answer")
  [ -n "$url" ] || fail 'There is no picture yet.'
  curl -fsS "$url" --output "$1"
}

# Reads an event stream until it ends. Keeps the id of each event, which is its cursor. A request that is refused gets
# one JSON body instead of a stream.
read_events() {
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      *'"errors":'*)
        printf %s "$line" > "$WORK/answer"
        case $(text code < "$WORK/answer") in
          OVERLOADED | RATE_LIMITED) return ;;
          # A stream also ends when its token expires. The second refusal in a row is not that.
          UNAUTHENTICATED)
            [ "$refusals" -eq 0 ] || check "$WORK/answer"
            refusals=1
            echo 0 > "$STATE/signed-in"
            return
            ;;
          *) check "$WORK/answer" ;;
        esac
        ;;
      'id: '*)
        [ -s "$STATE/cursor" ] || echo 'Listening.'
        printf %s "${line#id: }" > "$STATE/cursor"
        pause=1
        refusals=0
        ;;
      'data: '*'"isTruncated":true'*) echo 'Too much has happened: list again.' ;;
      'data: '*'"addedPhotoIds":["'*)
        added=$(printf %s "$line" | grep -oE '"addedPhotoIds":\[[^]]*' | grep -o '[[,]"' | wc -l)
        echo "$((added)) added"
        ;;
    esac
  done
}

follow() {
  pause=1
  refusals=0
  mkfifo "$WORK/stream"
  while :; do
    need_token
    set --
    if [ -s "$STATE/cursor" ]; then set -- --header "Last-Event-ID: $(cat "$STATE/cursor")"; fi
    curl -sS --no-buffer "$KEEPSAKE/graphql" --header "Authorization: Bearer $TOKEN" \
      --header 'Accept: text/event-stream' --header 'Content-Type: application/json' "$@" \
      --data "$(body 'subscription { libraryEvents { isTruncated addedPhotoIds } }')" > "$WORK/stream" &
    STREAM=$!
    read_events < "$WORK/stream"
    sleep "$pause"
    pause=$((pause < 30 ? pause * 2 : 30))
  done
}

case ${1:-} in
  sign-in) sign_in ;;
  list) list ;;
  upload) upload "$2" ;;
  download) download "$2" ;;
  follow) follow ;;
  orders) ask '{ viewer { orders(first: 1) { edges { cursor } } } }' ;;
  *) fail "Usage: $0 sign-in | list | upload <file> | download <file> | follow | orders" ;;
esac
