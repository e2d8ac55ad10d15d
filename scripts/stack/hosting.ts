/**
 * What the local stack adds to the hosting of firebase.json, which itself says what production gets: the emulators'
 * addresses, once for the browser's security policy and once for the page. The page heeds them for `demo-` projects
 * alone, and firebase.json does not hold them, so nothing of this can be deployed.
 */

import { PEOPLE } from "./demo-data.ts";
import { HOST } from "./ports.ts";
import type { Ports } from "./ports.ts";
import { NAMESPACE } from "./project.ts";
import { StackError } from "./stack-error.ts";
import { functionsUrl } from "./welcome.ts";

interface Header {
  readonly key: string;
  readonly value: string;
}

/** The part of firebase.json that is about Hosting. */
export interface Hosting {
  readonly headers: readonly { readonly source: string; readonly headers: readonly Header[] }[];
}

const POLICY = "Content-Security-Policy";

/** @throws StackError when firebase.json has no policy that could be widened */
export function localHosting(hosting: Hosting, ports: Ports, databaseAddress: string): Hosting {
  const auth = `http://${HOST}:${ports.auth}`;
  const origins = [auth, `http://${databaseAddress}`, `ws://${databaseAddress}`].join(" ");
  const widen = (header: Header): Header =>
    header.key === POLICY
      ? { ...header, value: header.value.replace("connect-src ", `connect-src ${origins} `) }
      : header;
  const rules = hosting.headers.map((rule) => ({ ...rule, headers: rule.headers.map(widen) }));
  if (!JSON.stringify(rules).includes(origins)) {
    throw new StackError(`firebase.json names no connect-src in a ${POLICY} header of hosting.`);
  }
  const emulators = {
    auth,
    database: `http://${databaseAddress}?ns=${NAMESPACE}`,
    functions: functionsUrl(ports),
    people: PEOPLE,
  };
  const value = encodeURIComponent(JSON.stringify(emulators));
  const named = { source: "/__/firebase/init.json", headers: [{ key: "X-Emulators", value }] };
  return { ...hosting, headers: [...rules, named] };
}
