/** The addresses on which the stack listens: only on this machine, or also in its network. */

import { networkInterfaces } from "node:os";
import type { NetworkInterfaceInfo } from "node:os";
import { StackError } from "./stack-error.ts";

/** All addresses of this machine. */
export const EVERYWHERE = "0.0.0.0";
const LOOPBACK = "127.0.0.1";

export interface Network {
  /** The address at which the emulators listen. */
  readonly listen: string;
  /** Their address from this machine. */
  readonly local: string;
  /** Their addresses from other machines; empty when those cannot connect. */
  readonly others: readonly string[];
}

export const THIS_MACHINE: Network = { listen: LOOPBACK, local: LOOPBACK, others: [] };

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * @param host an IPv4 address of this machine; 0.0.0.0 for all of them; undefined for this machine only
 * @throws StackError when this machine has no such address
 */
export function networkAt(
  host: string | undefined,
  interfaces: Interfaces = networkInterfaces(),
): Network {
  if (host === undefined || host === LOOPBACK || host === "localhost") return THIS_MACHINE;
  const addresses = networkAddresses(interfaces);
  if (host === EVERYWHERE) return { listen: EVERYWHERE, local: LOOPBACK, others: addresses };
  if (addresses.includes(host)) return { listen: host, local: host, others: [host] };
  throw new StackError(
    `--host ${host} is not an IPv4 address of this machine. Its addresses are ${[LOOPBACK, ...addresses].join(", ")}; ` +
      `${EVERYWHERE} means all of them.`,
  );
}

/** Returns the IPv4 addresses of this machine in its networks. */
export function networkAddresses(interfaces: Interfaces = networkInterfaces()): readonly string[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
}

/**
 * Returns the last lines of `npm start`: short terminals show only these.
 * @param port of the page
 * @param seconds the duration of the start
 */
export function readyText({ local, others }: Network, port: number, seconds: string): string {
  const phones = others.map((address) => `  http://${address}:${port}\n`).join("");
  const warning = `Everybody in the network can change everything. On phones open\n${phones}\n`;
  const ready = `Ready after ${seconds} s. Open http://${local}:${port}, or stop everything with Ctrl-C.\n`;
  return others.length === 0 ? ready : warning + ready;
}
