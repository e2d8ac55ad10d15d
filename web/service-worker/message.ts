/** What a push message says. It must show something, whatever arrived: otherwise browsers withdraw the permission. */

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A newer message with the same tag replaces it; never empty. */
  readonly tag: string | undefined;
  /** Whether it stays on the screen until somebody touches it. */
  readonly staysOpen: boolean;
  /** An address of this page; any other becomes its start. */
  readonly url: string;
}

/** @param text JSON with `title`, `body`, `url`, `tag` and `staysOpen` @param origin of this page */
export function readMessage(text: string | undefined, origin: string): PushMessage {
  const fields = parse(text ?? "");
  const textOf = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === "string" ? value : undefined;
  };
  const url = addressOf(textOf("url") ?? "/", origin);
  return {
    title: textOf("title") ?? "Greenhouses",
    body: textOf("body") ?? "",
    tag: textOf("tag") || undefined,
    staysOpen: fields["staysOpen"] === true,
    url: url?.origin === origin ? url.href : `${origin}/`,
  };
}

/** Without `URL.parse`, which phones of 2024 do not know. */
function addressOf(text: string, base: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
