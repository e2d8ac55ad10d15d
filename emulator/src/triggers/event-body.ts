/**
 * The body of the request that calls a function: a CloudEvent for the 2nd generation, the older form for the 1st.
 * Source for the fields that firebase-functions reads: its v1 and v2 `providers/database.js`.
 */

import type { Actor } from "../database/actor";
import type { Json } from "../tree/json";
import type { Node } from "../tree/node";
import type { Path } from "../tree/path";
import { deltaOf, valueOf } from "./delta";
import { paramsOf } from "./ref-pattern";
import type { Trigger } from "./registration";

/** An event at one path. It has nodes instead of JSON, because unchanged nodes are shared with the tree. */
export interface TriggerEvent {
  /** Stays the same if the event is sent again. */
  readonly id: string;
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

/**
 * @param hasWriter whether an event of the 2nd generation has `authtype` and `authid`. The hosted service omits them,
 * and firebase-functions then sets `authType` to `unknown`. Source:
 * https://github.com/firebase/firebase-functions/issues/1889, where both are missing, open in November 2026.
 */
export function eventBody(trigger: Trigger, event: TriggerEvent, hasWriter = true): EventBody {
  const { id, namespace, path, before, after, actor } = event;
  const { eventType, location } = trigger;
  // Not percent-encoded: firebase-functions uses it unchanged for `snapshot.ref`.
  const ref = path.join("/");
  const time = new Date(event.time).toISOString();
  const params = paramsOf(trigger.segments, path);
  const data = { data: valueOf(before), delta: deltaOf(before, after) };
  if (trigger.generation === 1) {
    const resource = `projects/_/instances/${namespace}/refs/${ref}`;
    const context = { eventId: id, timestamp: time, eventType, resource, params };
    return { contentType: "application/json", json: { ...context, auth: legacyAuth(actor), data } };
  }
  return {
    contentType: "application/cloudevents+json",
    json: {
      specversion: "1.0",
      id,
      type: eventType,
      source: `//firebasedatabase.googleapis.com/projects/_/locations/${location}/instances/${namespace}`,
      subject: `refs/${ref}`,
      time,
      datacontenttype: "application/json",
      location,
      instance: namespace,
      firebasedatabasehost: "firebaseio.com",
      ref,
      params,
      ...(hasWriter && cloudEventAuth(actor)),
      data: {
        "@type": "type.googleapis.com/google.events.firebase.database.v1.ReferenceEventData",
        ...data,
      },
    },
  };
}

function cloudEventAuth(actor: Actor): { readonly [name: string]: Json } {
  if (actor.isAdmin) return { authtype: "admin" };
  if (actor.auth === null) return { authtype: "unauthenticated" };
  const uid: unknown = actor.auth["uid"];
  return { authtype: "app_user", ...(typeof uid === "string" && { authid: uid }) };
}

function legacyAuth(actor: Actor): { readonly [name: string]: Json } {
  if (actor.isAdmin) return { admin: true };
  return { admin: false, ...(actor.auth !== null && { variable: actor.auth as Json }) };
}
