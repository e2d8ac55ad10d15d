/**
 * What the local stack adds to the hosting of firebase.json, which itself says what production gets: the emulators'
 * addresses, once for the browser's security policy and once for the page. The page heeds them for `demo-` projects
 * alone, and firebase.json does not hold them, so nothing of this can be deployed.
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

/** The part of firebase.json that is about Hosting. */
export interface Hosting {
  readonly headers: readonly { readonly source: string; readonly headers: readonly Header[] }[];
}

const POLICY = "Content-Security-Policy";

/** Where a browser finds the emulators. */
export interface EmulatorAddresses {
  /** `host:port` of each. */
  readonly auth: string;
  readonly database: string;
  /** Above `/sensorData` and `/reportIp`. */
  readonly functionsUrl: string;
}

/**
 * @param host by which the network knows this machine; undefined where only this machine is to reach them
 * @param databaseAddress `host:port` of the database, from this machine
 */
export function addressesFor(
  host: string | undefined,
  ports: Ports,
  databaseAddress: string,
): EmulatorAddresses {
  const { port } = new URL(`http://${databaseAddress}`);
  return {
    auth: `${host ?? HOST}:${ports.auth}`,
    database: host === undefined ? databaseAddress : `${host}:${port}`,
    functionsUrl: functionsUrl(ports, host),
  };
}

/** @throws StackError when firebase.json has no policy that could be widened */
export function localHosting(hosting: Hosting, addresses: EmulatorAddresses): Hosting {
  const { auth, database } = addresses;
  const origins = [`http://${auth}`, `http://${database}`, `ws://${database}`].join(" ");
  const widen = (header: Header): Header =>
    header.key === POLICY
      ? { ...header, value: header.value.replace("connect-src ", `connect-src ${origins} `) }
      : header;
  const rules = hosting.headers.map((rule) => ({ ...rule, headers: rule.headers.map(widen) }));
  if (!JSON.stringify(rules).includes(origins)) {
    throw new StackError(`firebase.json names no connect-src in a ${POLICY} header of hosting.`);
  }
  const emulators = {
    auth: `http://${auth}`,
    database: `http://${database}?ns=${NAMESPACE}`,
    functions: addresses.functionsUrl,
    people: PEOPLE,
  };
  const value = encodeURIComponent(JSON.stringify(emulators));
  const named = {
    source: EMULATORS_PATH,
    headers: [
      { key: "X-Emulators", value },
      { key: PROCESS_HEADER, value: String(process.pid) },
    ],
  };
  return { ...hosting, headers: [...rules, named] };
}
