/**
 * What the page at `/` runs: it keeps a copy of the data through an event stream and shows as much of it as is
 * unfolded. Text reaches the page as text nodes alone, so nothing in the data can become markup.
 */

export const VIEWER_SCRIPT = String.raw`
"use strict";
const PAGE_SIZE = 100;
const REFRESH_MS = 4000;
const byId = (id) => document.getElementById(id);
const namespace = new URLSearchParams(location.search).get("ns") ?? DEFAULT_NAMESPACE;
const query = "?ns=" + encodeURIComponent(namespace ?? "");

let data = null;
/** Unfolded places and how many of their children are shown, by path. */
const unfolded = new Map([["", PAGE_SIZE]]);
/** Places that changed since the last drawing. */
let changed = new Set();
let isDrawing = false;

const isBranch = (value) => typeof value === "object" && value !== null;
const split = (path) => path.split("/").filter((key) => key !== "");

/** Changes the copy in place, so that a change costs the same however much there is; nothing stands as null. */
function withValueAt(node, path, value) {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const branch = isBranch(node) ? node : Object.create(null);
  const child = withValueAt(branch[key] ?? null, rest, value);
  if (child === null) delete branch[key];
  else Object.defineProperty(branch, key, { value: child, enumerable: true, configurable: true, writable: true });
  return keysOf(branch).length === 0 ? null : branch;
}

/** A list has null where it has a gap. */
const keysOf = (branch) => Object.keys(branch).filter((key) => branch[key] !== null);

function put(path, value) {
  data = withValueAt(data, path, value);
  changed.add(path.join("/"));
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(draw);
}

const INTEGER = /^-?0*\d{1,10}$/;
const isInteger = (key) => INTEGER.test(key) && Math.abs(Number(key)) <= 2147483647;

function compareKeys(a, b) {
  const [left, right] = [isInteger(a), isInteger(b)];
  if (left && right) return Number(a) - Number(b) || a.length - b.length;
  if (left !== right) return left ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function scalarElement(value) {
  if (value === null) return element("span", "nothing", "null");
  const kind = typeof value === "string" ? "text" : typeof value;
  const text = JSON.stringify(value);
  const shown = text.length > 400 ? text.slice(0, 400) + "…" : text;
  return element("span", kind, shown);
}

function rowElement(key, value, path) {
  const row = element("div", changed.has(path) ? "row changed" : "row");
  if (isBranch(value)) {
    const isOpen = unfolded.has(path);
    const button = element("button", "", isOpen ? "▾" : "▸");
    button.setAttribute("aria-label", (isOpen ? "Fold " : "Unfold ") + key);
    button.dataset.path = path;
    button.onclick = () => toggle(path);
    const count = keysOf(value).length;
    row.append(button, element("span", "key", key), element("span", "count", String(count)));
    row.ondblclick = () => toggle(path);
  } else {
    row.append(element("span", "leaf"), element("span", "key", key), scalarElement(value));
  }
  row.title = "/" + path;
  return row;
}

function toggle(path) {
  if (!unfolded.delete(path)) unfolded.set(path, PAGE_SIZE);
  draw(path);
}

function itemElement(key, value, path) {
  const item = element("li");
  item.setAttribute("role", "treeitem");
  item.append(rowElement(key, value, path));
  const limit = unfolded.get(path);
  if (!isBranch(value) || limit === undefined) return item;
  item.setAttribute("aria-expanded", "true");
  const list = element("ul");
  list.setAttribute("role", "group");
  const keys = keysOf(value).sort(compareKeys);
  for (const child of keys.slice(0, limit)) {
    list.append(itemElement(child, value[child], path === "" ? child : path + "/" + child));
  }
  if (keys.length > limit) list.append(moreElement(path, keys.length - limit));
  item.append(list);
  return item;
}

function moreElement(path, left) {
  const item = element("li");
  const button = element("button", "more", "Show more (" + left + " left)");
  button.onclick = () => {
    unfolded.set(path, unfolded.get(path) + PAGE_SIZE * 5);
    draw();
  };
  item.append(button);
  return item;
}

function draw(focusPath) {
  isDrawing = false;
  const focused = typeof focusPath === "string" ? focusPath : document.activeElement?.dataset.path;
  byId("tree").replaceChildren(itemElement(namespace, data, ""));
  changed = new Set();
  if (focused !== undefined) {
    byId("tree").querySelector("button[data-path='" + CSS.escape(focused) + "']")?.focus();
  }
}

function say(text, hasFailed) {
  byId("status").textContent = text;
  byId("status").className = hasFailed ? "failed" : "";
}

function follow() {
  const events = new EventSource("/.json" + query + "&auth=owner");
  events.onopen = () => say("live");
  events.onerror = () => say("not connected; trying again", true);
  events.addEventListener("put", (event) => {
    const { path, data: value } = JSON.parse(event.data);
    put(split(path), value);
  });
  events.addEventListener("patch", (event) => {
    const { path, data: children } = JSON.parse(event.data);
    for (const [key, value] of Object.entries(children)) put([...split(path), ...split(key)], value);
  });
}

async function listDatabases() {
  const response = await fetch("/.inspect/databases.json");
  const names = (await response.json()).map(({ name }) => name);
  if (namespace === null && names.length > 0) location.search = "?ns=" + encodeURIComponent(names[0]);
  const shown = namespace === null || names.includes(namespace) ? names : [...names, namespace];
  byId("databases").replaceChildren(...shown.map(databaseLink));
  if (shown.length === 0) say("No database yet: it comes into being when a client names it.");
}

function databaseLink(name) {
  const link = element("a", "", name);
  link.href = "/?ns=" + encodeURIComponent(name);
  if (name === namespace) link.setAttribute("aria-current", "page");
  return link;
}

function refresh() {
  listDatabases().catch(() => say("not connected; trying again", true));
}

if (namespace !== null) {
  byId("rules").href = "/.settings/rules.json" + query + "&auth=owner";
  byId("coverage").href = "/.inspect/coverage" + query;
  byId("json").href = "/.json" + query + "&auth=owner&print=pretty";
  follow();
}
refresh();
setInterval(refresh, REFRESH_MS);
`;
