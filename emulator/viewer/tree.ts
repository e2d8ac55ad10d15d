/**
 * Draws the tree of open levels, for mouse and keyboard. Data reaches the page only as text nodes, so it cannot become
 * markup.
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/
 */

import { type Child, type Content, LAST, type Levels, MORE, parentOf } from "./levels";

const MORE_SUFFIX = "/.more";
const numbers = new Intl.NumberFormat();

type Act = (row: HTMLElement, rows: readonly HTMLElement[], position: number) => void;

export class Tree {
  /** The visible rows by path. A row that shows more children has the path plus MORE_SUFFIX. */
  private readonly rows = new Map<string, HTMLElement>();
  /** A counter for the ids of groups. A path cannot be an id, because it may contain spaces. */
  private groups = 0;
  /** The path of the row with the keyboard focus. */
  private current = "";

  constructor(
    private readonly list: HTMLElement,
    private readonly levels: Levels,
    private readonly namespace: string,
  ) {
    list.addEventListener("keydown", (event) => this.onKey(event));
    list.addEventListener("click", (event) => this.onClick(event));
  }

  /** Draws a level and the open levels below it again. */
  show(path: string, changed: ReadonlySet<string>): void {
    const hadFocus = this.list.contains(document.activeElement);
    const level = this.levels.at(path) ?? {};
    const row = this.rows.get(path);
    if (path === "") {
      const root = this.childRow({ ...level, key: this.namespace }, "", 1, false);
      this.list.replaceChildren(itemOf(root));
      for (const key of changed) this.rows.get(key)?.classList.add("changed");
    } else if (row === undefined) {
      return;
    } else if (level.children === undefined) {
      this.show(parentOf(path), new Set());
      return;
    } else {
      row.nextElementSibling?.remove();
      row.setAttribute("aria-expanded", "true");
      this.appendGroup(row, changed);
    }
    this.tidy(hadFocus);
  }

  /** Creates a row in a list item. The group below the row is added to the same item. */
  private makeRow(path: string, level: number, className: string): HTMLElement {
    const row = element("div", className);
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-level", String(level));
    row.tabIndex = path === this.current ? 0 : -1;
    row.dataset["path"] = path;
    const item = element("li");
    item.setAttribute("role", "none");
    item.append(row);
    this.rows.set(path, row);
    return row;
  }

  private childRow(child: Child, path: string, level: number, isChanged: boolean): HTMLElement {
    const row = this.makeRow(path, level, isChanged ? "row changed" : "row");
    row.title = `/${path}`;
    const { count } = child;
    const content = count === undefined ? valueElement(child) : countElement(count);
    row.append(markElement(), element("span", "key", child.key), content);
    if (count === undefined) return row;
    const isOpen = this.levels.isOpen(path);
    row.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.appendGroup(row, new Set());
    return row;
  }

  private appendGroup(row: HTMLElement, changed: ReadonlySet<string>): void {
    const path = pathOf(row);
    const level = Number(row.getAttribute("aria-level")) + 1;
    const group = element("ul");
    group.setAttribute("role", "group");
    this.groups += 1;
    group.id = `group-${this.groups}`;
    const { count = 0, children = [] } = this.levels.at(path) ?? {};
    const hidden = count - children.length;
    children.forEach((child, position) => {
      const left = children.length - position;
      if (hidden > 0 && left === LAST) group.append(itemOf(this.moreRow(path, hidden, level)));
      const childPath = path === "" ? child.key : `${path}/${child.key}`;
      const made = this.childRow(child, childPath, level, changed.has(child.key));
      made.setAttribute("aria-setsize", String(count));
      made.setAttribute("aria-posinset", String(position + 1 + (left <= LAST ? hidden : 0)));
      group.append(itemOf(made));
    });
    itemOf(row).append(group);
    // The group is next to the row, not inside it.
    row.setAttribute("aria-owns", group.id);
  }

  private moreRow(path: string, hidden: number, level: number): HTMLElement {
    const row = this.makeRow(path + MORE_SUFFIX, level, "row more");
    const next = numbers.format(Math.min(MORE, hidden));
    row.textContent = `${numbers.format(hidden)} more: show ${next}`;
    return row;
  }

  /** Drops rows that are no longer visible. Keeps the focus at the same row or the nearest row above. */
  private tidy(hadFocus: boolean): void {
    for (const [path, row] of this.rows) if (!row.isConnected) this.rows.delete(path);
    while (!this.rows.has(this.current) && this.current !== "") {
      this.current = parentOf(this.current);
    }
    const row = this.rows.get(this.current);
    if (row === undefined) return;
    row.tabIndex = 0;
    if (hadFocus && document.activeElement !== row) row.focus({ preventScroll: true });
  }

  private moveTo(row: HTMLElement | undefined): void {
    if (row === undefined) return;
    const before = this.rows.get(this.current);
    if (before !== undefined) before.tabIndex = -1;
    this.current = pathOf(row);
    row.tabIndex = 0;
    row.focus();
  }

  private activate(row: HTMLElement): void {
    const path = pathOf(row);
    if (path.endsWith(MORE_SUFFIX)) void this.levels.showMore(path.slice(0, -MORE_SUFFIX.length));
    else if (!row.hasAttribute("aria-expanded") || path === "") return;
    else if (this.levels.isOpen(path)) this.levels.close(path);
    else void this.levels.open(path);
  }

  private readonly keys: Readonly<Record<string, Act>> = {
    ArrowDown: (_, rows, position) => this.moveTo(rows[position + 1]),
    ArrowUp: (_, rows, position) => this.moveTo(rows[position - 1]),
    Home: (_, rows) => this.moveTo(rows[0]),
    End: (_, rows) => this.moveTo(rows.at(-1)),
    ArrowRight: (row, rows, position) => {
      const state = row.getAttribute("aria-expanded");
      if (state === "false") this.activate(row);
      if (state === "true") this.moveTo(rows[position + 1]);
    },
    ArrowLeft: (row) => {
      const path = pathOf(row);
      if (path === "") return;
      if (row.getAttribute("aria-expanded") === "true") this.activate(row);
      else this.moveTo(this.rows.get(parentOf(path)));
    },
    Enter: (row) => this.activate(row),
    " ": (row) => this.activate(row),
  };

  private onKey(event: KeyboardEvent): void {
    const act = this.keys[event.key];
    const row = rowOf(event);
    if (act === undefined || row === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const rows = [...this.list.querySelectorAll<HTMLElement>("[role=treeitem]")];
    act(row, rows, rows.indexOf(row));
  }

  /** Activates a row, unless the click ends a selection of text. */
  private onClick(event: MouseEvent): void {
    const row = rowOf(event);
    if (row === null || String(getSelection() ?? "") !== "") return;
    this.moveTo(row);
    this.activate(row);
  }
}

function rowOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest("[role=treeitem]") : null;
}

function pathOf(row: HTMLElement): string {
  return row.dataset["path"] ?? "";
}

function itemOf(row: HTMLElement): HTMLElement {
  return row.parentElement ?? row;
}

function element(name: string, className = "", text = ""): HTMLElement {
  const made = document.createElement(name);
  if (className !== "") made.className = className;
  made.textContent = text;
  return made;
}

function valueElement({ value, isCut, digits }: Content): HTMLElement {
  if (value === null || value === undefined) return element("span", "nothing", "null");
  const kind = typeof value === "string" ? "text" : typeof value;
  const text = digits ?? JSON.stringify(value);
  return element("span", kind, text + (isCut === true ? "…" : ""));
}

/** Creates the triangle, which CSS draws. */
function markElement(): HTMLElement {
  const mark = element("span", "mark");
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

function countElement(count: number): HTMLElement {
  const words = element("span", "count", numbers.format(count));
  words.append(element("span", "unseen", count === 1 ? " child" : " children"));
  return words;
}
