/** Parses the address of the mail server, from the secret SMTP_URL. */

import { isThisMachine } from "./addresses";

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** Neither mails nor the password travel in plain text, except on this machine. */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

const DEFAULT_PORTS = { "smtp:": 587, "smtps:": 465 };

/** @throws Error if the text is not valid. The error does not quote the text, which contains a password. */
export function parseSmtpUrl(text: string): SmtpServer {
  const server = read(text);
  if (server !== undefined) return server;
  throw new Error(
    "SMTP_URL is not valid. Write it as smtps://user:password@mail.example.org:465 or smtp://…:587, " +
      "with %40 for @, %3A for :, %2F for /, %23 for # and %3F for ? in user and password.",
  );
}

function read(text: string): SmtpServer | undefined {
  try {
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
    if (protocol !== "smtp:" && protocol !== "smtps:") return undefined;
    if (hostname === "" || !/^\/?$/u.test(pathname + search + hash)) return undefined;
    const host = hostname.replaceAll(/[[\]]/gu, "");
    const secure = protocol === "smtps:";
    const server = {
      host,
      port: Number(port || DEFAULT_PORTS[protocol]),
      secure,
      requireTLS: !secure && !isThisMachine(host),
    };
    if (username === "") return server;
    const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    return { ...server, auth };
  } catch {
    return undefined;
  }
}
