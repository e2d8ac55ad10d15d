/**
 * Who listens to what. Listeners of the same query at the same place share a view; those among them whom the rules
 * judge alike form a group, found again by the places that the judgement looked at. A write costs by what it touches,
 * not by how many listen.
 */

import { queryKey, type QueryParams } from "../query/params";
import type { ReadDecision } from "../rules/ruleset";
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
  readonly place: Place;
  readonly key: string;
  readonly asked: QueryParams;
  readonly actor: Actor;
  dependsOn: readonly Path[];
  readonly listeners: Set<Listener>;
}

interface Place {
  readonly view: View;
  readonly groups: Map<string, Group>;
}

export type ReadCheck = (path: Path, params: QueryParams, actor: Actor) => ReadDecision;

export class Listeners {
  /** By path, then by query. */
  private readonly places = new PathTree<Map<string, Place>>();
  /** By what the rules looked at. */
  private readonly dependents = new PathTree<Set<Group>>();

  constructor(private readonly orders: KeptOrders) {}

  add(subscription: Subscription, listener: Listener, root: Node): Listening {
    const group = this.groupOf(subscription, this.placeOf(subscription, root));
    const { view } = group.place;
    this.depend(group, subscription.dependsOn);
    group.listeners.add(listener);
    return {
      node: view.nodeIn(root),
      isFiltered: view.isFiltered,
      stop: () => {
        // A group that was cut off has nobody left to stop.
        if (group.listeners.delete(listener) && group.listeners.size === 0) this.drop(group);
      },
    };
  }

  private placeOf({ path, params }: Subscription, root: Node): Place {
    let byQuery = this.places.get(path);
    if (byQuery === undefined) {
      byQuery = new Map();
      this.places.set(path, byQuery);
    }
    const key = queryKey(params);
    let place = byQuery.get(key);
    if (place === undefined) {
      const orderOf = (node: Node) => this.orders.at(path, params.index, node, true);
      place = { view: new View(path, params, root, orderOf), groups: new Map() };
      byQuery.set(key, place);
    }
    return place;
  }

  private groupOf({ asked, actor }: Subscription, place: Place): Group {
    const key = actorKey(actor) + queryKey(asked);
    let group = place.groups.get(key);
    if (group === undefined) {
      group = { place, key, asked, actor, dependsOn: [], listeners: new Set() };
      place.groups.set(key, group);
    }
    return group;
  }

  private depend(group: Group, dependsOn: readonly Path[]): void {
    for (const path of group.dependsOn) {
      const groups = this.dependents.get(path);
      groups?.delete(group);
      if (groups?.size === 0) this.dependents.delete(path);
    }
    group.dependsOn = dependsOn;
    for (const path of dependsOn) {
      const groups = this.dependents.get(path);
      if (groups === undefined) this.dependents.set(path, new Set([group]));
      else groups.add(group);
    }
  }

  private drop(group: Group): void {
    this.depend(group, []);
    const { view, groups } = group.place;
    groups.delete(group.key);
    if (groups.size > 0) return;
    const byQuery = this.places.get(view.path);
    byQuery?.delete(queryKey(view.params));
    if (byQuery?.size === 0) this.places.delete(view.path);
  }

  /**
   * Asks the rules again for the listeners whose right may have changed, and cuts off those that lost it.
   * @param changes what was written; undefined when the rules themselves are new
   */
  recheck(check: ReadCheck, changes?: readonly ResolvedChange[]): void {
    for (const group of changes === undefined ? this.allGroups() : this.dependentOn(changes)) {
      if (group.actor.isAdmin) continue;
      const decision = check(group.place.view.path, group.asked, group.actor);
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
    const places = [...this.places.values()].flatMap((byQuery) => [...byQuery.values()]);
    return new Set(places.flatMap(({ groups }) => [...groups.values()]));
  }

  private dependentOn(changes: readonly ResolvedChange[]): ReadonlySet<Group> {
    const dependents = new Set<Group>();
    for (const { path } of changes) {
      for (const groups of this.dependents.touchedBy(path)) {
        for (const group of groups) dependents.add(group);
      }
    }
    return dependents;
  }

  /**
   * Tells every listener what a write changed of what it sees, in one message each.
   * @param mergedAt the place of an update, which is told as one
   */
  notify(
    before: Node,
    after: Node,
    changes: readonly ResolvedChange[],
    mergedAt: Path | undefined,
  ): void {
    const affected = new Map<Place, Path[]>();
    for (const { path } of changes) {
      for (const byQuery of this.places.touchedBy(path)) {
        for (const place of byQuery.values()) {
          const paths = affected.get(place);
          if (paths === undefined) affected.set(place, [path]);
          else paths.push(path);
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
