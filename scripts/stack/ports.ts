/** The ports of the emulators: those of firebase.json for `npm start`, free ones for the tests. */

import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { freePort, isFree } from "./free-port.ts";
import { howToStop, processAt } from "./neighbour.ts";
import { EVERYWHERE, THIS_MACHINE } from "./network.ts";
import { fromRoot } from "./project.ts";
import { StackError } from "./stack-error.ts";

export const EMULATORS = [
  ...(["functions", "database", "auth", "hosting"] as const),
  ...(["hub", "logging", "eventarc", "tasks"] as const),
] as const;

export type EmulatorName = (typeof EMULATORS)[number];
export type Ports = Readonly<Record<EmulatorName, number>>;

/** This machine, out of reach for others. */
export const HOST = THIS_MACHINE.local;
const POLL_MS = 25;

/**
 * @param host where they must be free
 * @throws StackError when firebase.json lacks a port, or one of them is taken
 */
export async function configuredPorts(host: string = HOST): Promise<Ports> {
  const { emulators } = JSON.parse(readFileSync(fromRoot("firebase.json"), "utf8")) as {
    emulators: Record<string, { port?: number } | undefined>;
  };
  const entries = EMULATORS.map((name) => {
    const port = emulators[name]?.port;
    if (port !== undefined) return [name, port] as const;
    throw new StackError(`firebase.json names no emulators.${name}.port: add one.`);
  });
  const ports = Object.fromEntries(entries) as Ports;
  for (const [name, port] of entries) {
    if (await isFree(port, host)) continue;
    const owner = await processAt(host === EVERYWHERE ? HOST : host, ports.hosting);
    throw new StackError(takenText(name, port, owner));
  }
  return ports;
}

/** @param owner the `npm start` that has the port, if there is one */
function takenText(name: EmulatorName, port: number, owner: number | undefined): string {
  if (owner !== undefined) {
    return (
      `Port ${port} (${name}) is taken by another \`npm start\`.\n${howToStop(owner)}\n` +
      "To run another one beside it: npm start -- --free-ports"
    );
  }
  return (
    `Port ${port} (${name}) is taken. Stop what listens there, change\n` +
    `emulators.${name}.port in firebase.json, or take free ports:\n` +
    "npm start -- --free-ports"
  );
}

export async function freePorts(): Promise<Ports> {
  const ports = new Set<number>();
  while (ports.size < EMULATORS.length) ports.add(await freePort());
  return Object.fromEntries(EMULATORS.map((name, index) => [name, [...ports][index]])) as Ports;
}

/** Resolves once something listens on the port. */
export async function untilListening(port: number): Promise<void> {
  while (!(await isListening(port))) await setTimeout(POLL_MS);
}

export function isListening(port: number, host: string = HOST): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
