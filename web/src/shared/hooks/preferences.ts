/** A person's preferences. The browser caches them, so that values do not first appear in another unit. */

import { useEffect, useMemo } from "preact/hooks";
import { readLocalJson, writeLocal } from "../../data/connection/local";
import { readPreferences } from "../../model/farm/preferences";
import type { Preferences } from "../../model/farm/preferences";
import { useWatch } from "./hooks";

const keyOf = (authUid: string): string => `preferences-${authUid}`;

/** Call this when the person signs out. */
export function forgetPreferences(authUid: string): void {
  writeLocal(keyOf(authUid), null);
}

export function usePreferences(authUid: string): Preferences {
  const watched = useWatch(`users/${authUid}/preferences`, (stored) => JSON.stringify(stored));
  const key = keyOf(authUid);
  useEffect(() => {
    if (watched.status === "ready") writeLocal(key, watched.value);
  }, [watched, key]);
  const text = watched.status === "ready" ? watched.value : undefined;
  return useMemo(
    () => readPreferences(text === undefined ? readLocalJson(key) : JSON.parse(text)),
    [text, key],
  );
}
