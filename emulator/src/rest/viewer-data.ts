/**
 * The first half of what the page at `/` runs: which levels of the tree are open, and what stands in them. Only open
 * levels are read, each by itself, and again when the server says that something changed at them or below. What is open
 * is kept in the address.
 */

export const VIEWER_DATA = String.raw`
const FIRST = 100;
const LAST = 100;
const MORE = 500;
/** A level with more children than this is not opened by itself. */
const FEW = 20;
const REFRESH_MS = 4000;

const byId = (id) => document.getElementById(id);
const namespace = new URLSearchParams(location.search).get("ns") ?? DEFAULT_NAMESPACE;
const query = "?ns=" + encodeURIComponent(namespace ?? "");

/** How many of the first children are shown of what is open, by path; the root is "". */
const open = new Map([["", FIRST]]);
/** What was read of it: {count, children} or {value}, and the answer's text. */
const levels = new Map();
const stale = new Set();
let isReading = false;

const below = (path, key) => (path === "" ? key : path + "/" + key);
const parentOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const isWithin = (path, other) => other === "" || path === other || path.startsWith(other + "/");

async function readLevel(path) {
  const size = "&first=" + open.get(path) + "&last=" + LAST;
  const at = "&path=" + encodeURIComponent(path);
  const response = await fetch("/.inspect/level.json" + query + "&auth=owner" + at + size);
  // No place can be called this: the address was typed.
  if (response.status === 400) return forget(path);
  if (!response.ok) throw new Error("The database answered " + response.status);
  const text = await response.text();
  const before = levels.get(path);
  if (!open.has(path) || before?.text === text) return;
  const level = { ...JSON.parse(text), text };
  levels.set(path, level);
  if (level.children === undefined && path !== "") forget(path);
  show(path, changedKeys(before, level));
}

/** The children that are new or other than before; none where the level was not known. */
function changedKeys(before, after) {
  if (before?.children === undefined || after.children === undefined) return new Set();
  const known = new Map(before.children.map((child) => [child.key, JSON.stringify(child)]));
  const isOther = (child) => known.get(child.key) !== JSON.stringify(child);
  return new Set(after.children.filter(isOther).map(({ key }) => key));
}

/** Reads what is stale, one level after the other, however many changes come meanwhile. */
async function readStale() {
  if (isReading) return;
  isReading = true;
  try {
    for (const path of stale) {
      stale.delete(path);
      if (open.has(path)) await readLevel(path);
    }
  } catch {
    say("not connected; trying again", true);
  } finally {
    isReading = false;
  }
}

function refresh(paths) {
  for (const path of paths) stale.add(path);
  return readStale();
}

/** A change below a level may change the number of children that it shows. */
function noteChanges(places) {
  const paths = places.map((place) => place.slice(1));
  const isTouched = (level) => paths.some((path) => isWithin(path, level) || isWithin(level, path));
  refresh([...open.keys()].filter(isTouched));
}

async function openLevel(path) {
  open.set(path, FIRST);
  remember();
  await refresh([path]);
}

function closeLevel(path) {
  forget(path);
  remember();
  show(parentOf(path), new Set());
}

function forget(path) {
  for (const other of [...open.keys()].filter((one) => one !== "" && isWithin(one, path))) {
    open.delete(other);
    levels.delete(other);
  }
}

function showMore(path) {
  open.set(path, open.get(path) + MORE);
  return refresh([path]);
}

function remember() {
  const paths = [...open.keys()].filter((path) => path !== "");
  const words = paths.map((path) => "open=" + encodeURIComponent(path).replaceAll("%2F", "/"));
  history.replaceState(null, "", "#" + (words.length === 0 ? "closed" : words.join("&")));
}

/** Opens what the address names; without that, what stands first below the root where that is not much. */
async function openFirst() {
  const named = new URLSearchParams(location.hash.slice(1)).getAll("open");
  for (const path of named) {
    const keys = path.split("/");
    for (let depth = 1; depth <= keys.length; depth += 1) {
      open.set(keys.slice(0, depth).join("/"), FIRST);
    }
  }
  await refresh([...open.keys()]);
  const children = levels.get("")?.children ?? [];
  if (location.hash !== "" || children.length > FEW) return;
  const branches = children.filter(({ count }) => count <= FEW).map(({ key }) => key);
  for (const key of branches) open.set(key, FIRST);
  await refresh(branches);
}

function follow() {
  const events = new EventSource("/.inspect/changes" + query + "&auth=owner");
  events.onopen = () => {
    say("live");
    refresh([...open.keys()]);
  };
  events.onerror = () => say("not connected; trying again", true);
  events.addEventListener("changed", (event) => noteChanges(JSON.parse(event.data)));
}

function say(text, hasFailed) {
  byId("status").textContent = text;
  byId("status").className = hasFailed ? "failed" : "";
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
  const link = document.createElement("a");
  link.textContent = name;
  link.href = "/?ns=" + encodeURIComponent(name);
  if (name === namespace) link.setAttribute("aria-current", "page");
  return link;
}

function listAgain() {
  listDatabases().catch(() => say("not connected; trying again", true));
}
`;
