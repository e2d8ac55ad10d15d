/** Small texts that this browser keeps. One that keeps nothing, or refuses to, works without them. */

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Undefined if it is no JSON. */
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
    // Full or forbidden: the next visit begins without it.
  }
}
