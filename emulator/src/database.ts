/**
 * One namespace. A commit runs these steps before it returns: check the rules, append to the journal, apply the write,
 * notify listeners.
 */

import type { Actor } from "./database/actor";
import {
  type AppliedWrite,
  type Import,
  type ResolvedChange,
  resolveWrite,
  type Write,
} from "./database/write";
import { KeptOrders } from "./database/kept-orders";
import { type Listener, Listeners, type Listening } from "./database/listeners";
import { ALL, isFiltered, type QueryParams } from "./query/params";
import { indexName } from "./query/sort-index";
import { nodeFromShown, selectChildren } from "./query/window";
import type { Ruleset } from "./rules/ruleset";
import { isEqual, type Node, nodeAt } from "./tree/node";
import type { Path } from "./tree/path";
import type { UpdateNode } from "./tree/update-node";

export interface DatabaseOptions {
  /** Server time in Unix milliseconds. */
  readonly now: () => number;
  readonly ruleset: Ruleset;
  readonly root?: Node;
  /**
   * Called with the changes of a write and the tree before it, and for an import with the tree after it. The write is
   * applied afterwards, unless this throws.
   */
  readonly journal?:
    ((changes: readonly ResolvedChange[], before: Node, imported?: Node) => void) | undefined;
  /** Called with each write that changed something, unless the write disables triggers. */
  readonly onApplied?: ((write: AppliedWrite) => void) | undefined;
}

export type ReadResult =
  | { readonly status: "ok"; readonly node: Node; readonly missingIndex?: string }
  | { readonly status: "denied" };

type Refusal =
  /** The path does not hold the value that the write expected. */
  | { readonly status: "stale"; readonly current: Node }
  | { readonly status: "denied"; readonly reason?: string }
  | { readonly status: "invalid"; readonly message: string };

export type CommitResult = { readonly status: "ok" } | Refusal;

interface Granted {
  readonly status: "granted";
  readonly update: UpdateNode;
  readonly changes: readonly UpdateNode[];
  readonly now: number;
}

export interface CommitOptions {
  readonly actor: Actor;
  /** Whether the write does not call functions. */
  readonly disableTriggers?: boolean | undefined;
  readonly expects?: (current: Node) => boolean;
}

export class Database {
  private root: Node;
  private rules: Ruleset;
  private readonly orders = new KeptOrders();
  private readonly listeners: Listeners;

  constructor(private readonly options: DatabaseOptions) {
    this.root = options.root ?? null;
    this.rules = options.ruleset;
    this.listeners = new Listeners(this.orders);
  }

  get snapshot(): Node {
    return this.root;
  }

  get ruleset(): Ruleset {
    return this.rules;
  }

  get now(): number {
    return this.options.now();
  }

  /** Replaces the rules. Ends listeners that the new rules do not allow. */
  setRuleset(ruleset: Ruleset): void {
    this.rules = ruleset;
    this.orders.clear();
    this.listeners.recheck(this.readCheck());
  }

  /** Returns the result of the query `params` at `path`. `missingIndex` names the index that `.indexOn` lacks. */
  read(path: Path, params: QueryParams, actor: Actor): ReadResult {
    if (!this.readCheck()(path, params, actor).isAllowed) return { status: "denied" };
    const node = nodeAt(this.root, path);
    const missingIndex = this.missingIndex(path, params);
    if (!isFiltered(params)) return { status: "ok", node, ...(missingIndex && { missingIndex }) };
    const order = this.orders.at(path, params.index, node, missingIndex === undefined);
    const shown = nodeFromShown(selectChildren(node, params, order));
    return { status: "ok", node: shown, ...(missingIndex && { missingIndex }) };
  }

  commit(write: Write | Import, options: CommitOptions): CommitResult {
    const authorized = this.authorize(write, options);
    if (authorized.status !== "granted") return authorized;
    this.apply(authorized, options, write);
    return { status: "ok" };
  }

  /** Returns what `commit` would return now, without writing. */
  check(write: Write, options: CommitOptions): CommitResult {
    const authorized = this.authorize(write, options);
    return authorized.status === "granted" ? { status: "ok" } : authorized;
  }

  private authorize(write: Write | Import, { actor, expects }: CommitOptions): Refusal | Granted {
    const { root, now } = this;
    const resolved = resolveWrite(write, root, now);
    if (!resolved.ok) return { status: "invalid", message: resolved.problem };
    const { update, changes } = resolved;
    const current = nodeAt(root, write.path);
    const isStale = expects?.(current) === false;
    // Rules such as "one more than before" refuse stale data. A client with read access should retry instead.
    if (isStale && this.readCheck()(write.path, ALL, actor).isAllowed) {
      return { status: "stale", current };
    }
    const decision = actor.isAdmin
      ? { isAllowed: true }
      : this.rules.canWrite({ update, auth: actor.auth, now });
    if (!decision.isAllowed) {
      return { status: "denied", ...(decision.reason && { reason: decision.reason }) };
    }
    return isStale ? { status: "stale", current } : { status: "granted", update, changes, now };
  }

  listen(
    path: Path,
    params: QueryParams,
    actor: Actor,
    listener: Listener,
  ): { readonly status: "ok"; readonly listening: Listening } | { readonly status: "denied" } {
    const decision = this.readCheck()(path, params, actor);
    if (!decision.isAllowed) return { status: "denied" };
    const missingIndex = this.missingIndex(path, params);
    // Without its index, a query is not tracked child by child: the listener receives all children and filters them.
    const followed = missingIndex === undefined ? params : ALL;
    const listening = this.listeners.add(
      { path, requested: params, params: followed, actor, dependsOn: decision.dependsOn },
      listener,
      this.root,
    );
    return { status: "ok", listening: missingIndex ? { ...listening, missingIndex } : listening };
  }

  private apply(
    { update, changes: written, now }: Granted,
    { actor, disableTriggers = false }: CommitOptions,
    { kind, path }: Write | Import,
  ): void {
    const { before, node: after } = update;
    const changes = written.filter((change) => !isEqual(change.before, nodeAfter(change, after)));
    if (changes.length === 0) return;
    this.options.journal?.(changes, before, kind === "import" ? after : undefined);
    this.root = after;
    if (!disableTriggers) this.options.onApplied?.({ before, after, changes, actor, now });
    this.orders.follow(before, after, changes);
    this.listeners.recheck(this.readCheck(), changes);
    this.listeners.notify(before, after, changes, kind === "merge" ? path : undefined);
  }

  private readCheck() {
    return (path: Path, params: QueryParams, actor: Actor) =>
      actor.isAdmin
        ? { isAllowed: true, dependsOn: [] }
        : this.rules.canRead({ path, params, auth: actor.auth, root: this.root, now: this.now });
  }

  private missingIndex(path: Path, { index }: QueryParams): string | undefined {
    const name = indexName(index);
    return name === undefined || this.rules.indexesAt(path).includes(name) ? undefined : name;
  }
}

/** Returns the node that a change leaves at its path. A priority set on an empty path leaves null. */
function nodeAfter(change: UpdateNode, after: Node): Node {
  return change.isPriority ? nodeAt(after, change.path) : change.node;
}
