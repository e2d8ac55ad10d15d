/**
 * Serves more on this machine than firebase.json says: the demo people for the page, and the id of
 * the stack's process. For phones it adds the emulators' addresses to the browser's security
 * policy. Nothing of this is ever deployed.
 */

import { PEOPLE } from "../demo/demo-farm.ts";
import { INIT_PATH, PROCESS_HEADER } from "../processes/neighbour.ts";
import type { Ports } from "../processes/ports.ts";
import { StackError } from "../processes/stack-error.ts";

interface Header {
  readonly key: string;
  readonly value: string;
}

/** A part of firebase.json. */
export interface Hosting {
  readonly headers: readonly { readonly source: string; readonly headers: readonly Header[] }[];
}

const POLICY = "Content-Security-Policy";

/**
 * @param hosts this machine's names in the network; empty if only this machine may connect
 * @throws StackError if firebase.json has no policy that can be extended
 */
export function localHosting(hosting: Hosting, hosts: readonly string[], ports: Ports): Hosting {
  const origins = hosts.flatMap((host) => [
    `http://${host}:${ports.auth}`,
    `http://${host}:${ports.database}`,
    `ws://${host}:${ports.database}`,
  ]);
  const extend = (header: Header): Header =>
    header.key === POLICY
      ? {
          ...header,
          value: header.value.replace("connect-src", ["connect-src", ...origins].join(" ")),
        }
      : header;
  const rules = hosting.headers.map((rule) => ({ ...rule, headers: rule.headers.map(extend) }));
  if (!origins.every((origin) => JSON.stringify(rules).includes(origin))) {
    throw new StackError(`firebase.json has no connect-src in the ${POLICY} header of hosting.`);
  }
  const local = {
    source: INIT_PATH,
    headers: [
      { key: "X-Demo-People", value: encodeURIComponent(JSON.stringify(PEOPLE)) },
      { key: PROCESS_HEADER, value: String(process.pid) },
    ],
  };
  return { ...hosting, headers: [...rules, local] };
}
