/**
 * The listeners of a database:
 * - adds and removes listeners; listeners to the same path and query share one view,
 * - groups the listeners of a view by actor, and checks the rules once for each group,
 * - sends each group what a write changed in its view,
 * - ends groups that lost their read access.
 */

import { queryKey, type QueryParams } from "../query/params";
import type { ReadDecision } from "../rules/ruleset";
import { getOrInsert } from "../tree/get-or-insert";
import type { Node } from "../tree/node";
import type { Path } from "../tree/path";
import { PathTree } from "../tree/path-tree";
import { type Actor, actorKey } from "./actor";
import type { Change } from "./change";
import type { KeptOrders } from "./kept-orders";
import { View } from "./view";
import type { ResolvedChange } from "./write";

export interface Listener {
  onChange(change: Change): void;
  /** Called when the rules no longer allow the listener. This is the last call. */
  onRevoked(): void;
}

export interface Listening {
  readonly node: Node;
  readonly isFiltered: boolean;
  readonly missingIndex?: string;
  stop(): void;
}

interface Subscription {
  readonly path: Path;
  /** The query that the client sent. The rules decide by this query, not by `params`. */
  readonly requested: QueryParams;
  readonly params: QueryParams;
  readonly actor: Actor;
  readonly dependsOn: readonly Path[];
}

interface Group {
  readonly shared: SharedView;
  readonly key: string;
  readonly requested: QueryParams;
  readonly actor: Actor;
  dependsOn: readonly Path[];
  readonly listeners: Set<Listener>;
}

interface SharedView {
  readonly view: View;
  readonly groups: Map<string, Group>;
}

export type ReadCheck = (path: Path, params: QueryParams, actor: Actor) => ReadDecision;

export class Listeners {
  private readonly views = new PathTree<Map<string, SharedView>>();
  private readonly dependents = new PathTree<Set<Group>>();

  constructor(private readonly orders: KeptOrders) {}

  add(subscription: Subscription, listener: Listener, root: Node): Listening {
    const group = this.groupOf(subscription, this.sharedViewOf(subscription, root));
    const { view } = group.shared;
    this.depend(group, subscription.dependsOn);
    group.listeners.add(listener);
    return {
      node: view.nodeIn(root),
      isFiltered: view.isFiltered,
      stop: () => {
        if (group.listeners.delete(listener) && group.listeners.size === 0) this.drop(group);
      },
    };
  }

  private sharedViewOf({ path, params }: Subscription, root: Node): SharedView {
    const byQuery = getOrInsert(this.views, path, () => new Map<string, SharedView>());
    return getOrInsert(byQuery, queryKey(params), () => {
      const orderOf = (node: Node) => this.orders.at(path, params.index, node, true);
      return { view: new View(path, params, root, orderOf), groups: new Map<string, Group>() };
    });
  }

  private groupOf({ requested, actor }: Subscription, shared: SharedView): Group {
    const key = actorKey(actor) + queryKey(requested);
    return getOrInsert(shared.groups, key, (): Group => {
      return { shared, key, requested, actor, dependsOn: [], listeners: new Set() };
    });
  }

  private depend(group: Group, dependsOn: readonly Path[]): void {
    for (const path of group.dependsOn) {
      const groups = this.dependents.get(path);
      groups?.delete(group);
      if (groups?.size === 0) this.dependents.delete(path);
    }
    group.dependsOn = dependsOn;
    for (const path of dependsOn) {
      getOrInsert(this.dependents, path, () => new Set<Group>()).add(group);
    }
  }

  private drop(group: Group): void {
    this.depend(group, []);
    const { view, groups } = group.shared;
    groups.delete(group.key);
    if (groups.size > 0) return;
    const byQuery = this.views.get(view.path);
    byQuery?.delete(queryKey(view.params));
    if (byQuery?.size === 0) this.views.delete(view.path);
  }

  /**
   * Checks the rules again for the listeners that depend on `changes`, or for all listeners. Ends those that are no
   * longer allowed.
   */
  recheck(check: ReadCheck, changes?: readonly ResolvedChange[]): void {
    for (const group of changes === undefined ? this.allGroups() : this.dependentOn(changes)) {
      if (group.actor.isAdmin) continue;
      const decision = check(group.shared.view.path, group.requested, group.actor);
      if (decision.isAllowed) {
        this.depend(group, decision.dependsOn);
        continue;
      }
      const listeners = [...group.listeners];
      group.listeners.clear();
      this.drop(group);
      for (const listener of listeners) listener.onRevoked();
    }
  }

  private allGroups(): ReadonlySet<Group> {
    const shared = [...this.views.values()].flatMap((byQuery) => [...byQuery.values()]);
    return new Set(shared.flatMap(({ groups }) => [...groups.values()]));
  }

  private dependentOn(changes: readonly ResolvedChange[]): ReadonlySet<Group> {
    const dependents = new Set<Group>();
    if (this.dependents.isEmpty) return dependents;
    for (const { path } of changes) {
      for (const groups of this.dependents.touchedBy(path)) {
        for (const group of groups) dependents.add(group);
      }
    }
    return dependents;
  }

  /**
   * Sends each listener the changes of a write in its view, in one message. A merge at `mergedAt` is sent as a merge.
   */
  notify(
    before: Node,
    after: Node,
    changes: readonly ResolvedChange[],
    mergedAt: Path | undefined,
  ): void {
    if (this.views.isEmpty) return;
    const affected = new Map<SharedView, Path[]>();
    for (const { path } of changes) {
      for (const byQuery of this.views.touchedBy(path)) {
        for (const shared of byQuery.values()) {
          getOrInsert(affected, shared, (): Path[] => []).push(path);
        }
      }
    }
    for (const [{ view, groups }, paths] of affected) {
      const change = view.follow(before, after, paths, mergedAt);
      if (change === undefined) continue;
      for (const { listeners } of groups.values()) {
        for (const listener of listeners) listener.onChange(change);
      }
    }
  }
}
