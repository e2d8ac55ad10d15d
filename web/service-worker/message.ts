/** Reads push messages. Every push message must show something: otherwise browsers withdraw the permission. */

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A newer message with the same tag replaces this message. Never empty. */
  readonly tag: string | undefined;
  /** Whether the message stays on the screen until a person touches it. */
  readonly staysOpen: boolean;
  /** An address of this page. Other addresses are replaced by the start page. */
  readonly url: string;
}

/**
 * Returns the message to show.
 * @param text JSON with `title`, `body`, `url`, `tag` and `staysOpen`
 * @param origin of this page
 */
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

/** Parses an address without `URL.parse`, which phones of 2024 do not have. */
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
