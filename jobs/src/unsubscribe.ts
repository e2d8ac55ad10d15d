/**
 * Switches a person's e-mail off, without a sign-in. GET only shows a page with a button, because mail programs open links
 * by themselves. POST switches e-mail off. The button and mail programs send it (RFC 8058).
 */

import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { matchesAny } from "@greenhouse/domain/identity/signing";
import type { Database } from "./database";

export interface UnsubscribeRequest {
  readonly method: string;
  readonly person: string;
  readonly token: string;
}

export interface Page {
  readonly status: number;
  readonly html: string;
}

/** @param withDatabase opens the database while the work runs */
export async function unsubscribe(
  { method, person, token }: UnsubscribeRequest,
  withDatabase: (work: (database: Database) => Promise<boolean>) => Promise<boolean>,
): Promise<Page> {
  if (method !== "GET" && method !== "HEAD" && method !== "POST")
    return page(405, "Use GET or POST.");
  if (!isDatabaseKey(person) || token === "") return page(400, INVALID);
  if (method !== "POST") return page(200, QUESTION);
  const isDone = await withDatabase((database) => switchOff(database, person, token));
  return isDone ? page(200, DONE) : page(404, INVALID);
}

async function switchOff(database: Database, person: string, token: string): Promise<boolean> {
  // Reads only the token: nobody has proven anything yet, and an account can make the records beside it large.
  const expected = await database.get(`users/${person}/alerts/token`);
  if (typeof expected !== "string" || !matchesAny(token, [expected])) return false;
  return (await database.update({ [`users/${person}/alerts/email`]: null })) === "stored";
}

const INVALID =
  "<p>This link is no longer valid. Switch e-mail off on the farm's page, under Alerts.</p><p lang=de>Dieser Link gilt nicht mehr. Auf der Seite des Betriebs lässt sich die E-Mail unter Alarme abschalten.</p>";
const QUESTION =
  "<form method=post><p>Do you want no more e-mail about your greenhouses?</p><p lang=de>Keine E-Mail über Ihre Gewächshäuser mehr?</p><button>No more e-mail · Keine E-Mail mehr</button></form>";
const DONE =
  "<p>You get no more e-mail about your greenhouses. You can switch it on again on the farm's page, under Alerts.</p><p lang=de>Sie bekommen keine E-Mail über Ihre Gewächshäuser mehr. Auf der Seite des Betriebs lässt sie sich unter Alarme wieder einschalten.</p>";

const STYLE =
  "body{font:1rem/1.5 system-ui;max-width:32rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.75rem 1rem}:root{color-scheme:light dark}";

function page(status: number, content: string): Page {
  const html = `<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width"><title>E-mail</title><style>${STYLE}</style><main>${content}</main></html>`;
  return { status, html };
}
