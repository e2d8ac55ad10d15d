/** What one update writes as a tree: each place on the way there stands once, with the nodes before and after. */

import { childOf, type Node, withChildren } from "./node";
import { keyProblem, MAX_DEPTH, type Path, TOO_DEEP } from "./path";

const PRIORITY = ".priority";

export class Place {
  /** Whether all of it is written, and not only something below; writing a node's priority is writing the node. */
  isWhole = false;
  /** By key; most places have nothing below them. */
  private below: Map<string, Place> | undefined;
  private result: Node | undefined;
  private knownPath: Path | undefined;

  constructor(
    readonly before: Node,
    readonly key = "",
    private readonly above: Place | null = null,
    /** How many keys lead here. */
    readonly depth = 0,
  ) {}

  /** The place at a path from here, or what is wrong with the path. `.priority` may stand last. */
  at(path: Path): Place | string {
    return path.reduce(
      (place: Place | string, key) => (typeof place === "string" ? place : place.child(key)),
      this,
    );
  }

  child(key: string): Place | string {
    const known = this.below?.get(key);
    if (known !== undefined) return known;
    const problem = this.problemBelow(key);
    if (problem !== undefined) return problem;
    const place = new Place(childOf(this.before, key), key, this, this.depth + 1);
    this.below ??= new Map();
    this.below.set(key, place);
    return place;
  }

  private problemBelow(key: string): string | undefined {
    if (this.isPriority) return keyProblem(PRIORITY);
    if (key === PRIORITY) return undefined;
    return this.depth === MAX_DEPTH ? TOO_DEEP : keyProblem(key);
  }

  write(node: Node): void {
    this.result = node;
    this.isWhole = true;
    if (this.isPriority && this.above !== null) this.above.isWhole = true;
  }

  get path(): Path {
    this.knownPath ??= this.above === null ? [] : [...this.above.path, this.key];
    return this.knownPath;
  }

  get isPriority(): boolean {
    return this.key === PRIORITY;
  }

  get children(): Iterable<Place> {
    return this.below?.values() ?? [];
  }

  /** A place that is written, here or below. */
  get firstWritten(): Place {
    for (const place of this.children) return place.firstWritten;
    return this;
  }

  /** The node with all that is written here and below; to be asked when all is. */
  get node(): Node {
    // Null is known too.
    if (this.result === undefined) {
      const changed: Place[] = [];
      for (const place of this.children) if (place.node !== place.before) changed.push(place);
      this.result = changed.length === 0 ? this.before : withChildren(this.before, changed);
    }
    return this.result;
  }
}
