/**
 * The open levels of the tree and their content. Each open level is read separately, and again when the server reports
 * a change at the level or below. The URL stores which levels are open.
 */

/** Number of first and of last children that a level shows, and of children that are added on request. */
const FIRST = 100;
export const LAST = 100;
export const MORE = 500;
/** A level with more children is not opened at the start. */
const MAX_OPENED_CHILDREN = 20;

/** The content of a path, as in the answer of `/.inspect/level.json`. */
export interface Content {
  /** The number of children of a node with children. */
  readonly count?: number;
  readonly value?: unknown;
  /** Whether `value` is the beginning of a longer string. */
  readonly isCut?: boolean;
  /** The digits of an integer that JavaScript rounds. */
  readonly digits?: string;
}

export interface Child extends Content {
  readonly key: string;
}

export interface Level extends Content {
  readonly children?: readonly Child[];
}

export interface Observer {
  /** Called when a level is opened, closed or changed. `changed` has the keys of new and changed children. */
  onLevel(path: string, changed: ReadonlySet<string>): void;
  onFailure(): void;
}

const NONE: ReadonlySet<string> = new Set();

export class Levels {
  /** The number of first children that are shown, by path. The root is "". */
  private readonly shown = new Map([["", FIRST]]);
  private readonly contents = new Map<string, { readonly level: Level; readonly text: string }>();
  private readonly stale = new Set<string>();
  private isReading = false;

  constructor(
    private readonly query: string,
    private readonly observer: Observer,
  ) {}

  isOpen(path: string): boolean {
    return this.shown.has(path);
  }

  /** Returns the content of an open level. */
  at(path: string): Level | undefined {
    return this.contents.get(path)?.level;
  }

  open(path: string): Promise<void> {
    this.shown.set(path, FIRST);
    this.remember();
    return this.refresh([path]);
  }

  close(path: string): void {
    this.forget(path);
    this.remember();
    this.observer.onLevel(parentOf(path), NONE);
  }

  showMore(path: string): Promise<void> {
    this.shown.set(path, (this.shown.get(path) ?? FIRST) + MORE);
    return this.refresh([path]);
  }

  /** Opens the levels in the URL. Without them, opens the first levels that have few children. */
  async openFirst(): Promise<void> {
    for (const path of new URLSearchParams(location.hash.slice(1)).getAll("open")) {
      const keys = path.split("/");
      keys.forEach((_, depth) => this.shown.set(keys.slice(0, depth + 1).join("/"), FIRST));
    }
    await this.refreshAll();
    const children = this.at("")?.children ?? [];
    if (location.hash !== "" || children.length > MAX_OPENED_CHILDREN) return;
    const branches = children
      .filter(({ count = Infinity }) => count <= MAX_OPENED_CHILDREN)
      .map(({ key }) => key);
    for (const key of branches) this.shown.set(key, FIRST);
    await this.refresh(branches);
  }

  refreshAll(): Promise<void> {
    return this.refresh([...this.shown.keys()]);
  }

  /** Reads the levels that changes affect. A change below a level may change a number of children in it. */
  refreshAround(changedPaths: readonly string[]): Promise<void> {
    const isTouched = (level: string): boolean =>
      changedPaths.some((path) => isWithin(path, level) || isWithin(level, path));
    return this.refresh([...this.shown.keys()].filter(isTouched));
  }

  /** Reads stale levels one after the other, even if more changes come in the meantime. */
  private async refresh(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.stale.add(path);
    if (this.isReading) return;
    this.isReading = true;
    try {
      for (const path of this.stale) {
        this.stale.delete(path);
        if (this.isOpen(path)) await this.read(path);
      }
    } catch {
      this.observer.onFailure();
    } finally {
      this.isReading = false;
    }
  }

  private async read(path: string): Promise<void> {
    const size = `&first=${this.shown.get(path) ?? FIRST}&last=${LAST}`;
    const at = `&path=${encodeURIComponent(path)}`;
    const response = await fetch(`/.inspect/level.json${this.query}&auth=owner${at}${size}`);
    // The path is invalid, so somebody typed the URL.
    if (response.status === 400) {
      this.forget(path);
      return;
    }
    if (!response.ok) throw new Error(`The database answered ${response.status}`);
    const text = await response.text();
    const before = this.contents.get(path);
    if (!this.isOpen(path) || before?.text === text) return;
    const level = JSON.parse(text) as Level;
    this.contents.set(path, { level, text });
    if (level.children === undefined && path !== "") this.forget(path);
    this.observer.onLevel(path, changedKeys(before?.level, level));
  }

  private forget(path: string): void {
    for (const level of this.shown.keys()) {
      if (level === "" || !isWithin(level, path)) continue;
      this.shown.delete(level);
      this.contents.delete(level);
    }
  }

  private remember(): void {
    const paths = [...this.shown.keys()].filter((path) => path !== "");
    const words = paths.map((path) => `open=${encodeURIComponent(path).replaceAll("%2F", "/")}`);
    history.replaceState(null, "", `#${words.length === 0 ? "closed" : words.join("&")}`);
  }
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function isWithin(path: string, other: string): boolean {
  return other === "" || path === other || path.startsWith(`${other}/`);
}

/** Returns the keys of new and changed children. Returns none if the level was not read before. */
function changedKeys(before: Level | undefined, after: Level): ReadonlySet<string> {
  if (before?.children === undefined || after.children === undefined) return NONE;
  const previous = new Map(before.children.map((child) => [child.key, JSON.stringify(child)]));
  const changed = after.children.filter(
    (child) => previous.get(child.key) !== JSON.stringify(child),
  );
  return new Set(changed.map(({ key }) => key));
}
