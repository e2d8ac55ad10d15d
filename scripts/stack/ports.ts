/** The ports of the emulators: those of firebase.json for `npm start`, free ones for the tests. */

import { readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { howToStop, processAt } from "./neighbour.ts";
import { EVERYWHERE, THIS_MACHINE } from "./network.ts";
import { fromRoot } from "./project.ts";
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
export type Ports = Readonly<Record<EmulatorName, number>>;

/** This machine, as nobody else reaches it. */
export const HOST = THIS_MACHINE.local;

/**
 * @param host where they are to be free
 * @throws StackError when firebase.json lacks a port or one of them is taken
 */
export async function configuredPorts(host: string = HOST): Promise<Ports> {
  const { emulators } = JSON.parse(readFileSync(fromRoot("firebase.json"), "utf8")) as {
    emulators: Record<string, { port?: number } | undefined>;
  };
  const portOf = (name: EmulatorName): number => {
    const port = emulators[name]?.port;
    if (port !== undefined) return port;
    throw new StackError(`firebase.json names no emulators.${name}.port: add one.`);
  };
  const ports = EMULATORS.map((name) => [name, portOf(name)] as const);
  const areFree = await Promise.all(ports.map(([, port]) => isFree(port, host)));
  const taken = ports.find((_, index) => areFree[index] === false);
  if (taken !== undefined) {
    const owner = await processAt(host === EVERYWHERE ? HOST : host, portOf("hosting"));
    throw new StackError(takenText(...taken, owner));
  }
  return Object.fromEntries(ports) as Ports;
}

/** @param owner the `npm start` that has the port, where it is one */
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
  const servers = EMULATORS.map(() => createServer());
  await Promise.all(
    servers.map((server) => new Promise<void>((resolve) => server.listen(0, HOST, resolve))),
  );
  const numbers = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return Object.fromEntries(EMULATORS.map((name, place) => [name, numbers[place]])) as Ports;
}

/** @param host where it is to be free; everywhere, unless given */
export function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Resolves once something listens on the port. */
export async function untilListening(port: number): Promise<void> {
  while (!(await isListening(port))) await setTimeout(POLL_MS);
}

const POLL_MS = 25;

/** Whether something takes connections there. */
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
