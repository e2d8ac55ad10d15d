/** What the bench asks of a database over a socket, in the words of its protocol. */

/** An action and its body. */
export type Request = readonly [action: string, body: object];

/** Keys as push ids are: 20 characters that sort by time, then by the order they were made in. */
const keyOf = (nowMs: number): string =>
  `-${nowMs.toString(36).padStart(9, "0")}-${(made++).toString(36).padStart(9, "0")}`;

let made = 0;

/** A new entry at the end of a history, and its removal. */
export function appendEntry(nowMs: number): { readonly append: Request; readonly remove: Request } {
  const p = `/history/${keyOf(nowMs)}`;
  return { append: ["p", { p, d: entryOf(nowMs) }], remove: ["p", { p, d: null }] };
}

/** A history of so many entries as JSON, all of them older than what is appended. */
export function historyJson(entries: number): string {
  const members = Array.from({ length: entries }, (_, place) => {
    const atMs = START_MS + place * 1_000;
    return `"${keyOf(atMs)}":${JSON.stringify(entryOf(atMs))}`;
  });
  return `{"history":{${members.join(",")}}}`;
}

const START_MS = 1_700_000_000_000;

function entryOf(atMs: number): object {
  return { temperature: Math.round(Math.random() * 4_000) / 100, updatedAt: atMs };
}

/** What the rules of such a history say. */
export const HISTORY_RULES = JSON.stringify({
  rules: {
    history: {
      ".read": true,
      ".indexOn": "temperature",
      $entry: {
        ".write": "!data.exists() || !newData.exists()",
        ".validate": "newData.child('temperature').isNumber()",
      },
    },
    current: {
      ".read": true,
      ".write": true,
      ".validate": "newData.hasChildren(['temperature', 'updatedAt'])",
      $field: { ".validate": "newData.isNumber()" },
    },
  },
});

/** The last 100 entries of a history. */
export const LAST_HUNDRED = {
  p: "/history",
  q: { l: 100, vf: "r", i: ".key" },
  t: 1,
};

/** A record that is told to everybody who listens to it. */
export const FEED = { p: "/current" };

export function writeFeed(nowMs: number): Request {
  // No write is like the one before it: that would be told to nobody.
  return ["p", { ...FEED, d: { ...MEASUREMENTS, light: made++, updatedAt: nowMs } }];
}

const MEASUREMENTS = { temperature: 21.5, humidity: 60.25, light: 1200, battery: 88 };

/** A reading of the first sensor of the bench, all the places at once, as the functions write it. */
export function writeReading(nowMs: number): Request {
  const { battery, ...shared } = MEASUREMENTS;
  const sensorName = "Air, north bench";
  const uid = "bench-sensor-0";
  const fields = {
    ...Object.fromEntries(
      Object.entries({ ...shared, updatedAt: nowMs }).map(([name, value]) => [
        `current/${name}`,
        value,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries({ sensorName, sensorType: "SHT31", ...MEASUREMENTS }).map(([name, value]) => [
        `bySensor/${uid}/${name}`,
        value,
      ]),
    ),
    [`history/${keyOf(nowMs)}`]: { uid, sensorName, ...shared, battery, updatedAt: nowMs },
  };
  return ["m", { p: "/sensors/greenhouse-0", d: fields }];
}

/** Whom the functions act for, as a token that only emulators take. */
export function functionsToken(nowMs: number): string {
  const iat = Math.floor(nowMs / 1000);
  const user = { sub: "sensor-ingest", user_id: "sensor-ingest", iat, exp: iat + 3600 };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  return `${encode({ alg: "none", typ: "JWT" })}.${encode(user)}.`;
}
