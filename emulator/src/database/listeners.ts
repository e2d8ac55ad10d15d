/**
 * Who listens to what. Listeners of the same query at the same place share one view, so that a change is worked out
 * and put into text once however many there are.
 */

import { isFiltered, queryKey } from "../query/params";
import type { QueryParams } from "../query/params";
import { Window } from "../query/window";
import type { WindowChanges } from "../query/window";
import type { ReadDecision } from "../rules/ruleset";
import { nodeAt } from "../tree/node";
import type { Node } from "../tree/node";
import { isAtOrBelow } from "../tree/path";
import type { Path } from "../tree/path";
import { PathTree } from "../tree/path-tree";
import { actorKey } from "./actor";
import type { Actor } from "./actor";
import { Change } from "./change";
import type { KeptOrders } from "./kept-orders";
import type { ResolvedChange } from "./write";

export interface Listener {
  onChange(change: Change): void;
  /** The rules no longer allow it; nothing more will come. */
  onRevoked(): void;
}

/** A listener's view as it begins. */
export interface Listening {
  /** What the query shows now. */
  readonly node: Node;
  /** Whether only a part of the children is told. */
  readonly isFiltered: boolean;
  /** An index that `.indexOn` should hold; without it the whole node is told. */
  readonly missingIndex?: string;
  stop(): void;
}

interface Subscription {
  readonly path: Path;
  /** What was asked for: the rules judge it. */
  readonly asked: QueryParams;
  /** What is told. */
  readonly params: QueryParams;
  readonly actor: Actor;
  readonly dependsOn: readonly Path[];
}

/** Listeners of one view whom the rules judge alike. */
interface Group {
  readonly asked: QueryParams;
  readonly actor: Actor;
  dependsOn: readonly Path[];
  readonly listeners: Set<Listener>;
}

interface View {
  readonly path: Path;
  readonly params: QueryParams;
  /** Undefined where all children are told. */
  readonly window: Window | undefined;
  readonly groups: Map<string, Group>;
}

export type ReadCheck = (path: Path, params: QueryParams, actor: Actor) => ReadDecision;

export class Listeners {
  /** By path, then by query. */
  private readonly views = new PathTree<Map<string, View>>();

  constructor(private readonly orders: KeptOrders) {}

  add(subscription: Subscription, listener: Listener, node: Node): Listening {
    const { path, asked, params, actor, dependsOn } = subscription;
    const view = this.viewOf(path, params, node);
    const key = actorKey(actor) + queryKey(asked);
    let group = view.groups.get(key);
    if (group === undefined) {
      group = { asked, actor, dependsOn, listeners: new Set() };
      view.groups.set(key, group);
    }
    const { listeners } = group;
    listeners.add(listener);
    return {
      node: view.window === undefined ? node : view.window.node,
      isFiltered: view.window !== undefined,
      stop: () => {
        listeners.delete(listener);
        if (listeners.size === 0 && view.groups.get(key)?.listeners === listeners) {
          view.groups.delete(key);
          this.dropIfEmpty(view);
        }
      },
    };
  }

  private viewOf(path: Path, params: QueryParams, node: Node): View {
    let views = this.views.get(path);
    if (views === undefined) {
      views = new Map();
      this.views.set(path, views);
    }
    const key = queryKey(params);
    let view = views.get(key);
    if (view === undefined) {
      const window = isFiltered(params)
        ? new Window(params, node, this.orders.at(path, params.index, node, true))
        : undefined;
      view = { path, params, window, groups: new Map() };
      views.set(key, view);
    }
    return view;
  }

  private dropIfEmpty(view: View): void {
    if (view.groups.size > 0) return;
    const views = this.views.get(view.path);
    views?.delete(queryKey(view.params));
    if (views?.size === 0) this.views.delete(view.path);
  }

  /**
   * Asks the rules again for the listeners whose right may have changed, and cuts off those that lost it.
   * @param changes what was written; undefined when the rules themselves are new
   */
  recheck(check: ReadCheck, changes?: readonly ResolvedChange[]): void {
    for (const views of [...this.views.values()]) {
      for (const view of [...views.values()]) {
        for (const [key, group] of [...view.groups]) {
          if (group.actor.isAdmin || !isTouched(group.dependsOn, changes)) continue;
          const decision = check(view.path, group.asked, group.actor);
          group.dependsOn = decision.dependsOn;
          if (decision.isAllowed) continue;
          view.groups.delete(key);
          for (const listener of group.listeners) listener.onRevoked();
        }
        this.dropIfEmpty(view);
      }
    }
  }

  /** Tells every listener what a write changed of what it sees, in one message each. */
  notify(before: Node, after: Node, changes: readonly ResolvedChange[]): void {
    const affected = new Map<View, Path[]>();
    for (const { path } of changes) {
      const touched = [...this.views.atOrAbove(path), ...this.views.below(path)];
      for (const view of touched.flatMap((views) => [...views.values()])) {
        const paths = affected.get(view);
        if (paths === undefined) affected.set(view, [path]);
        else paths.push(path);
      }
    }
    for (const [view, paths] of affected) {
      const change = this.changeOf(view, before, after, paths);
      if (change === undefined) continue;
      for (const group of view.groups.values()) {
        for (const listener of group.listeners) listener.onChange(change);
      }
    }
  }

  private changeOf(
    view: View,
    before: Node,
    after: Node,
    paths: readonly Path[],
  ): Change | undefined {
    const isWhole = paths.some((path) => path.length <= view.path.length);
    const node = nodeAt(after, view.path);
    if (view.window === undefined) {
      if (!isWhole) return Change.ofPaths(view.path, paths, after);
      return Change.ofWhole(view.path, nodeAt(before, view.path), node);
    }
    const keys = isWhole ? undefined : new Set(paths.map((path) => path[view.path.length] ?? ""));
    const wasShown = keys?.size === 1 && view.window.has([...keys][0] ?? "");
    const changed = view.window.update(node, keys, () =>
      this.orders.at(view.path, view.params.index, node, true),
    );
    if (changed.size === 0) return undefined;
    if (isWhole) return Change.ofWhole(view.path, undefined, view.window.node);
    const isInside = wasShown && isSameChild(changed, keys) && paths.length === 1;
    // A child that stays in the window is told as deep as it was written; one that enters it is told whole.
    return isInside
      ? Change.ofPaths(view.path, paths, after)
      : Change.ofChildren(view.path, changed);
  }
}

function isTouched(
  dependsOn: readonly Path[],
  changes: readonly ResolvedChange[] | undefined,
): boolean {
  if (changes === undefined) return true;
  return dependsOn.some((place) =>
    changes.some(({ path }) => isAtOrBelow(path, place) || isAtOrBelow(place, path)),
  );
}

function isSameChild(changed: WindowChanges, keys: ReadonlySet<string>): boolean {
  const [first] = changed;
  return changed.size === 1 && first !== undefined && keys.has(first[0]) && first[1] !== null;
}
