/** The page at `/`: shows the databases and their live data. */

import { Levels } from "./levels";
import { Tree } from "./tree";

const REFRESH_MS = 4000;

const namedByAddress = new URLSearchParams(location.search).get("ns");
const namedByServer = document.documentElement.dataset["namespace"];
/** The database on the page. Undefined if neither the URL nor the server names a database. */
const namespace = [namedByAddress, namedByServer].find(Boolean) ?? undefined;
const query = `?ns=${encodeURIComponent(namespace ?? "")}`;

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found;
}

function say(text: string, hasFailed = false): void {
  byId("status").textContent = text;
  byId("status").className = hasFailed ? "failed" : "";
}

function sayNotConnected(): void {
  say("Not connected. Trying again…", true);
}

async function listDatabases(): Promise<void> {
  const response = await fetch("/.inspect/databases.json");
  const names = ((await response.json()) as { readonly name: string }[]).map(({ name }) => name);
  const [first] = names;
  if (namespace === undefined && first !== undefined) {
    location.search = `?ns=${encodeURIComponent(first)}`;
  }
  const shown =
    namespace === undefined || names.includes(namespace) ? names : [...names, namespace];
  byId("databases").replaceChildren(...shown.map(databaseLink));
  if (shown.length === 0)
    say("No database yet. A database is created when a client first names it.");
}

function databaseLink(name: string): HTMLElement {
  const link = document.createElement("a");
  link.textContent = name;
  link.href = `/?ns=${encodeURIComponent(name)}`;
  if (name === namespace) link.setAttribute("aria-current", "page");
  return link;
}

function follow(levels: Levels): void {
  const events = new EventSource(`/.inspect/changes${query}&auth=owner`);
  events.onopen = () => {
    say("Live");
    void levels.refreshAll();
  };
  events.onerror = sayNotConnected;
  events.addEventListener("changed", (event: MessageEvent<string>) => {
    const paths = JSON.parse(event.data) as readonly string[];
    void levels.refreshAround(paths.map((path) => path.slice(1)));
  });
}

if (namespace !== undefined) {
  byId("rules").setAttribute("href", `/.settings/rules.json${query}&auth=owner`);
  byId("coverage").setAttribute("href", `/.inspect/coverage${query}`);
  byId("json").setAttribute("href", `/.json${query}&auth=owner&print=pretty`);
  const levels: Levels = new Levels(query, {
    onLevel: (path, changed) => tree.show(path, changed),
    onFailure: sayNotConnected,
  });
  const tree = new Tree(byId("tree"), levels, namespace);
  void levels.openFirst().then(() => follow(levels));
}

const listAgain = (): void => void listDatabases().catch(sayNotConnected);
listAgain();
setInterval(listAgain, REFRESH_MS);
