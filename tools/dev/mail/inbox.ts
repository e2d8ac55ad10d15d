/** The newest caught messages, kept only in memory, up to a maximum number and size. */

export interface Address {
  readonly address: string;
  readonly name: string;
}

/** A message as returned by `GET /email`. Its texts come from the sender unchanged and are not trusted. */
export interface CaughtMail {
  readonly id: string;
  /** The header `Message-ID`; empty if it is missing. */
  readonly messageId: string;
  readonly from: readonly Address[];
  readonly to: readonly Address[];
  readonly subject: string;
  /** Empty if the message has no text. */
  readonly text: string;
  /** Empty if the message has no HTML. */
  readonly html: string;
  /** By name in lower case; the values of repeated headers are joined by line breaks. */
  readonly headers: Readonly<Record<string, string>>;
  /** Unix milliseconds. */
  readonly receivedAt: number;
}

export const MAX_MESSAGES = 500;
/** The limit for one message, and for all kept messages together. */
export const MAX_BYTES = 10_000_000;

interface Kept {
  readonly mail: CaughtMail;
  readonly bytes: number;
}

export class Inbox {
  #kept: readonly Kept[] = [];
  readonly #listeners = new Set<() => void>();

  /** In order of arrival. */
  get messages(): readonly CaughtMail[] {
    return this.#kept.map(({ mail }) => mail);
  }

  /** @param bytes the size of the message */
  add(mail: CaughtMail, bytes: number): void {
    const kept = [...this.#kept, { mail, bytes }].slice(-MAX_MESSAGES);
    let total = kept.reduce((sum, message) => sum + message.bytes, 0);
    while (kept.length > 1 && total > MAX_BYTES) total -= kept.shift()?.bytes ?? 0;
    this.#change(kept);
  }

  clear(): void {
    this.#change([]);
  }

  /** Calls back after each change. @returns a function that ends this */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(kept: readonly Kept[]): void {
    this.#kept = kept;
    for (const listener of this.#listeners) listener();
  }
}
