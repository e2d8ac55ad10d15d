/** The code that sends a first reading, filled in. Ids are escaped as literals of each language. */

export const LANGUAGES = ["shell", "python", "arduino"] as const;
export type SnippetLanguage = (typeof LANGUAGES)[number];

export interface SnippetFacts {
  readonly uid: string;
  /** Above `/sensorData`. */
  readonly functionsUrl: string;
  /** Undefined while it is hidden: the code has a placeholder then. */
  readonly farmKey: string | undefined;
}

export const KEY_PLACEHOLDER = "FARM-KEY";

export function snippetOf(language: SnippetLanguage, facts: SnippetFacts): string {
  const url = `${facts.functionsUrl}/sensorData`;
  const key = facts.farmKey ?? KEY_PLACEHOLDER;
  switch (language) {
    case "shell":
      return shell(url, key, facts.uid);
    case "python":
      return python(url, key, facts.uid);
    case "arduino":
      return arduino(url, key, facts.uid);
  }
}

/** Whether the address reaches only the machine that the code runs on. */
export function isLoopback({ functionsUrl }: Pick<SnippetFacts, "functionsUrl">): boolean {
  const { hostname } = new URL(functionsUrl);
  return /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname);
}

function shell(url: string, key: string, uid: string): string {
  return [
    `url=${shellText(url)}`,
    `uid=${shellText(uid)}`,
    `key=${shellText(key)}`,
    `ts=$(date +%s)`,
    `sig=$(printf '%s' "$key$ts$uid" | md5sum | cut -c1-32)`,
    `curl -sS "$url" -w '\\n' -H 'Content-Type: application/json' -d @- <<EOF`,
    `{"uid": ${shellDocument(JSON.stringify(uid))}, "timestamp": $ts, "signature": "$sig",`,
    ` "temperature": 21.5, "humidity": 60}`,
    `EOF`,
  ].join("\n");
}

function python(url: string, key: string, uid: string): string {
  return [
    `import hashlib, json, time, urllib.request`,
    ``,
    `URL = ${JSON.stringify(url)}`,
    `UID = ${JSON.stringify(uid)}`,
    `KEY = ${JSON.stringify(key)}`,
    ``,
    `def send(**measurements):`,
    `    timestamp = str(int(time.time() * 1000))`,
    `    signature = hashlib.md5((KEY + timestamp + UID).encode()).hexdigest()`,
    `    body = {"uid": UID, "timestamp": timestamp, "signature": signature, **measurements}`,
    `    request = urllib.request.Request(`,
    `        URL, json.dumps(body).encode(), {"Content-Type": "application/json"})`,
    `    return json.load(urllib.request.urlopen(request, timeout=15))`,
    ``,
    `print(send(temperature=21.5, humidity=60))`,
  ].join("\n");
}

function arduino(url: string, key: string, uid: string): string {
  return [
    `#include <HTTPClient.h>`,
    `#include <MD5Builder.h>`,
    `#include <WiFi.h>`,
    `#include <time.h>`,
    ``,
    `const char *URL = ${JSON.stringify(url)};`,
    `const char *UID = ${JSON.stringify(uid)};`,
    `const char *KEY = ${JSON.stringify(key)};`,
    ``,
    `// Call it once the clock is set: configTime(0, 0, "pool.ntp.org");`,
    `int sendReading(float temperature, float humidity) {`,
    `  String timestamp = String((long)time(nullptr));`,
    `  MD5Builder md5;`,
    `  md5.begin();`,
    `  md5.add(String(KEY) + timestamp + UID);`,
    `  md5.calculate();`,
    `  String body = String("{\\"uid\\":\\"") + ${JSON.stringify(JSON.stringify(uid).slice(1, -1))} +`,
    `      "\\",\\"timestamp\\":" + timestamp + ",\\"signature\\":\\"" + md5.toString() +`,
    `      "\\",\\"temperature\\":" + String(temperature, 1) +`,
    `      ",\\"humidity\\":" + String(humidity, 1) + "}";`,
    `  HTTPClient http;`,
    `  http.begin(URL);`,
    `  http.addHeader("Content-Type", "application/json");`,
    `  return http.POST(body);  // 200 when it is stored`,
    `}`,
  ].join("\n");
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The shell interprets these in a here-document too. */
function shellDocument(text: string): string {
  return text.replaceAll(/[\\$\`]/g, String.raw`\$&`);
}
