/** A map by path that also finds the values above, at and below a path, which a write there affects. */

import { type Path, ROOT } from "./path";

interface Level<T> {
  value: T | undefined;
  readonly children: Map<string, Level<T>>;
}

function emptyLevel<T>(): Level<T> {
  return { value: undefined, children: new Map() };
}

export class PathTree<T> {
  private readonly root: Level<T> = emptyLevel();

  get(path: Path): T | undefined {
    return this.levelAt(path)?.value;
  }

  private levelAt(path: Path): Level<T> | undefined {
    let at: Level<T> | undefined = this.root;
    for (const key of path) at = at?.children.get(key);
    return at;
  }

  set(path: Path, value: T): void {
    let at = this.root;
    for (const key of path) {
      let child = at.children.get(key);
      if (child === undefined) {
        child = emptyLevel();
        at.children.set(key, child);
      }
      at = child;
    }
    at.value = value;
  }

  delete(path: Path): void {
    this.prune(this.root, path, 0);
  }

  private prune(at: Level<T>, path: Path, level: number): void {
    const key = path[level];
    if (key === undefined) {
      at.value = undefined;
      return;
    }
    const child = at.children.get(key);
    if (child === undefined) return;
    this.prune(child, path, level + 1);
    if (child.value === undefined && child.children.size === 0) at.children.delete(key);
  }

  get isEmpty(): boolean {
    return this.root.value === undefined && this.root.children.size === 0;
  }

  /** Yields the values above, at and below `path`. */
  *touchedBy(path: Path): Generator<T> {
    yield* this.atOrAbove(path);
    yield* this.below(path);
  }

  *atOrAbove(path: Path): Generator<T> {
    let at: Level<T> | undefined = this.root;
    if (at.value !== undefined) yield at.value;
    for (const key of path) {
      at = at.children.get(key);
      if (at === undefined) return;
      if (at.value !== undefined) yield at.value;
    }
  }

  *below(path: Path): Generator<T> {
    const at = this.levelAt(path);
    if (at !== undefined) yield* descendants(at);
  }

  values(): Generator<T> {
    return this.touchedBy(ROOT);
  }
}

function* descendants<T>(at: Level<T>): Generator<T> {
  for (const child of at.children.values()) {
    if (child.value !== undefined) yield child.value;
    yield* descendants(child);
  }
}
