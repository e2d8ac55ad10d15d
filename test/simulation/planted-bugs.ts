/**
 * Bugs that are planted one at a time, to see that the auditors find them: an auditor without a planted bug rots
 * silently. Each replaces code in one file; `npm run simulate -- --planted` says if code is no longer there.
 */

import { BUGS_OF_CORRECTIONS } from "./planted-corrections.ts";
import { BUGS_OF_PLANS } from "./plans/planted-bugs.ts";

export interface PlantedBug {
  readonly name: string;
  /** The auditor that must find it. */
  readonly auditor: string;
  readonly file: string;
  readonly code: string;
  readonly bug: string;
  /** The scene that finds it; absent: farms. */
  readonly scene?: "corrections" | "garden";
}

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: "a cache may refuse",
    auditor: "refusals",
    file: "functions/src/sensor-data/handler.ts",
    code: `return lookup.usedCache ? { outcome: "stale" } : { outcome: "refused", refusal };`,
    bug: `return { outcome: "refused", refusal };`,
  },
  {
    name: "a repeated reading gets a new key in history",
    auditor: "stored once",
    file: "functions/src/sensor-data/plan.ts",
    code: `if (variant === "hmac") return deriveKey(updatedAt, content);`,
    bug: `if (variant === "hmac") return newKey;`,
  },
  {
    name: "an answer does not wait for the write",
    auditor: "stored once",
    file: "functions/src/sensor-data/commit.ts",
    code: `const outcome = await database.commit(update);`,
    bug: `const outcome = "stored" as const; database.commit(update).catch(() => undefined);`,
  },
  {
    name: "a newest value is not written again",
    auditor: "newest values",
    file: "functions/src/sensor-data/commit.ts",
    code: `if (written.replaced.length > 0) {`,
    bug: `if (written.replaced.length > 1e9) {`,
  },
  {
    name: "a key stays valid after a rotation",
    auditor: "credentials",
    file: "functions/src/sensor-data/plan.ts",
    code: `    ...definedFields({ [\`ingest/\${uid}\`]: key }),\n    ...(isRecent`,
    bug: `    ...(isRecent`,
  },
  {
    name: "a refused reading of a batch is stored",
    auditor: "refusals",
    file: "functions/src/sensor-data/authorize.ts",
    code: `return sensor.ownKey === undefined ? accept(sensor) : refuse({ code: "sensor-has-own-key" });`,
    bug: `return refuse({ code: "sensor-has-own-key" });`,
  },
  {
    name: "an exchange with the database has no deadline",
    auditor: "answers",
    file: "database/client/exchange.ts",
    code: `this.#stopDeadline = clock.after(leftMs, () => this.#fail());`,
    bug: `this.#stopDeadline = () => undefined;`,
  },
  {
    name: "registrations that changed are not read again",
    auditor: "calm",
    file: "functions/src/sensor-data/handler.ts",
    code: `  if (result.outcome === "stale" && cached.usedCache) {
    result = await attempt(handling, handling.lookUp(false), storeTogether);
  }
  if (result.outcome === "stale") {
    result = await attempt(handling, handling.lookUp(false), storeBySensor);
  }
`,
    bug: ``,
  },
  {
    name: "a write that raises a version is sent twice",
    auditor: "denials",
    file: "jobs/src/database.ts",
    code: `mayCopy: false,`,
    bug: `mayCopy: true,`,
  },
  {
    name: "a lease counts from the arrival of the answer",
    auditor: "outputs",
    file: "tools/cli/src/simulation/reference-board.ts",
    code: `const until = sentAt + forMs;`,
    bug: `const until = clock + forMs;`,
  },
  {
    name: "an answer that comes late sets the board back",
    auditor: "outputs",
    file: "tools/cli/src/simulation/reference-board.ts",
    code: `if (sentAt < board.heardAt) return board;`,
    bug: ``,
  },
  {
    name: "the limit of the day is ignored",
    auditor: "outputs",
    file: "tools/cli/src/simulation/reference-board.ts",
    code: `const leftMs = now.maxOnMs - now.usedMs;`,
    bug: `const leftMs = now.maxOnMs;`,
  },
  {
    name: "off does not keep a fallback off",
    auditor: "outputs",
    file: "tools/cli/src/simulation/reference-board.ts",
    code: `clock < offUntil || board.now`,
    bug: `board.now`,
  },
  {
    name: "a plan's off keeps a fallback off",
    auditor: "outputs",
    file: "domain/outputs/answer.ts",
    code: `offForMs: offForMs(order, nowMs)`,
    bug: `offForMs: OFF_HOLDS_MS`,
  },
  {
    name: "a cycle of a plan is ordered again by each check",
    auditor: "plans",
    file: "domain/outputs/plans/decide-times.ts",
    code: `cycle: run.cycle + 1 }`,
    bug: `cycle: run.cycle }`,
  },
  {
    name: "a mark of a late reading is forgotten",
    auditor: "rollups",
    file: "functions/src/sensor-data/plan.ts",
    code: `    markLateHours(byTime),\n`,
    bug: "",
  },
  {
    name: "a job acts on half a page",
    auditor: "rollups",
    file: "database/client/pages.ts",
    code: `if (page.length > 0) yield page;`,
    bug: `if (page.length > 0) yield page.slice(0, Math.ceil(page.length / 2));`,
  },
  {
    name: "an hour that is folded again keeps its old rollups",
    auditor: "rollups",
    file: "database/rollups/fold-plan.ts",
    code: `const all = [...others.filter(([hour]) => !ofFold.has(hour)), ...now];`,
    bug: `const all = [...others, ...now];`,
  },
  {
    name: "an acknowledgement is lost in a race",
    auditor: "alerts",
    file: "jobs/src/watch/decide.ts",
    code: `([name, value]) => value !== alert[name as keyof OpenAlert],`,
    bug: `([name, value]) => value !== alert[name as keyof OpenAlert] || name === "acknowledgedBy",`,
  },
  {
    name: "an alert is raised by one check",
    auditor: "alerts",
    file: "jobs/src/watch/decide.ts",
    code: `  if (checkNumber === "first" || seenAt === undefined) {
    return { update: { [pending]: { since: now } }, next: undefined };
  }
  const alert = raise(finding, sensor, seenAt, now);`,
    bug: `  const alert = raise(finding, sensor, seenAt ?? now, now);`,
  },
  {
    name: "an alert ends without an entry in the log",
    auditor: "alerts",
    file: "jobs/src/watch/decide.ts",
    code: `, [entry]: logEntryOf(alert, now) }`,
    bug: ` }`,
  },
  {
    name: "an alert is stored without its notification",
    auditor: "alerts",
    file: "jobs/src/watch/store-decision.ts",
    code: `...queued.update,`,
    bug: ``,
  },
  {
    name: "an attempt at a delivery is not claimed",
    auditor: "deliveries",
    file: "jobs/src/outbox/deliver.ts",
    code: `if (claimed === "denied") return undefined;`,
    bug: ``,
  },
  {
    name: "a repeated notification has a new id",
    auditor: "deliveries",
    file: "jobs/src/outbox/deliverer.ts",
    code: `const messageId = messageIdOf(id, recipient);`,
    bug: "const messageId = messageIdOf(`${id}-${this.run.now()}`, recipient);",
  },
  {
    name: "a delivered notification is not removed",
    auditor: "deliveries",
    file: "jobs/src/outbox/deliver.ts",
    code: `...(isFinal && { [path]: null }),`,
    bug: ``,
  },
  {
    name: "nobody is told again of an unanswered alert",
    auditor: "escalation",
    file: "jobs/src/watch/decide.ts",
    code: `const to = isNews ? before : notifiedNow(renewed, now);`,
    bug: `const to = isNews ? before : [];`,
  },
  {
    name: "people are told at once who chose to be told later",
    auditor: "escalation",
    file: "domain/alerts/escalation.ts",
    code: `minutes * MINUTE_MS <= age`,
    bug: `0 <= age`,
  },
  {
    name: "late readings are not compared with limits",
    auditor: "late readings",
    file: "database/rollups/history.ts",
    code: `if (marked?.uids.get(hour)?.has(uid) === true) marked.add(entry);`,
    bug: ``,
  },
  {
    name: "a limit of the day is ten times too high",
    auditor: "denials",
    file: "domain/alerts/channels.ts",
    code: `maxPerDay: { person: 5, farm: 30 },`,
    bug: `maxPerDay: { person: 50, farm: 300 },`,
  },
  {
    name: "calls are not counted",
    auditor: "calls",
    file: "jobs/src/outbox/deliver.ts",
    code: `const records = isPrepared(prepared) ? prepared.records : {};`,
    bug: `const records = {};`,
  },
  {
    name: "a channel ignores its own step",
    auditor: "escalation",
    file: "domain/alerts/people.ts",
    code: `return steps[channel] ?? afterMinutes;`,
    bug: `return steps[channel] === undefined ? afterMinutes : 0;`,
  },
  {
    name: "quiet hours are ignored",
    auditor: "quiet",
    file: "jobs/src/outbox/queue.ts",
    code: `const nextAt = isHeldBack(content) ? Math.max(dueAt, quietUntil) : dueAt;`,
    bug: `const nextAt = dueAt;`,
  },
  {
    name: "the end of a frost carries what waits in quiet hours",
    auditor: "quiet",
    file: "jobs/src/outbox/queue.ts",
    code: `return (unanswered.length > 0 ? unanswered : all).every(canWait);`,
    bug: `return all.every(canWait);`,
  },
  {
    name: "people are called about answered alerts",
    auditor: "calls",
    file: "jobs/src/channels/call.ts",
    code: `  skipsAnswered: true,\n`,
    bug: ``,
  },
  {
    name: "a call can be answered twice",
    auditor: "calls",
    file: "jobs/src/answer-call.ts",
    code: `let used: Update = { [callPath(id)]: null };`,
    bug: `let used: Update = {};`,
  },
  {
    name: "a forged key counts",
    auditor: "calls",
    file: "jobs/src/delivery/twilio-signature.ts",
    code: `return matchesAny(signature, expected);`,
    bug: `return matchesAny(signature, expected) || signature !== undefined;`,
  },
  ...BUGS_OF_CORRECTIONS,
  ...BUGS_OF_PLANS,
];
