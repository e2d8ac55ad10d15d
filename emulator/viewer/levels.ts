/**
 * Which levels of the tree are open, and what stands in them. Only open levels are read, each by itself, and again when
 * the server reports a change at them or below. The address keeps what is open.
 */

/** Shown of a level: its first and its last children, and so many more at each request. */
const FIRST = 100;
export const LAST = 100;
export const MORE = 500;
/** A level with more children is not opened at the start. */
const FEW = 20;

/** What stands at a path, as `/.inspect/level.json` answers. */
export interface Content {
  /** Of a node with children. */
  readonly count?: number;
  readonly value?: unknown;
  /** Whether `value` is the beginning of a longer text. */
  readonly isCut?: boolean;
}

export interface Child extends Content {
  readonly key: string;
}

export interface Level extends Content {
  readonly children?: readonly Child[];
}

export interface Observer {
  /** A level is open, closed or other than before; `changed` names its children that are new or changed. */
  onLevel(path: string, changed: ReadonlySet<string>): void;
  onFailure(): void;
}

const NONE: ReadonlySet<string> = new Set();

export class Levels {
  /** How many of the first children are shown, by path; the root is "". */
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

  /** What was read of an open level. */
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

  /** Opens what the address names; otherwise the first levels, where they have few children. */
  async openFirst(): Promise<void> {
    for (const path of new URLSearchParams(location.hash.slice(1)).getAll("open")) {
      const keys = path.split("/");
      keys.forEach((_, depth) => this.shown.set(keys.slice(0, depth + 1).join("/"), FIRST));
    }
    await this.refreshAll();
    const children = this.at("")?.children ?? [];
    if (location.hash !== "" || children.length > FEW) return;
    const branches = children.filter(({ count = Infinity }) => count <= FEW).map(({ key }) => key);
    for (const key of branches) this.shown.set(key, FIRST);
    await this.refresh(branches);
  }

  refreshAll(): Promise<void> {
    return this.refresh([...this.shown.keys()]);
  }

  /** A change below a level may change the number of children that it shows. */
  refreshAround(changedPaths: readonly string[]): Promise<void> {
    const isTouched = (level: string): boolean =>
      changedPaths.some((path) => isWithin(path, level) || isWithin(level, path));
    return this.refresh([...this.shown.keys()].filter(isTouched));
  }

  /** Reads what is stale, one level after the other, however many changes come meanwhile. */
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
    // No path can be called this: somebody typed the address.
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
    for (const other of [...this.shown.keys()].filter((one) => one !== "" && isWithin(one, path))) {
      this.shown.delete(other);
      this.contents.delete(other);
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

/** The children that are new or changed; none where the level was not known. */
function changedKeys(before: Level | undefined, after: Level): ReadonlySet<string> {
  if (before?.children === undefined || after.children === undefined) return NONE;
  const known = new Map(before.children.map((child) => [child.key, JSON.stringify(child)]));
  const changed = after.children.filter((child) => known.get(child.key) !== JSON.stringify(child));
  return new Set(changed.map(({ key }) => key));
}
