/** Small texts in this browser's localStorage. If it cannot store anything, the page works without them. */

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Undefined if the text is not JSON. */
export function readLocalJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? "null");
  } catch {
    return undefined;
  }
}

/** @param text null removes it */
export function writeLocal(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is full or forbidden: the next visit starts without this text.
  }
}
