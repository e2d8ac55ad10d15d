/**
 * The second half of what the page at `/` runs: the tree of what is open, by mouse and by keyboard. Text reaches the
 * page as text nodes alone, so nothing in the data can become markup.
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/treeview/
 */

export const VIEWER_TREE = String.raw`
/** The rows that are shown, by path; those that show more by the path and "/.more". */
const rows = new Map();
/** Made so far: each has an id of its own. A path may hold spaces, an id may not. */
let groups = 0;
/** Where the keyboard is. */
let current = "";

const numbers = new Intl.NumberFormat();
const MORE_SUFFIX = "/.more";

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function valueElement({ value, isCut }) {
  if (value === null) return element("span", "nothing", "null");
  const kind = typeof value === "string" ? "text" : typeof value;
  return element("span", kind, JSON.stringify(value) + (isCut ? "…" : ""));
}

/** A row of the tree, in a list item that what is below it goes into. */
function makeRow(path, level, className) {
  const row = element("div", className);
  row.setAttribute("role", "treeitem");
  row.setAttribute("aria-level", level);
  row.tabIndex = path === current ? 0 : -1;
  row.dataset.path = path;
  const item = element("li");
  item.setAttribute("role", "none");
  item.append(row);
  rows.set(path, row);
  return row;
}

/** @param child {key, count} or {key, value} */
function childRow(child, path, level, isChanged) {
  const isBranch = child.count !== undefined;
  const row = makeRow(path, level, isChanged ? "row changed" : "row");
  row.title = "/" + path;
  row.append(markElement(), element("span", "key", child.key));
  row.append(isBranch ? countElement(child.count) : valueElement(child));
  if (isBranch) setExpanded(row, open.has(path));
  if (isBranch && open.has(path)) appendGroup(row, new Set());
  return row;
}

/** The triangle; the style draws it. */
function markElement() {
  const mark = element("span", "mark");
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

function countElement(count) {
  const words = element("span", "count", numbers.format(count));
  words.append(element("span", "unseen", count === 1 ? " child" : " children"));
  return words;
}

function setExpanded(row, isOpen) {
  row.setAttribute("aria-expanded", isOpen);
}

function appendGroup(row, changed) {
  const { path } = row.dataset;
  const level = Number(row.getAttribute("aria-level")) + 1;
  const group = element("ul");
  group.setAttribute("role", "group");
  group.id = "group-" + (groups += 1);
  const { count = 0, children = [] } = levels.get(path) ?? {};
  const hidden = count - children.length;
  children.forEach((child, place) => {
    const left = children.length - place;
    if (hidden > 0 && left === LAST) group.append(moreRow(path, hidden, level).parentElement);
    const made = childRow(child, below(path, child.key), level, changed.has(child.key));
    made.setAttribute("aria-setsize", count);
    made.setAttribute("aria-posinset", place + 1 + (left <= LAST ? hidden : 0));
    group.append(made.parentElement);
  });
  row.parentElement.append(group);
  // The rows are no descendants of this one, but belong to it.
  row.setAttribute("aria-owns", group.id);
}

function moreRow(path, hidden, level) {
  const row = makeRow(path + MORE_SUFFIX, level, "row more");
  row.textContent = numbers.format(hidden) + " more: show " + numbers.format(Math.min(MORE, hidden));
  return row;
}

/** Draws a level anew, with what is open below it. */
function show(path, changed) {
  const hadFocus = byId("tree").contains(document.activeElement);
  const level = levels.get(path) ?? {};
  const row = rows.get(path);
  if (path === "") {
    const root = childRow({ ...level, key: namespace }, "", 1, false);
    byId("tree").replaceChildren(root.parentElement);
    for (const key of changed) rows.get(key)?.classList.add("changed");
  } else if (row === undefined) {
    return;
  } else if (level.children === undefined) {
    return show(parentOf(path), new Set());
  } else {
    row.nextElementSibling?.remove();
    setExpanded(row, true);
    appendGroup(row, changed);
  }
  tidy(hadFocus);
}

/** Lets go of what is not shown any more, and keeps the keyboard where it was, or as near as there is something. */
function tidy(hadFocus) {
  for (const [path, row] of rows) if (!row.isConnected) rows.delete(path);
  while (!rows.has(current) && current !== "") current = parentOf(current);
  const row = rows.get(current);
  row.tabIndex = 0;
  if (hadFocus && document.activeElement !== row) row.focus({ preventScroll: true });
}

function moveTo(row) {
  if (row === undefined) return;
  const before = rows.get(current);
  if (before !== undefined) before.tabIndex = -1;
  current = row.dataset.path;
  row.tabIndex = 0;
  row.focus();
}

function activate(row) {
  const { path } = row.dataset;
  if (path.endsWith(MORE_SUFFIX)) return showMore(path.slice(0, -MORE_SUFFIX.length));
  if (!row.hasAttribute("aria-expanded") || path === "") return;
  return open.has(path) ? closeLevel(path) : openLevel(path);
}

const KEYS = {
  ArrowDown: (row, all, place) => moveTo(all[place + 1]),
  ArrowUp: (row, all, place) => moveTo(all[place - 1]),
  Home: (row, all) => moveTo(all[0]),
  End: (row, all) => moveTo(all.at(-1)),
  ArrowRight: (row, all, place) => {
    const state = row.getAttribute("aria-expanded");
    if (state === "false") activate(row);
    if (state === "true") moveTo(all[place + 1]);
  },
  ArrowLeft: (row) => {
    const { path } = row.dataset;
    if (path === "") return;
    if (row.getAttribute("aria-expanded") === "true") activate(row);
    else moveTo(rows.get(parentOf(path)));
  },
  Enter: activate,
  " ": activate,
};

const rowOf = (event) => event.target.closest("[role=treeitem]");

byId("tree").addEventListener("keydown", (event) => {
  const act = KEYS[event.key];
  if (act === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const all = [...byId("tree").querySelectorAll("[role=treeitem]")];
  act(rowOf(event), all, all.indexOf(rowOf(event)));
});

/** Wherever a row is hit; not where its text is being marked. */
byId("tree").addEventListener("click", (event) => {
  const row = rowOf(event);
  if (row === null || getSelection().toString() !== "") return;
  moveTo(row);
  activate(row);
});

if (namespace !== null) {
  byId("rules").href = "/.settings/rules.json" + query + "&auth=owner";
  byId("coverage").href = "/.inspect/coverage" + query;
  byId("json").href = "/.json" + query + "&auth=owner&print=pretty";
  openFirst().then(follow);
}
listAgain();
setInterval(listAgain, REFRESH_MS);
`;
