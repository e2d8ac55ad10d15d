/**
 * The body of the request that calls a function: a CloudEvent for the 2nd generation, the older form for the first.
 * What firebase-functions reads of them is in its v1 and v2 `providers/database.js`.
 */

import type { Actor } from "../database/actor";
import type { Json } from "../tree/json";
import type { Node } from "../tree/node";
import type { Path } from "../tree/path";
import { deltaOf, valueOf } from "./delta";
import { paramsOf } from "./ref-pattern";
import type { Trigger } from "./registration";

/** What happened at one path. It holds nodes, not text: those that did not change are shared with the tree. */
export interface TriggerEvent {
  readonly namespace: string;
  readonly path: Path;
  readonly before: Node;
  readonly after: Node;
  readonly actor: Actor;
  /** Unix milliseconds. */
  readonly time: number;
}

export interface EventBody {
  readonly contentType: string;
  readonly json: Json;
}

export function eventBody(trigger: Trigger, event: TriggerEvent, id: string): EventBody {
  return trigger.generation === 1
    ? { contentType: "application/json", json: legacyEvent(trigger, event, id) }
    : { contentType: "application/cloudevents+json", json: cloudEvent(trigger, event, id) };
}

function cloudEvent(trigger: Trigger, event: TriggerEvent, id: string): Json {
  const { namespace, path, before, after, actor } = event;
  const { location } = trigger;
  // Not percent-encoded: firebase-functions makes `snapshot.ref` from it as it is.
  const ref = path.join("/");
  return {
    specversion: "1.0",
    id,
    type: trigger.eventType,
    source: `//firebasedatabase.googleapis.com/projects/_/locations/${location}/instances/${namespace}`,
    subject: `refs/${ref}`,
    time: new Date(event.time).toISOString(),
    datacontenttype: "application/json",
    location,
    instance: namespace,
    firebasedatabasehost: "firebaseio.com",
    ref,
    params: paramsOf(trigger.segments, path),
    ...cloudEventAuth(actor),
    data: {
      "@type": "type.googleapis.com/google.events.firebase.database.v1.ReferenceEventData",
      data: valueOf(before),
      delta: deltaOf(before, after),
    },
  };
}

function cloudEventAuth(actor: Actor): { readonly [name: string]: Json } {
  if (actor.isAdmin) return { authtype: "admin" };
  if (actor.auth === null) return { authtype: "unauthenticated" };
  const uid: unknown = actor.auth["uid"];
  return { authtype: "app_user", ...(typeof uid === "string" && { authid: uid }) };
}

function legacyEvent(trigger: Trigger, event: TriggerEvent, id: string): Json {
  const { namespace, path, before, after, actor } = event;
  return {
    eventId: id,
    timestamp: new Date(event.time).toISOString(),
    eventType: trigger.eventType,
    resource: `projects/_/instances/${namespace}/refs/${path.join("/")}`,
    params: paramsOf(trigger.segments, path),
    auth: actor.isAdmin
      ? { admin: true }
      : { admin: false, ...(actor.auth !== null && { variable: actor.auth as Json }) },
    data: { data: valueOf(before), delta: deltaOf(before, after) },
  };
}
