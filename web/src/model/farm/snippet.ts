/** Writes the code that people copy to a board. It sends a first reading, or contains the settings of a client. */

/** The languages on a phone, which has no terminal for sending a reading. */
export const BOARD_LANGUAGES = ["arduino", "micropython"] as const;
export const LANGUAGES = ["shell", "python", ...BOARD_LANGUAGES] as const;
export type SnippetLanguage = (typeof LANGUAGES)[number];

/**
 * Returns the address of the client for a language; undefined if the code needs no client.
 * @param devicesUrl the address of devices/; undefined if the operator has set none
 */
export function clientAddress(
  language: SnippetLanguage,
  devicesUrl: string | undefined,
): string | undefined {
  const hasClient = BOARD_LANGUAGES.some((board) => board === language);
  return devicesUrl !== undefined && hasClient ? `${devicesUrl}/${language}` : undefined;
}

export interface SnippetFacts {
  readonly uid: string;
  /** The address of the functions, without `/sensorData`. */
  readonly functionsUrl: string;
  /** Undefined while the key is hidden. A placeholder is shown instead. */
  readonly key: string | undefined;
}

const KEY_PLACEHOLDER = "KEY";

/** Returns the code. Escapes ids as literals of the language. */
export function snippetOf(language: SnippetLanguage, facts: SnippetFacts): string {
  const settings = settingsOf(facts);
  switch (language) {
    case "shell":
      return shell(facts);
    case "python":
      return python(facts);
    case "arduino":
      return settings.map(([name, value]) => `#define ${name} ${JSON.stringify(value)}`).join("\n");
    case "micropython":
      return settings.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join("\n");
  }
}

/**
 * Returns the content of a board's QR code: its settings as plain lines. The content does not begin with an address,
 * because phones would open the address.
 */
export function boardText(facts: SnippetFacts): string {
  return settingsOf(facts)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

/** Returns the settings, named as in the clients in devices/. */
function settingsOf(facts: SnippetFacts): readonly (readonly [name: string, value: string])[] {
  return [
    ["GREENHOUSE_URL", urlOf(facts)],
    ["GREENHOUSE_UID", facts.uid],
    ["GREENHOUSE_KEY", keyOf(facts)],
  ];
}

function urlOf({ functionsUrl }: SnippetFacts): string {
  return `${functionsUrl}/sensorData`;
}

function keyOf({ key }: SnippetFacts): string {
  return key ?? KEY_PLACEHOLDER;
}

function shell(facts: SnippetFacts): string {
  const start = `{"uid": ${JSON.stringify(facts.uid)}, "timestamp": `;
  return [
    `url=${shellText(urlOf(facts))}`,
    `key=${shellText(keyOf(facts))}`,
    `body=${shellText(start)}$(date +%s)', "temperature": 21.5, "humidity": 60}'`,
    `sig=$(printf '%s' "$body" | openssl dgst -sha256 -hmac "$key" | sed 's/.* //')`,
    `curl -sS "$url" -w '\\n' -H 'Content-Type: application/json' \\`,
    `  -H "X-Signature: sha256=$sig" -d "$body"`,
  ].join("\n");
}

function python(facts: SnippetFacts): string {
  return [
    `import hashlib, hmac, json, time, urllib.request`,
    ``,
    `URL = ${JSON.stringify(urlOf(facts))}`,
    `UID = ${JSON.stringify(facts.uid)}`,
    `KEY = ${JSON.stringify(keyOf(facts))}`,
    ``,
    `def send(**measurements):`,
    `    timestamp = int(time.time() * 1000)`,
    `    body = json.dumps({"uid": UID, "timestamp": timestamp, **measurements}).encode()`,
    `    signature = hmac.new(KEY.encode(), body, hashlib.sha256).hexdigest()`,
    `    headers = {"Content-Type": "application/json", "X-Signature": "sha256=" + signature}`,
    `    request = urllib.request.Request(URL, body, headers)`,
    `    return json.load(urllib.request.urlopen(request, timeout=15))`,
    ``,
    `print(send(temperature=21.5, humidity=60))`,
  ].join("\n");
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
