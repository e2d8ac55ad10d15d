/** `/.settings/functionTriggers.json`, where firebase-tools registers functions, and `/.inspect/triggers`. */

import { NO_TRIGGER, parseTrigger } from "../triggers/registration";
import type { Triggers } from "../triggers/triggers";
import type { SingleProject } from "../single-project";
import { parseBody } from "./body";
import { parseTimeout } from "./options";
import { errorReply, jsonReply, type Reply } from "./reply";

/** Registers a trigger. `namespace` comes from the URL; triggers of the 2nd generation do not need it. */
export function registerTrigger(
  triggers: Triggers | undefined,
  namespace: string | undefined,
  bytes: Buffer,
): Reply {
  if (triggers === undefined) return errorReply(400, NO_FUNCTIONS_EMULATOR);
  const body = parseBody(bytes);
  const trigger = typeof body === "string" ? NO_TRIGGER : parseTrigger(body.value, namespace);
  if (typeof trigger === "string") return errorReply(400, trigger);
  triggers.register(trigger);
  return jsonReply(200, { status: "ok" });
}

const NO_FUNCTIONS_EMULATOR =
  "There is no functions emulator. Start with --functions_emulator_host and --functions_emulator_port.";

const DEFAULT_TIMEOUT = "1min";

/**
 * Answers with the triggers of a namespace and the results of their events. With `wait=idle`, answers when all events
 * are done, or at once if no function can start.
 */
export async function inspectTriggers(
  triggers: Triggers | undefined,
  singleProject: SingleProject | undefined,
  namespace: string,
  search: URLSearchParams,
): Promise<Reply> {
  const wait = search.get("wait");
  if (wait !== null && wait !== "idle") return errorReply(400, "wait must be idle.");
  const timeout = parseTimeout(search.get("timeout") ?? DEFAULT_TIMEOUT);
  if (typeof timeout === "string") return errorReply(400, timeout);
  if (triggers === undefined) return jsonReply(200, { isIdle: true, triggers: [] });
  const problem = wait === null ? undefined : await triggers.findStartProblem();
  const canWait = wait !== null && problem === undefined;
  const isIdle = await triggers.whenIdle(namespace, canWait ? timeout : 0);
  const warning = problem ?? singleProject?.warningFor(namespace, wait !== null);
  const found = { isIdle, triggers: triggers.statusIn(namespace) };
  return jsonReply(200, warning === undefined ? found : { ...found, warning });
}
