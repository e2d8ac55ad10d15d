/**
 * The page of the inbox: the list of messages, the newest first, and one message. Plain texts are shown as text; HTML
 * is shown in a frame that runs no scripts, loads nothing and opens links in a new tab.
 */

import type { Address, CaughtMail } from "../inbox";

type View = "html" | "text" | "headers";

const find = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const buttons = [...document.querySelectorAll<HTMLButtonElement>("[data-view]")];

let messages: readonly CaughtMail[] = [];
let view: View = "html";
/** The message in the frame, so that the arrival of another one does not reload it. */
let shown: string | undefined;

async function load(): Promise<void> {
  messages = ((await (await fetch("/email")).json()) as CaughtMail[]).reverse();
  show();
}

function show(): void {
  const open = messages.find(({ id }) => location.hash === `#${id}`);
  const count = messages.length === 1 ? "1 message" : `${messages.length} messages`;
  find("status").textContent = count;
  document.title = messages.length === 0 ? "Caught mail" : `(${messages.length}) Caught mail`;
  find("empty").hidden = messages.length > 0;
  find("delete").toggleAttribute("disabled", messages.length === 0);
  find("list").replaceChildren(...messages.map((mail) => rowOf(mail, mail === open)));
  document.body.classList.toggle("is-open", open !== undefined);
  find("message").hidden = open === undefined;
  if (open === undefined) shown = undefined;
  else showMessage(open);
}

function rowOf(mail: CaughtMail, isOpen: boolean): HTMLElement {
  const link = document.createElement("a");
  link.href = `#${mail.id}`;
  link.setAttribute("aria-current", String(isOpen));
  link.append(
    element("strong", subjectOf(mail)),
    element("span", namesOf(mail.to)),
    element("time", new Date(mail.receivedAt).toLocaleTimeString()),
  );
  const row = document.createElement("li");
  row.append(link);
  return row;
}

function showMessage(mail: CaughtMail): void {
  const available: readonly View[] = [
    ...(mail.html === "" ? [] : (["html"] as const)),
    ...(mail.text === "" ? [] : (["text"] as const)),
    "headers",
  ];
  const chosen = available.find((each) => each === view) ?? available[0] ?? "headers";
  for (const button of buttons) {
    button.hidden = !available.some((each) => each === button.dataset["view"]);
    button.setAttribute("aria-pressed", String(button.dataset["view"] === chosen));
  }
  const key = `${mail.id} ${chosen}`;
  if (key === shown) return;
  shown = key;
  find("subject").textContent = subjectOf(mail);
  find("from").textContent = namesOf(mail.from);
  find("to").textContent = namesOf(mail.to);
  find("at").textContent = new Date(mail.receivedAt).toLocaleString();
  find("content").replaceChildren(contentOf(mail, chosen));
}

function contentOf(mail: CaughtMail, chosen: View): HTMLElement {
  switch (chosen) {
    case "html":
      return frameOf(mail.html);
    case "text":
      return element("pre", mail.text);
    case "headers": {
      const lines = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`);
      return element("pre", lines.join("\n"));
    }
  }
}

/** The page's security policy also applies in the frame, but does not cover preconnections of `link` elements. */
function frameOf(html: string): HTMLElement {
  const { documentElement: message } = new DOMParser().parseFromString(html, "text/html");
  for (const link of message.querySelectorAll("link")) link.remove();
  const frame = document.createElement("iframe");
  frame.title = "The message as HTML";
  frame.setAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  frame.srcdoc = `<!doctype html><base target="_blank">${message.outerHTML}`;
  return frame;
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function subjectOf({ subject }: CaughtMail): string {
  return subject.trim() === "" ? "(no subject)" : subject;
}

function namesOf(all: readonly Address[]): string {
  return all
    .map(({ address, name }) => (name === "" ? address : `${name} <${address}>`))
    .join(", ");
}

for (const button of buttons) {
  button.addEventListener("click", () => {
    view = button.dataset["view"] as View;
    show();
  });
}
find("delete").addEventListener("click", () => void fetch("/email/all", { method: "DELETE" }));
addEventListener("hashchange", () => show());
const changes = new EventSource("/changes");
// Also fires after a reconnection.
changes.addEventListener("open", () => void load());
changes.addEventListener("message", () => void load());
changes.addEventListener("error", () => {
  find("status").textContent = "Not connected: does npm start run?";
});
