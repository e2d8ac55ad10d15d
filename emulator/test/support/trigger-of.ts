/** Functions for tests, as firebase-tools registers them. */

import { parseTrigger, type Trigger } from "../../src/triggers/registration";

const CURRENT = "google.firebase.database.ref.v1.";
const LEGACY = "providers/google.firebase.database/eventTypes/ref.";

interface Given {
  readonly name?: string;
  readonly ref?: string;
  /** For the 1st generation "write", "create" …, for the 2nd "written", "created" …. */
  readonly kind?: string;
  readonly region?: string;
}

/** Returns a function of the 2nd generation. */
export function triggerOf({
  name = "f-0",
  ref = "{key}",
  kind = "written",
  region = "us-central1",
}: Given): Trigger {
  const fullName = `projects/demo/locations/${region}/triggers/${name}`;
  return parsed({ name: fullName, path: ref, event: CURRENT + kind, namespacePattern: "*" });
}

/** Returns a function of the 1st generation, for the database `demo-farm`. */
export function legacyTriggerOf({ name = "f-0", ref = "{key}", kind = "write" }: Given): Trigger {
  const fullName = `projects/demo/locations/_/functions/${name}`;
  return parsed({ name: fullName, path: ref, event: LEGACY + kind });
}

function parsed(json: object): Trigger {
  const trigger = parseTrigger(json, "demo-farm");
  if (typeof trigger === "string") throw new Error(trigger);
  return trigger;
}
