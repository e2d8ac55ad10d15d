/**
 * Adds the emulators' addresses to the hosting of firebase.json: to the browser's security policy, and in a header that
 * the page reads for `demo-` projects only. firebase.json itself says what production gets, so this is never deployed.
 */

import { PEOPLE } from "./demo-data.ts";
import { EMULATORS_PATH, PROCESS_HEADER } from "./neighbour.ts";
import { HOST } from "./ports.ts";
import type { Ports } from "./ports.ts";
import { NAMESPACE } from "./project.ts";
import { StackError } from "./stack-error.ts";
import { functionsUrl } from "./welcome.ts";

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
 * @param host this machine's name in the network; undefined when only this machine may connect
 * @param databaseAddress `host:port` of the database, from this machine
 * @throws StackError when firebase.json has no policy that can be extended
 */
export function localHosting(
  hosting: Hosting,
  host: string | undefined,
  ports: Ports,
  databaseAddress: string,
): Hosting {
  const { port } = new URL(`http://${databaseAddress}`);
  const auth = `${host ?? HOST}:${ports.auth}`;
  const database = host === undefined ? databaseAddress : `${host}:${port}`;
  const origins = [`http://${auth}`, `http://${database}`, `ws://${database}`].join(" ");
  const extend = (header: Header): Header =>
    header.key === POLICY
      ? { ...header, value: header.value.replace("connect-src ", `connect-src ${origins} `) }
      : header;
  const rules = hosting.headers.map((rule) => ({ ...rule, headers: rule.headers.map(extend) }));
  if (!JSON.stringify(rules).includes(origins)) {
    throw new StackError(`firebase.json names no connect-src in a ${POLICY} header of hosting.`);
  }
  const emulators = {
    auth: `http://${auth}`,
    database: `http://${database}?ns=${NAMESPACE}`,
    functions: functionsUrl(ports, host),
    people: PEOPLE,
  };
  const addresses = {
    source: EMULATORS_PATH,
    headers: [
      { key: "X-Emulators", value: encodeURIComponent(JSON.stringify(emulators)) },
      { key: PROCESS_HEADER, value: String(process.pid) },
    ],
  };
  return { ...hosting, headers: [...rules, addresses] };
}
