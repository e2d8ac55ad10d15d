/** Puts an emulator together: storage, rules, REST and sockets. */

import { exportTo, importFrom } from "./persistence/export";
import { readRulesFile, type RulesFile, watchRulesFile } from "./persistence/rules-file";
import { StorageError } from "./persistence/storage-error";
import { Store } from "./persistence/store";
import { Namespaces } from "./namespaces";
import { createRestHandler } from "./rest/handler";
import { compileRules, formatProblem, OPEN_RULES, type Ruleset } from "./rules/ruleset";
import { type RunningServer, startServer } from "./server";
import type { Node } from "./tree/node";
import { createPushIds } from "./tree/push-id";

export interface EmulatorOptions {
  /** Where to listen; 127.0.0.1 by default. */
  readonly host?: string;
  /** 9000 by default; 0 takes any free port. */
  readonly port?: number;
  /** The namespace of clients that name none. The rules file is for it alone; without it, for every namespace. */
  readonly namespace?: string;
  /** A rules file, loaded again whenever it changes. Without one everything is allowed. */
  readonly rulesFile?: string;
  /** A folder that keeps the data from run to run. Without one it is gone when the emulator stops. */
  readonly dataFolder?: string;
  /** A folder written by `firebase emulators:export`; its namespaces replace those of the same name. */
  readonly importFolder?: string;
  /** A folder to export to when the emulator stops. */
  readonly exportFolder?: string;
  /** Tells clients on sockets which rule refused a write; their SDKs print it. Off by default. */
  readonly explainDenials?: boolean;
  /** Called with what a developer should know, a line at a time: rules loaded again or refused, writes that the disk refused. */
  readonly log?: (line: string) => void;
  /** Server time in Unix milliseconds; the machine's clock by default. */
  readonly now?: () => number;
}

export interface Emulator {
  readonly host: string;
  readonly port: number;
  /** For browsers and REST clients. */
  readonly url: string;
  /** Closes every connection, exports if asked to, and lets go of the data folder. */
  stop(): Promise<void>;
}

/** What keeps an emulator from starting, or from exporting when it stops, in words that say what to do. */
export class EmulatorError extends Error {
  override readonly name = "EmulatorError";
}

/** @throws EmulatorError where a file, a folder or the port is in the way */
export async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = "127.0.0.1", port = 9000, log = () => undefined } = options;
  const { rulesFile, importFolder, dataFolder } = options;
  let store: Store | undefined;
  try {
    const rules = rulesFile === undefined ? OPEN_RULES : loadRules(rulesFile);
    const imported =
      importFolder === undefined ? new Map<string, Node>() : importFrom(importFolder);
    store = dataFolder === undefined ? undefined : Store.open(dataFolder);
    for (const note of store?.notes ?? []) log(note);
    const namespaces = createNamespaces(options, rules, imported, store, log);
    const server = await listen(options, namespaces, host, port, log);
    const watch = watchRules(options, namespaces, log);
    return {
      host,
      port: server.port,
      url: `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`,
      stop: async () => {
        watch?.close();
        await server.close();
        finish(options, namespaces, store);
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
  const rules = compile(file, readRulesFile(file));
  if (rules.ok) return rules.ruleset;
  throw new EmulatorError(rules.problem);
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

/** The namespaces, those with data opened at once. */
function createNamespaces(
  { namespace, now = Date.now }: EmulatorOptions,
  rules: Ruleset,
  imported: ReadonlyMap<string, Node>,
  store: Store | undefined,
  log: (line: string) => void,
): Namespaces {
  const namespaces = new Namespaces((name) => {
    const root = imported.get(name) ?? store?.load(name) ?? null;
    const isImported = imported.has(name);
    if (isImported) store?.journalOf(name).compact(root);
    return {
      now,
      root,
      ruleset: namespace === undefined || name === namespace ? rules : OPEN_RULES,
      ...(store !== undefined && {
        journal: (changes, before) => {
          try {
            const journal = store.journalOf(name);
            if (journal.hasOutgrownSnapshot) journal.compact(before);
            journal.append(changes);
          } catch (error) {
            if (error instanceof StorageError) log(`A write was refused: ${error.message}`);
            throw error;
          }
        },
      }),
    };
  });
  for (const name of [...(store?.namespaces ?? []), ...imported.keys()]) namespaces.get(name);
  return namespaces;
}

async function listen(
  { namespace, now = Date.now, explainDenials: isExplaining = false }: EmulatorOptions,
  namespaces: Namespaces,
  host: string,
  port: number,
  log: (line: string) => void,
): Promise<RunningServer> {
  const defaults = { ...(namespace !== undefined && { defaultNamespace: namespace }) };
  const createPushId = createPushIds(Math.random);
  const rest = createRestHandler({ namespaces, now, createPushId, ...defaults });
  const onFault = (error: unknown): void => {
    // What the disk refused is logged where it was tried.
    if (!(error instanceof StorageError)) log(`A client was disconnected: ${String(error)}`);
  };
  try {
    return await startServer({ host, port, namespaces, rest, isExplaining, onFault, ...defaults });
  } catch (error) {
    throw new EmulatorError(listenProblem(error, host, port), { cause: error });
  }
}

function listenProblem(error: unknown, host: string, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken. Stop what listens there, or choose another with --port.`;
    case "EACCES":
      return `Port ${port} on ${host} needs rights that this user lacks. Choose one above 1023 with --port.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}. Choose another with --host.`;
    default:
      return `Cannot listen on ${host}:${port}: ${message}`;
  }
}

/** Loads the rules file again when it changes; one with a mistake leaves the rules that are in force. */
function watchRules(
  { rulesFile, namespace }: EmulatorOptions,
  namespaces: Namespaces,
  log: (line: string) => void,
): { close(): void } | undefined {
  if (rulesFile === undefined) return undefined;
  return watchRulesFile(rulesFile, (read) => {
    const rules = compile(rulesFile, read);
    if (!rules.ok) {
      log(`${rules.problem}\nThe rules that were in force stay.`);
      return;
    }
    const names = namespace === undefined ? namespaces.names : [namespace];
    for (const name of names) namespaces.get(name).setRuleset(rules.ruleset);
    log(`${rulesFile} changed: the new rules are in force.`);
  });
}

/** @throws EmulatorError when the export fails; the data folder is let go all the same */
function finish(
  { exportFolder }: EmulatorOptions,
  namespaces: Namespaces,
  store: Store | undefined,
): void {
  store?.close();
  if (exportFolder === undefined) return;
  const roots = new Map(namespaces.names.map((name) => [name, namespaces.get(name).snapshot]));
  try {
    exportTo(exportFolder, roots);
  } catch (error) {
    throw explained(error);
  }
}
