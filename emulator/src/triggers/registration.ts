/**
 * Reads triggers of both generations as firebase-tools registers them.
 * Source: functionsEmulator.js of firebase-tools 15.34.2.
 */

import { isObject } from "../tree/json-text";
import { type Generation, parseRef, parseSegment, type Segment } from "./ref-pattern";

export type EventKind = "written" | "created" | "updated" | "deleted";

export interface Trigger {
  readonly generation: Generation;
  readonly project: string;
  /** The functions emulator's name of the trigger: region, name and how often its triggers were loaded. */
  readonly key: string;
  /** The key without the count: a changed function replaces its earlier version. */
  readonly functionId: string;
  /** `_` in the 1st generation. */
  readonly location: string;
  readonly eventType: string;
  readonly kind: EventKind;
  readonly ref: string;
  readonly segments: readonly Segment[];
  readonly instanceText: string;
  readonly instance: Segment;
}

const LEGACY = "providers/google.firebase.database/eventTypes/ref.";
const CURRENT = "google.firebase.database.ref.v1.";

const EVENT_TYPES = new Map<unknown, Pick<Trigger, "generation" | "kind">>([
  [`${LEGACY}write`, { generation: 1, kind: "written" }],
  [`${LEGACY}create`, { generation: 1, kind: "created" }],
  [`${LEGACY}update`, { generation: 1, kind: "updated" }],
  [`${LEGACY}delete`, { generation: 1, kind: "deleted" }],
  [`${CURRENT}written`, { generation: 2, kind: "written" }],
  [`${CURRENT}created`, { generation: 2, kind: "created" }],
  [`${CURRENT}updated`, { generation: 2, kind: "updated" }],
  [`${CURRENT}deleted`, { generation: 2, kind: "deleted" }],
]);

const NAME = /^projects\/([\w.:-]+)\/locations\/([\w-]+)\/(?:functions|triggers)\/([\w.-]+)$/;

export const NO_TRIGGER = "A trigger is a JSON object with name, path and event.";

/**
 * Reads a registration. Returns a string that describes the problem, if any. A trigger of the 1st generation listens in
 * `namespace`.
 */
export function parseTrigger(json: unknown, namespace: string | undefined): Trigger | string {
  if (!isObject(json)) return NO_TRIGGER;
  const { name, path, event: eventType, namespacePattern } = json;
  const [, project, location, key] = NAME.exec(typeof name === "string" ? name : "") ?? [];
  if (project === undefined || location === undefined || key === undefined) {
    return "name must be projects/<project>/locations/<region>/triggers/<function>, or …/functions/<function>.";
  }
  const parsedType = EVENT_TYPES.get(eventType);
  if (typeof eventType !== "string" || parsedType === undefined) {
    return `event must be one of ${[...EVENT_TYPES.keys()].join(", ")}.`;
  }
  if (typeof path !== "string") return 'path must be a ref, such as "/rooms/{room}".';
  const segments = parseRef(path, parsedType.generation);
  if (typeof segments === "string") return segments;
  const listening =
    parsedType.generation === 1 ? instanceNamed(namespace) : instanceLike(namespacePattern);
  if (typeof listening === "string") return listening;
  const functionId = key.replace(/-\d+$/, "");
  return {
    ...parsedType,
    project,
    location,
    key,
    functionId,
    eventType,
    ref: path,
    segments,
    ...listening,
  };
}

type Instance = Pick<Trigger, "instanceText" | "instance">;

function instanceNamed(namespace: string | undefined): Instance | string {
  return namespace === undefined
    ? "Name the database of a first-generation trigger: ?ns=<name>, of letters, digits, - and _."
    : { instanceText: namespace, instance: { kind: "key", key: namespace } };
}

function instanceLike(pattern: unknown): Instance | string {
  if (typeof pattern !== "string" || pattern === "") {
    return 'namespacePattern must be a database or a pattern of them, such as "*".';
  }
  const instance = parseSegment(pattern, 2);
  return typeof instance === "string"
    ? `The namespacePattern is not valid: ${instance}`
    : { instanceText: pattern, instance };
}
