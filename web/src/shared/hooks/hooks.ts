/** Hooks that render a component again when the database, the time or the screen changes. */

import { signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { isOldShown, lastVisit } from "../../data/connection/known";
import { asStored, knownAt, readWatched, watch } from "../../data/watches/watch";
import type { Part, Watched } from "../../data/watches/watch";
import { useServices } from "./page";
import { useAction, useSame } from "./stable";

/**
 * Listens to a path of the database.
 * @param part of a list of records; undefined for all
 * @param round a new number starts a new listener, because the SDK does not retry a refused one
 */
export function useWatch<T>(
  path: string,
  read: (stored: unknown) => T,
  part?: Part,
  round?: unknown,
): Watched<T> {
  const source = useSame({ path, part, round });
  const readNow = useAction(read);
  const [state, setState] = useState<{ source: object; watched: Watched<T> }>();
  const initial = useMemo(() => knownAt(source.path, source.part, readNow), [source, readNow]);
  useEffect(
    () =>
      watch(source.path, source.part, asStored, (watched, isAsKnown) => {
        // A value on the screen need not be parsed and rendered again.
        if (!isAsKnown) setState({ source, watched: readWatched(watched, readNow) });
      }),
    [source, readNow],
  );
  return state?.source === source ? state.watched : initial;
}

/** Sets the document's title from the view's title and the farm's name, and adds the page's name at the end. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const { appName } = useServices().texts;
  const title = [...parts, appName].filter((part) => part !== undefined).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** How often ages are updated, in milliseconds. Ages in seconds need not change every second. */
export const TICK_MS = 5000;

const tick = signal(0);
setInterval(() => (tick.value += 1), TICK_MS);

/** Returns the server's time, now and again every few seconds. */
export function useNow(): number {
  // Reading the signal renders the component again with the next tick.
  void tick.value;
  return useServices().connection.now();
}

/**
 * Returns the time up to which the values on the screen are known. This is now, the end of the connection, or the end
 * of the last visit while its values are on the screen. With the present time instead, sensors would seem silent
 * because the page receives nothing.
 */
export function useKnownUntil(): number {
  const now = useNow();
  const { isConnected, lastConnected } = useServices().connection.state.value;
  if (isConnected) return isOldShown.value ? (lastVisit() ?? now) : now;
  return lastConnected ?? now;
}

/**
 * An interruption appears only after this time, in milliseconds. The time is longer while a slow network first
 * connects.
 */
const SHOWN_AFTER_MS = { interrupted: 2000, never: 8000 };

export interface Offline {
  /** When the page was last connected, in words; undefined before the first connection. */
  readonly since: string | undefined;
}

/** Returns undefined while the database can be reached. */
export function useOffline(): Offline | undefined {
  const { format, connection } = useServices();
  const { isConnected, lastConnected } = connection.state.value;
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (isConnected) {
      setOffline(false);
      return undefined;
    }
    const isSlow = navigator.onLine && !connection.wasConnected;
    const after = isSlow ? SHOWN_AFTER_MS.never : SHOWN_AFTER_MS.interrupted;
    const timer = setTimeout(() => setOffline(true), after);
    return () => clearTimeout(timer);
  }, [isConnected, connection]);
  if (!isOffline) return undefined;
  return {
    since: lastConnected === undefined ? undefined : format.moment(lastConnected, connection.now()),
  };
}

/** Returns the time of the values on the screen, in words; undefined while they are live. */
export function useAsOf(): string | undefined {
  const { format, connection } = useServices();
  const offlineSince = useOffline()?.since;
  const at = lastVisit();
  if (!isOldShown.value || at === undefined) return offlineSince;
  return format.moment(at, connection.now());
}

/** Below this width the list of sensors is not a table. The style sheet has the same limit. */
const NARROW = "(max-width: 959px)";

export function useIsNarrow(): boolean {
  return useMedia(NARROW);
}

/** Whether a media query matches. Renders the component again when that changes. */
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

/**
 * Whether an element is on the screen or close to it, or was before.
 * @param margin the distance from the screen that counts as close, such as "80px"
 * @param after every element counts as close after this time, in milliseconds; by default never
 */
export function useNear(
  element: { readonly current: Element | null },
  margin: string,
  after?: number,
): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (isNear || current === null) return undefined;
    let timer = after === undefined ? undefined : setTimeout(() => setNear(true), after);
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        clearTimeout(timer);
        // Runs in a separate task, because many elements may come close at the same time.
        timer = setTimeout(() => setNear(true));
      },
      { rootMargin: margin },
    );
    observer.observe(current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isNear, element, margin, after]);
  return isNear;
}

/** Returns the width of an element in pixels; 0 until it is known. */
export function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
