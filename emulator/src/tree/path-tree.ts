/** Things kept by path, found again by what a write at another path touches: those above it, at it and below it. */

import type { Path } from "./path";

interface Place<T> {
  value: T | undefined;
  readonly children: Map<string, Place<T>>;
}

function emptyPlace<T>(): Place<T> {
  return { value: undefined, children: new Map() };
}

export class PathTree<T> {
  private readonly root: Place<T> = emptyPlace();

  get(path: Path): T | undefined {
    let place: Place<T> | undefined = this.root;
    for (const key of path) {
      place = place.children.get(key);
      if (place === undefined) return undefined;
    }
    return place.value;
  }

  set(path: Path, value: T): void {
    let place = this.root;
    for (const key of path) {
      let child = place.children.get(key);
      if (child === undefined) {
        child = emptyPlace();
        place.children.set(key, child);
      }
      place = child;
    }
    place.value = value;
  }

  delete(path: Path): void {
    this.prune(this.root, path, 0);
  }

  private prune(place: Place<T>, path: Path, level: number): void {
    const key = path[level];
    if (key === undefined) {
      place.value = undefined;
      return;
    }
    const child = place.children.get(key);
    if (child === undefined) return;
    this.prune(child, path, level + 1);
    if (child.value === undefined && child.children.size === 0) place.children.delete(key);
  }

  /** What a write at `path` touches: all that is kept above it, at it and below it. */
  *touchedBy(path: Path): Generator<T> {
    yield* this.atOrAbove(path);
    yield* this.below(path);
  }

  /** What is kept at `path` and at the paths above it, from the root down. */
  *atOrAbove(path: Path): Generator<T> {
    let place: Place<T> | undefined = this.root;
    if (place.value !== undefined) yield place.value;
    for (const key of path) {
      place = place.children.get(key);
      if (place === undefined) return;
      if (place.value !== undefined) yield place.value;
    }
  }

  /** What is kept below `path`. */
  *below(path: Path): Generator<T> {
    let place: Place<T> | undefined = this.root;
    for (const key of path) {
      place = place.children.get(key);
      if (place === undefined) return;
    }
    yield* descendants(place);
  }

  /** All that is kept. */
  *values(): Generator<T> {
    if (this.root.value !== undefined) yield this.root.value;
    yield* descendants(this.root);
  }
}

function* descendants<T>(place: Place<T>): Generator<T> {
  for (const child of place.children.values()) {
    if (child.value !== undefined) yield child.value;
    yield* descendants(child);
  }
}
