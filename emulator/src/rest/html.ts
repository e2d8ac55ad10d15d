/** Fills in the pages of `viewer/`. */

import { type Reply, textReply } from "./reply";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** @param html by the names that stand in the template as `{{name}}`; already escaped */
export function pageReply(template: string, html: Readonly<Record<string, string>>): Reply {
  const page = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => html[name] ?? "");
  return textReply(200, "text/html; charset=utf-8", page);
}
