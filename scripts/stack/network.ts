/** Where the stack listens: on this machine alone, or where the boards and phones of the network find it too. */

import { networkInterfaces } from "node:os";
import type { NetworkInterfaceInfo } from "node:os";
import { StackError } from "./stack-error.ts";

/** All the addresses that this machine has. */
export const EVERYWHERE = "0.0.0.0";

export interface Network {
  /** What the emulators listen at. */
  readonly listen: string;
  /** How they are reached from this machine. */
  readonly local: string;
  /** How they are reached from others; empty where they are not. */
  readonly others: readonly string[];
}

const LOOPBACK = "127.0.0.1";

export const THIS_MACHINE: Network = { listen: LOOPBACK, local: LOOPBACK, others: [] };

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * @param host an IPv4 address of this machine; 0.0.0.0 for all of them; undefined for this machine alone
 * @throws StackError where this machine has no such address
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
    `--host ${host} is no IPv4 address of this machine. It has ${[LOOPBACK, ...addresses].join(", ")}; ` +
      `${EVERYWHERE} stands for all of them.`,
  );
}

/** The IPv4 addresses by which other machines know this one. */
export function networkAddresses(interfaces: Interfaces = networkInterfaces()): readonly string[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address);
}
