/** A person's preferences. What they were the last time is kept in the browser, so that nothing is shown in another unit first. */

import { useEffect, useMemo } from "preact/hooks";
import { readPreferences } from "../model/preferences";
import type { Preferences } from "../model/preferences";
import { useWatch } from "./hooks";

export function usePreferences(authUid: string): Preferences {
  const watched = useWatch(`users/${authUid}/preferences`, (stored) => JSON.stringify(stored));
  const key = `preferences-${authUid}`;
  const text = watched.status === "ready" ? watched.value : localStorage.getItem(key);
  useEffect(() => {
    if (watched.status === "ready") localStorage.setItem(key, watched.value);
  }, [watched, key]);
  return useMemo(() => readPreferences(JSON.parse(text ?? "null")), [text]);
}
