/** Hooks that render a component again when the database, the time or the screen changes. */

import { signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { lastVisit, oldShown } from "../data/known";
import { knownAt, watch } from "../data/watch";
import type { Part, Watched } from "../data/watch";
import { useServices } from "./page";

/**
 * Listens to a path of the database.
 * @param part of a list of records; undefined for all
 */
export function useWatch<T>(path: string, read: (stored: unknown) => T, part?: Part): Watched<T> {
  const { database } = useServices().backend;
  const key = `${path} ${JSON.stringify(part)}`;
  const [state, setState] = useState<{ key: string; watched: Watched<T> }>();
  const known = useMemo(() => knownAt(path, part, read), [key]);
  useEffect(
    () => watch(database, path, part, read, (watched) => setState({ key, watched })),
    [key],
  );
  return state?.key === key ? state.watched : known;
}

/** The title of the document: of a view, and of what it belongs to; the page's name comes last. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const { appName } = useServices().texts;
  const title = [...parts, appName].filter((part) => part !== undefined).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Ages are shown in seconds at first, but nobody counts single ones; in milliseconds. */
const TICK = 5000;

const tick = signal(0);
setInterval(() => (tick.value += 1), TICK);

/** The server's time, now and every few seconds. */
export function useNow(): number {
  useSignalChanges(tick);
  return useServices().connection.now();
}

/** Renders the component again when the signal changes. */
export function useSignalChanges(changing: ReadonlySignal<unknown>): unknown {
  return changing.value;
}

/**
 * Now, or when the connection was lost, or the end of the last visit as long as its values are shown: no sensor counts as
 * silent while the page could not receive anything.
 */
export function useKnownUntil(): number {
  const now = useNow();
  const { isConnected, lastConnected } = useServices().connection.state.value;
  if (isConnected) return oldShown.value > 0 ? (lastVisit() ?? now) : now;
  return lastConnected ?? now;
}

/** Shorter interruptions are not shown, in milliseconds. */
const SHOWN_AFTER = 2000;

export interface Offline {
  /** When the connection was last there, in words; undefined before the first time. */
  readonly since: string | undefined;
}

/** Undefined while the database can be reached. */
export function useOffline(): Offline | undefined {
  const { format, connection } = useServices();
  const { isConnected, lastConnected } = connection.state.value;
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (isConnected) {
      setOffline(false);
      return undefined;
    }
    const timer = setTimeout(() => setOffline(true), SHOWN_AFTER);
    return () => clearTimeout(timer);
  }, [isConnected]);
  if (!isOffline) return undefined;
  return {
    since: lastConnected === undefined ? undefined : format.moment(lastConnected, connection.now()),
  };
}

/** Below this width the list of sensors is no table: the style sheet has the same. */
const NARROW = "(max-width: 959px)";

export function useIsNarrow(): boolean {
  return useMedia(NARROW);
}

/** Whether a media query matches, also when that changes. */
export function useMedia(query: string): boolean {
  const [isMet, setMet] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const update = (): void => setMet(media.matches);
    update();
    media.addEventListener("change", update);
    return () => media.removeEventListener("change", update);
  }, [query]);
  return isMet;
}

/** How far from the screen an element is near it. */
const NEAR = "400px";

/** Whether an element is on the screen or near it, or was so once. */
export function useNear(element: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return isNear;
}
