/** Hooks that tie what changes by itself to what is shown. */

import { useEffect, useReducer, useState } from "preact/hooks";
import type { Query } from "firebase/database";
import { LOADING, watch } from "../data/watch";
import type { Watched } from "../data/watch";
import type { Connection } from "../data/connection";
import { useServices } from "./page";

/**
 * Watches a place.
 * @param key names the place: another one is watched anew
 */
export function useWatch<T>(
  key: string,
  place: () => Query,
  read: (stored: unknown) => T,
): Watched<T> {
  const [state, setState] = useState<{ key: string; watched: Watched<T> }>({
    key,
    watched: LOADING,
  });
  useEffect(() => watch(place(), read, (watched) => setState({ key, watched })), [key]);
  return state.key === key ? state.watched : LOADING;
}

/** Ages are told in seconds at first; nobody counts them one by one. */
const TICK = 5000;

/** The server's time; the component is shown again every few seconds. */
export function useNow(): number {
  const { connection } = useServices();
  const redraw = useRedraw();
  useEffect(() => {
    const timer = setInterval(redraw, TICK);
    return () => clearInterval(timer);
  }, [redraw]);
  return connection.now();
}

/** A function that has the component shown again. */
export function useRedraw(): () => void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  return redraw as () => void;
}

export function useConnection(): Connection {
  const { connection } = useServices();
  const [state, setState] = useState(connection.state);
  useEffect(() => {
    // It may have changed since it was first shown.
    setState(connection.state);
    return connection.listen(setState);
  }, [connection]);
  return state;
}

/** Now, or when the connection was lost: nobody is silent for what this page could not hear. */
export function useKnownUntil(): number {
  const now = useNow();
  const { isConnected, lastConnected } = useConnection();
  return isConnected ? now : (lastConnected ?? now);
}

/** Connecting takes a moment: shorter interruptions are not worth a word, in milliseconds. */
const PATIENCE = 2000;

export interface Offline {
  /** When the connection was last there, in words; undefined before the first time. */
  readonly since: string | undefined;
}

/** Undefined while the database is in reach. */
export function useOffline(): Offline | undefined {
  const { format, connection } = useServices();
  const { isConnected, lastConnected } = useConnection();
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (isConnected) {
      setOffline(false);
      return undefined;
    }
    const timer = setTimeout(() => setOffline(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isConnected]);
  if (!isOffline) return undefined;
  return {
    since: lastConnected === undefined ? undefined : format.moment(lastConnected, connection.now()),
  };
}

/** As the style sheet has it for the list of sensors. */
const NARROW = "(max-width: 959px)";

/** Whether there is no room for a table with controls in its rows. */
export function useIsNarrow(): boolean {
  return useMedia(NARROW);
}

/** Whether a media query holds, also when that changes. */
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
