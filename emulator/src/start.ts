/** Assembles an emulator: storage, rules, triggers, REST and sockets. */

import { setFlagsFromString } from "node:v8";
import { exportTo, importFrom } from "./persistence/export";
import { readRulesFile, type RulesFile, watchRulesFile } from "./persistence/rules-file";
import { StorageError } from "./persistence/storage-error";
import { Store } from "./persistence/store";
import type { DatabaseOptions } from "./database";
import { Namespaces } from "./namespaces";
import { warnOfOpenClients } from "./open-clients";
import { RestHandler } from "./rest/handler";
import { compileRules, formatProblem, OPEN_RULES, type Ruleset } from "./rules/ruleset";
import { type RunningServer, startServer } from "./server";
import { SingleProject } from "./single-project";
import type { Node } from "./tree/node";
import { createPushIds } from "./tree/push-id";
import { isSeed, isShare, SEED, SHARE } from "./triggers/disorder";
import { Triggers } from "./triggers/triggers";

export interface EmulatorOptions {
  /** Where to listen; 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** 9000 by default; 0 takes any free port. */
  readonly port?: number | undefined;
  /**
   * The namespace for clients that do not name one. The rules file then applies only to it, else to every namespace.
   */
  readonly namespace?: string | undefined;
  /** A rules file, loaded again whenever it changes. Without a rules file everything is allowed. */
  readonly rulesFile?: string | undefined;
  /** A folder that keeps the data from run to run. Without a folder the data is lost when the emulator stops. */
  readonly dataFolder?: string | undefined;
  /** A folder written by `firebase emulators:export`; its namespaces replace those of the same name. */
  readonly importFolder?: string | undefined;
  /** A folder to export to when the emulator stops. */
  readonly exportFolder?: string | undefined;
  /** Tells clients on sockets which rule refused a write; their SDKs print it. Off by default. */
  readonly explainDenials?: boolean | undefined;
  /**
   * Time between two pings to a client on a socket, in milliseconds. A client that sends nothing in between is
   * disconnected. 30 s by default.
   */
  readonly pingIntervalMs?: number | undefined;
  /**
   * Address of the functions emulator of `firebase emulators:start`, which runs the functions that writes trigger.
   * firebase-tools registers the functions over REST. Without this option the emulator rejects them.
   */
  readonly functionsEmulator?: { readonly host: string; readonly port: number } | undefined;
  /**
   * Sends each function its events out of order, as the hosted service may. The same seed, a whole number from 0 to
   * 4294967295, gives the same order. Without this option the events have the order of the writes.
   */
  readonly shuffleSeed?: number | undefined;
  /**
   * The share of the events that are sent twice, with the same id, as the hosted service may: from 0 to 1. 0 by
   * default. The same events are repeated in each run; `shuffleSeed` decides which.
   */
  readonly repeatedShare?: number | undefined;
  /**
   * Omits the writer from events of the 2nd generation, as the hosted service does: functions see the `authType`
   * `unknown` and no `authId`. Off by default.
   */
  readonly isAuthTypeUnknown?: boolean | undefined;
  /** Logs namespaces that are used without rules while other namespaces have rules. Off by default. */
  readonly isSingleProject?: boolean | undefined;
  /** Logs that clients are still connected when no request has come for a while. Off by default. */
  readonly isTestRun?: boolean | undefined;
  /**
   * Called with a line for the developer: rules were loaded again or rejected, the disk refused a write, a function
   * failed.
   */
  readonly log?: (line: string) => void;
  /** Server time in Unix milliseconds; the machine's clock by default. */
  readonly now?: () => number;
}

export interface Emulator {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Closes every connection, exports if asked to, and releases the data folder. */
  stop(): Promise<void>;
}

/** The emulator cannot start, or cannot export when it stops. The message says what to do. */
export class EmulatorError extends Error {
  override readonly name = "EmulatorError";
}

/** @throws EmulatorError if an option is not valid, or a file, a folder or the port cannot be used */
export async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", port = 9000, rulesFile, importFolder, dataFolder } = options;
  checkEvents(options);
  let store: Store | undefined;
  try {
    const rules = rulesFile === undefined ? OPEN_RULES : loadRules(rulesFile);
    const imported =
      importFolder === undefined ? new Map<string, Node>() : importFrom(importFolder);
    store = dataFolder === undefined ? undefined : Store.open(dataFolder);
    for (const note of store?.notes ?? []) options.log?.(note);
    const triggers = createTriggers(options);
    const namespaces = createNamespaces(options, rules, imported, store, triggers);
    const { isSingleProject = false, isTestRun = false, log = () => undefined } = options;
    const functionsDatabaseUrl = process.env["DATABASE_URL"];
    const singleProjectOptions = {
      namespaces,
      triggers,
      functionsDatabaseUrl,
      isSingleProject,
      log,
    };
    const singleProject = new SingleProject(singleProjectOptions);
    const server = await listen(options, namespaces, triggers, singleProject, host, port);
    const watch = watchRules(options, namespaces);
    singleProject.start();
    const openClients = isTestRun ? warnOfOpenClients(server.traffic, log) : undefined;
    return {
      host,
      port: server.port,
      url: `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`,
      stop: async () => {
        watch?.close();
        singleProject.close();
        openClients?.close();
        await server.close();
        triggers?.close();
        store?.close();
        if (options.exportFolder !== undefined) exportAll(options.exportFolder, namespaces);
      },
    };
  } catch (error) {
    store?.close();
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  return error instanceof StorageError ? new EmulatorError(error.message, { cause: error }) : error;
}

function loadRules(file: string): Ruleset {
  // Compiling rules runs once. Optimizing that code takes more memory than the rules. 61440 is V8's default.
  setFlagsFromString("--max-optimized-bytecode-size=0");
  try {
    const rules = compile(file, readRulesFile(file));
    if (rules.ok) return rules.ruleset;
    throw new EmulatorError(rules.problem);
  } finally {
    setFlagsFromString("--max-optimized-bytecode-size=61440");
  }
}

function compile(
  file: string,
  read: RulesFile,
): { ok: true; ruleset: Ruleset } | { ok: false; problem: string } {
  if (!read.ok) return read;
  const compiled = compileRules(read.text);
  if (compiled.ok) return compiled;
  const lines = compiled.problems.map((problem) => `${file}:${formatProblem(problem)}`);
  return { ok: false, problem: lines.join("\n") };
}

function createTriggers(options: EmulatorOptions): Triggers | undefined {
  const { functionsEmulator, shuffleSeed, repeatedShare, isAuthTypeUnknown, log } = options;
  if (functionsEmulator === undefined) {
    const isDefault = shuffleSeed === undefined && !repeatedShare && !isAuthTypeUnknown;
    if (!isDefault) log?.("Options for events have no effect without a functions emulator.");
    return undefined;
  }
  return new Triggers({
    functionsEmulator,
    createEventId: () => crypto.randomUUID(),
    log: (line) => log?.(line),
    shuffleSeed,
    repeatedShare,
    isAuthTypeUnknown,
  });
}

/** @throws EmulatorError if a number is not valid */
function checkEvents({ shuffleSeed, repeatedShare }: EmulatorOptions): void {
  if (shuffleSeed !== undefined && !isSeed(shuffleSeed)) {
    throw new EmulatorError(`shuffleSeed must be ${SEED}.`);
  }
  if (repeatedShare !== undefined && !isShare(repeatedShare)) {
    throw new EmulatorError(`repeatedShare must be ${SHARE}.`);
  }
}

/** Creates the namespaces. Opens those with data at once. */
function createNamespaces(
  { namespace, now = Date.now, log }: EmulatorOptions,
  rules: Ruleset,
  imported: ReadonlyMap<string, Node>,
  store: Store | undefined,
  triggers: Triggers | undefined,
): Namespaces {
  const optionsFor = (name: string): DatabaseOptions => {
    const root = imported.get(name) ?? store?.load(name) ?? null;
    if (imported.has(name)) store?.journalOf(name).compact(root);
    const ruleset = namespace === undefined || name === namespace ? rules : OPEN_RULES;
    const onApplied: DatabaseOptions["onApplied"] =
      triggers && ((write) => triggers.onApplied(name, write));
    if (store === undefined) return { now, root, ruleset, onApplied };
    const journal: DatabaseOptions["journal"] = (changes, before, imported) => {
      try {
        const file = store.journalOf(name);
        // An import may be too long for a line.
        if (imported !== undefined) return void file.compact(imported);
        if (file.hasOutgrownSnapshot) file.compact(before);
        file.append(changes);
      } catch (error) {
        if (error instanceof StorageError) log?.(`A write was refused: ${error.message}`);
        throw error;
      }
    };
    return { now, root, ruleset, journal, onApplied };
  };
  const namespaces = new Namespaces(optionsFor, namespace);
  for (const name of [...(store?.namespaces ?? []), ...imported.keys()]) namespaces.get(name);
  return namespaces;
}

async function listen(
  { now = Date.now, explainDenials = false, pingIntervalMs, log }: EmulatorOptions,
  namespaces: Namespaces,
  triggers: Triggers | undefined,
  singleProject: SingleProject,
  host: string,
  port: number,
): Promise<RunningServer> {
  const createPushId = createPushIds(Math.random);
  const rest = new RestHandler({ namespaces, now, createPushId, triggers, singleProject });
  const onFault = (error: unknown): void => {
    // The journal has logged this error already.
    if (!(error instanceof StorageError)) log?.(`A client was disconnected: ${String(error)}`);
  };
  const clients = { namespaces, rest, isExplaining: explainDenials, onFault };
  try {
    return await startServer({ host, port, pingIntervalMs, ...clients });
  } catch (error) {
    throw new EmulatorError(listenProblem(error, host, port), { cause: error });
  }
}

function listenProblem(error: unknown, host: string, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken (address already in use). Stop what listens there, or choose another with --port.`;
    case "EACCES":
      return `This user has no permission for port ${port} on ${host}. Choose a port above 1023 with --port.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}. Choose another with --host.`;
    default:
      return `Cannot listen on ${host}:${port}: ${message}`;
  }
}

/** Loads the rules file again when it changes. If the file has errors, the current rules stay. */
function watchRules(
  { rulesFile, namespace, log }: EmulatorOptions,
  namespaces: Namespaces,
): { close(): void } | undefined {
  if (rulesFile === undefined) return undefined;
  return watchRulesFile(rulesFile, (read) => {
    const rules = compile(rulesFile, read);
    if (!rules.ok) {
      log?.(`${rules.problem}\nThe previous rules stay in force.`);
      return;
    }
    const names = namespace === undefined ? namespaces.names : [namespace];
    for (const name of names) namespaces.get(name).setRuleset(rules.ruleset);
    log?.(`${rulesFile} changed: the new rules are in force.`);
  });
}

function exportAll(folder: string, namespaces: Namespaces): void {
  const roots = new Map(namespaces.names.map((name) => [name, namespaces.get(name).snapshot]));
  try {
    exportTo(folder, roots);
  } catch (error) {
    throw explained(error);
  }
}
