/**
 * A trigger as firebase-tools registers it, for functions of both generations.
 * Source: its functionsEmulator.js, 15.34.2.
 */

import { type Generation, parseRef, parseSegment, type Segment } from "./ref-pattern";

export type EventKind = "written" | "created" | "updated" | "deleted";

export interface Trigger {
  readonly generation: Generation;
  readonly project: string;
  /** How the functions emulator calls it: region, name and how often its triggers were loaded. */
  readonly key: string;
  /** The key without that count: a function that changed replaces its earlier version. */
  readonly functionId: string;
  /** `_` in the first generation. */
  readonly location: string;
  readonly eventType: string;
  readonly kind: EventKind;
  readonly ref: string;
  readonly segments: readonly Segment[];
  readonly instanceText: string;
  readonly instance: Segment;
}

export type ParsedTrigger =
  | { readonly ok: true; readonly trigger: Trigger }
  | { readonly ok: false; readonly problem: string };

const LEGACY = "providers/google.firebase.database/eventTypes/ref.";
const CURRENT = "google.firebase.database.ref.v1.";

const EVENT_TYPES: Readonly<Record<string, { generation: Generation; kind: EventKind }>> = {
  [`${LEGACY}write`]: { generation: 1, kind: "written" },
  [`${LEGACY}create`]: { generation: 1, kind: "created" },
  [`${LEGACY}update`]: { generation: 1, kind: "updated" },
  [`${LEGACY}delete`]: { generation: 1, kind: "deleted" },
  [`${CURRENT}written`]: { generation: 2, kind: "written" },
  [`${CURRENT}created`]: { generation: 2, kind: "created" },
  [`${CURRENT}updated`]: { generation: 2, kind: "updated" },
  [`${CURRENT}deleted`]: { generation: 2, kind: "deleted" },
};

const NAME = /^projects\/([\w.:-]+)\/locations\/([\w-]+)\/(?:functions|triggers)\/([\w.-]+)$/;

/** Reads a registration. `namespace` is where one of the first generation listens. */
export function parseTrigger(json: unknown, namespace: string | undefined): ParsedTrigger {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return fail("A trigger is a JSON object with name, path and event.");
  }
  const { name, path, event, namespacePattern } = json as Readonly<Record<string, unknown>>;
  const [, project, location, key] = NAME.exec(typeof name === "string" ? name : "") ?? [];
  if (project === undefined || location === undefined || key === undefined) {
    return fail(
      "name must be projects/<project>/locations/<region>/triggers/<function>, or …/functions/<function>.",
    );
  }
  const type = typeof event === "string" && Object.hasOwn(EVENT_TYPES, event) ? event : undefined;
  const known = type === undefined ? undefined : EVENT_TYPES[type];
  if (type === undefined || known === undefined) {
    return fail(`event must be one of ${Object.keys(EVENT_TYPES).join(", ")}.`);
  }
  if (typeof path !== "string") return fail('path must be a ref, such as "/rooms/{room}".');
  const ref = parseRef(path, known.generation);
  if (!ref.ok) return ref;
  const instance = parseInstance(known.generation, namespacePattern, namespace);
  if (!instance.ok) return instance;
  const identity = { project, location, key, functionId: key.replace(/-\d+$/, "") };
  const listening = { ref: path, segments: ref.pattern, instanceText: instance.text };
  return {
    ok: true,
    trigger: { ...known, ...identity, eventType: type, ...listening, instance: instance.segment },
  };
}

type ParsedInstance =
  | { readonly ok: true; readonly text: string; readonly segment: Segment }
  | { readonly ok: false; readonly problem: string };

function parseInstance(
  generation: Generation,
  namespacePattern: unknown,
  namespace: string | undefined,
): ParsedInstance {
  if (generation === 1) {
    return namespace === undefined
      ? fail(
          "Name the database of a first-generation trigger: ?ns=<name>, of letters, digits, - and _.",
        )
      : { ok: true, text: namespace, segment: { kind: "key", key: namespace } };
  }
  if (typeof namespacePattern !== "string" || namespacePattern === "") {
    return fail('namespacePattern must be a database or a pattern of them, such as "*".');
  }
  const segment = parseSegment(namespacePattern, generation);
  return segment.ok
    ? { ok: true, text: namespacePattern, segment: segment.pattern }
    : fail(`The namespacePattern cannot be: ${segment.problem}`);
}

function fail(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
