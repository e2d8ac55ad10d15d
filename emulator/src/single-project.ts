/**
 * The single project mode of firebase-tools: says once that a namespace is used for which its command has loaded no
 * rules, as happens when a client's `databaseURL` names another database.
 */

import type { Namespaces } from "./namespaces";
import { OPEN_RULES } from "./rules/ruleset";

/** Clients that load rules of their own, such as tests of rules, have done so by then. */
const INTERVAL_MS = 1_000;

/** Namespaces that are there already belong to earlier runs, and are left alone. */
export function warnOfOtherNamespaces(
  namespaces: Namespaces,
  log: (line: string) => void,
): { close(): void } {
  const known = new Set(namespaces.names);
  let fresh: readonly string[] = [];
  const timer = setInterval(() => {
    const isOpen = (name: string): boolean => namespaces.get(name).ruleset === OPEN_RULES;
    const ruled = namespaces.names.filter((name) => !isOpen(name));
    // The command's own rules come first.
    if (ruled.length === 0) return;
    for (const name of fresh.filter(isOpen)) {
      log(
        `The namespace ${name} has no rules, so everything is allowed there, unlike in ${ruled.join(", ")}. ` +
          `Compare the databaseURL of clients, and DATABASE_URL for functions, or set "singleProjectMode": false in firebase.json.`,
      );
    }
    for (const name of fresh) known.add(name);
    fresh = namespaces.names.filter((name) => !known.has(name));
  }, INTERVAL_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
