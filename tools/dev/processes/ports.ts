/** The ports of emulators and caught mail: the usual ones for `npm start`, free ones for the tests. */

import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { freePort, isFree } from "rtdb-emulator/testing/free-port.ts";
import { howToStop, processAt } from "./neighbour.ts";
import { EVERYWHERE, THIS_MACHINE } from "./network.ts";
import type { Running } from "./processes.ts";
import { fromRoot } from "../stack/project.ts";
import { StackError } from "./stack-error.ts";

export const EMULATORS = [
  "functions",
  "database",
  "auth",
  "hosting",
  "hub",
  "logging",
  "eventarc",
  "tasks",
] as const;

export type EmulatorName = (typeof EMULATORS)[number];

/** The ports for catching and reading mail (mail/catcher.ts), which is not an emulator of firebase.json. */
const MAIL_PORTS = { smtp: 1025, inbox: 1080 } as const;

export type MailPorts = Readonly<Record<keyof typeof MAIL_PORTS, number>>;
export type Ports = Readonly<Record<EmulatorName, number>> & MailPorts;

/** This machine only: other machines cannot connect. */
export const HOST = THIS_MACHINE.local;
const POLL_MS = 25;

/**
 * Returns the emulators' ports of firebase.json.
 * @param host where the emulators' ports must be free; mail is caught only on this machine
 * @throws StackError if firebase.json lacks a port, or a port is taken
 */
export async function configuredPorts(host: string = HOST): Promise<Ports> {
  const emulators = emulatorPorts();
  for (const [name, port] of Object.entries(emulators)) {
    await refuseTaken(port, host, `emulators.${name}.port in firebase.json`, name, emulators);
  }
  for (const [name, port] of Object.entries(MAIL_PORTS)) {
    await refuseTaken(port, HOST, undefined, `${name} of caught mail`, emulators);
  }
  return { ...emulators, ...MAIL_PORTS };
}

function emulatorPorts(): Readonly<Record<EmulatorName, number>> {
  const { emulators } = JSON.parse(readFileSync(fromRoot("firebase.json"), "utf8")) as {
    emulators: Record<string, { port?: number } | undefined>;
  };
  const entries = EMULATORS.map((name) => {
    const port = emulators[name]?.port;
    if (port !== undefined) return [name, port] as const;
    throw new StackError(`firebase.json has no emulators.${name}.port: add it.`);
  });
  return Object.fromEntries(entries) as Record<EmulatorName, number>;
}

/**
 * @param setting where the port can be changed
 * @throws StackError if the port is taken
 */
async function refuseTaken(
  port: number,
  host: string,
  setting: string | undefined,
  name: string,
  { hosting }: Pick<Ports, "hosting">,
): Promise<void> {
  if (await isFree(port, host)) return;
  const owner = await processAt(host === EVERYWHERE ? HOST : host, hosting);
  const taken = `Port ${port} (${name}) is taken`;
  if (owner !== undefined) {
    throw new StackError(
      `${taken} by another \`npm start\`.\n${howToStop(owner)}\n` +
        "To run another one beside it, add --free-ports: npm start -- --free-ports",
    );
  }
  const change = setting === undefined ? "" : `change\n${setting}, `;
  throw new StackError(
    `${taken}. Stop the program that listens there, ${change}or add --free-ports:\nnpm start -- --free-ports`,
  );
}

export async function freePorts(): Promise<Ports> {
  const names = [...EMULATORS, ...Object.keys(MAIL_PORTS)];
  const ports = new Set<number>();
  while (ports.size < names.length) ports.add(await freePort());
  return Object.fromEntries(names.map((name, index) => [name, [...ports][index]])) as Ports;
}

/**
 * Resolves when the server listens on the port.
 * @throws StackError with the server's output if it ends before
 */
export async function untilListening(port: number, server: Running): Promise<void> {
  while (!(await isListening(port))) {
    if (server.child.exitCode !== null || server.child.signalCode !== null) {
      await server.ended;
      throw new StackError(`The server ended by itself:\n${server.output().trim()}`);
    }
    await setTimeout(POLL_MS);
  }
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
