/**
 * The jobs read whole children, so every child must be small, whatever its owner stores. This test computes the maximum
 * size that the rules allow for each object that jobs/ and database/rollups/ read.
 */

import { ADDRESS_KINDS, CHANNEL_IDS } from "@greenhouse/domain/alerts/channels";
import { MAX_KEY_BYTES } from "@greenhouse/domain/identity/keys";
import { MAX_CHANGES } from "@greenhouse/domain/quantities/corrections-model";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { MAX_FOLDED_SENSORS } from "@greenhouse/domain/rollups/rollups";
import { OUTPUT_PLACES } from "@greenhouse/domain/outputs/limits";
import type { Condition } from "@greenhouse/database/rules/condition";
import type { Node } from "@greenhouse/database/rules/nodes";
import { SUBTREES } from "@greenhouse/database/rules/rules";

/** Size of a number or a time. */
const NUMBER_BYTES = 24;
/** Maximum size of a character, as UTF-8 or as an escape in JSON. */
const CHARACTER_BYTES = 6;

/** Number of children of a variable whose rule does not list the names. */
type Counts = Readonly<Record<string, number>>;

/** @throws Error if the rules do not bound the size */
function bytesOf(node: Node, counts: Counts, path: string): number {
  const children = Object.entries(node).filter(([key]) => !/^(\.|\/\/$)/.test(key));
  const value = node[".value"] === undefined ? 0 : bytesOfValue(node[".value"], path);
  const sizes = children.map(([key, child]) => {
    const [first = "", ...rest] = key.split("/");
    const below = rest.length === 0 ? (child as Node) : { [rest.join("/")]: child as Node };
    const [count, name] = namesOf(first, below, counts, path);
    return count * (name + bytesOf(below, counts, `${path}/${first}`));
  });
  return sizes.reduce((sum, size) => sum + size, value);
}

/** Returns the number of children that a key stands for, and the bytes of the longest name. */
function namesOf(key: string, node: Node, counts: Counts, path: string): readonly [number, number] {
  if (!key.startsWith("$")) return [1, key.length];
  const words = /matches\(\/\^\(([\w,|]+)\)\$\/\)$/.exec(node[".key"]?.text ?? "")?.[1]?.split("|");
  if (words !== undefined) return [words.length, Math.max(...words.map((word) => word.length))];
  const count = counts[key];
  if (count === undefined) throw new Error(`The number of ${path}/${key} has no bound.`);
  return [count, MAX_KEY_BYTES];
}

function bytesOfValue({ text }: Condition, path: string): number {
  const kinds = text.split(/ \|\| (?=\(\$kind === )/);
  if (kinds.length > 1)
    return Math.max(...kinds.map((kind) => bytesOfValue({ text: kind, summary: "" }, path)));
  // Checked elsewhere, or equal to another value: at most as long as a key or a name.
  if (text === "" || /=== (root|newData|data|auth)/.test(text) || !text.includes("newData.val()."))
    return /^newData\.(isNumber|isBoolean|val\(\) ([<>]|=== (true|now)))/.test(text)
      ? NUMBER_BYTES
      : MAX_KEY_BYTES;
  const lengths = [...text.matchAll(/length <= (\d+)/g)].map(([, max]) => Number(max));
  const repeated = [...text.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, max]) => Number(max));
  const isOpen = /[\])]\s*[+*]/.test(text.replaceAll(/'[^']*'/g, ""));
  if (isOpen && lengths.length === 0) throw new Error(`The text of ${path} has no bound.`);
  const maxCharacters =
    lengths.length > 0 ? Math.max(...lengths) : repeated.reduce((sum, n) => sum + n, 0);
  return Math.max(CHARACTER_BYTES * maxCharacters, text.length, NUMBER_BYTES);
}

function nodeAt(path: string): Node {
  let node: Node = SUBTREES;
  for (let rest = path; rest !== "";) {
    const key = Object.keys(node).find((child) => rest === child || rest.startsWith(`${child}/`));
    const longer = Object.keys(node).find((child) => child.startsWith(`${rest}/`));
    if (key !== undefined) [node, rest] = [node[key] as Node, rest.slice(key.length + 1)];
    else if (longer !== undefined)
      [node, rest] = [{ [longer.slice(rest.length + 1)]: node[longer] as Node }, ""];
    else throw new Error(`The rules do not contain ${path}.`);
  }
  return node;
}

const OUTPUTS: Counts = { $output: OUTPUT_PLACES.length };
const KINDS: Counts = { $kind: ADDRESS_KINDS.length };
const CHANGES: Counts = { $key: MAX_CHANGES };
const FIELDS = MEASUREMENTS.length + 2;

/** Paths that are read as a whole, or whose children are read page by page, with the maximum size in kB. */
const READS: readonly (readonly [path: string, kB: number, counts?: Counts])[] = [
  ["addressCodes/$authUid", 8 * ADDRESS_KINDS.length, KINDS],
  ["addressSecrets/$authUid/$kind", 2],
  ["alertCalls/$callId", 2],
  ["alertSettings/$farmId", 7],
  ["alertTests/$authUid", 3 * CHANNEL_IDS.length],
  ["alerts/$farmId/late/$lateId", 4],
  ["alerts/$farmId/log/$key", 7],
  ["alerts/$farmId/open/$alertId", 7],
  ["alerts/$farmId/pending/$alertId", 1],
  ["boards/$farmId/$uid", 1],
  ["calibrations/$farmId/$uid", 3_100, CHANGES],
  ["exclusions/$farmId/$uid", 300, CHANGES],
  ["farms/$farmId/place", 1],
  ["greenhouses/$greenhouseId", 4],
  ["greenhouseRollups/$greenhouseId/$level/$quantity/$startMs", 1],
  ["lastSeen/$farmId/$uid", 1],
  ["outputOrders/$farmId/$uid", 32, OUTPUTS],
  ["outputStates/$farmId/$uid", 8, OUTPUTS],
  ["outputs/$farmId/$uid", 13, OUTPUTS],
  ["registeredSensors/$uid", 4],
  ["rollupCoverage/$greenhouseId", 2],
  // A mark for each linked sensor. A fold removes marks of earlier versions.
  ["rollupDue/$greenhouseId/$startMs", 900, { $key: MAX_FOLDED_SENSORS }],
  ["rollups/$greenhouseId/$uid/$level/$quantity/$startMs", 1],
  // The rules compare `$field` with the names of the measurements.
  ["sensors/$greenhouseId/bySensor/$uid", 20, { $field: FIELDS }],
  ["sensors/$greenhouseId/current/$uid", 20, { $field: FIELDS }],
  ["users/$authUid/alerts/farms/$farmId", CHANNEL_IDS.length],
  ["users/$authUid/alerts/push/$device", 7],
];

test.each(READS.map(([path, kB, counts = {}]) => ({ path, kB, counts })))(
  "$path has at most $kB kB",
  ({ path, kB, counts }) => {
    expect(bytesOf(nodeAt(path), counts, path)).toBeLessThanOrEqual(kB * 1000);
  },
);

/** Paths that may grow without a limit: what was written decides how much is read. */
test.each([
  // Only the jobs write here.
  ["alertOutbox/$farmId/$messageId", "$recipientId"],
  // Read page by page, at most as much as a fold can hold (database/rollups/history.ts).
  ["rollupSensors/$greenhouseId", "$uid"],
  ["sensors/$greenhouseId/current", "$uid"],
  ["sensors/$greenhouseId/history/$key", "$pushKey"],
  ["users/$authUid/alerts", "$device"],
])("%s may have any number of children", (path, variable) => {
  expect(() => bytesOf(nodeAt(path), KINDS, path)).toThrow(`/${variable} has no bound.`);
});
