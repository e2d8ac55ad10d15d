/** A view in a separate module, which the page loads when it first shows the view. */

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useServices } from "./page";

export interface LazyProps<P> {
  /** Must be the same function for the same view. */
  readonly load: () => Promise<FunctionComponent<P>>;
  readonly props: P;
  /** Shown until the view is loaded. */
  readonly children: VNode | null;
}

export function Lazy<P extends object>({ load, props, children }: LazyProps<P>): VNode | null {
  const [loaded, setLoaded] = useState<{ readonly Component?: FunctionComponent<P> }>();
  useEffect(() => {
    load().then(
      (Component) => setLoaded({ Component }),
      () => setLoaded({}),
    );
  }, [load]);
  const isFailed = loaded !== undefined && loaded.Component === undefined;
  useReload(isFailed);
  if (loaded === undefined) return children;
  const { Component } = loaded;
  return Component === undefined ? <Missing /> : <Component {...props} />;
}

/** Without a connection it has no "Try again", because a reload would lose the whole page. */
function Missing(): VNode {
  const { texts, connection } = useServices();
  const { isConnected } = connection.state.value;
  return (
    <section class="card">
      <p role="alert">{isConnected ? texts.fatal.lead : texts.fatal.offline}</p>
      {isConnected && (
        <button type="button" class="button primary" onClick={() => location.reload()}>
          {texts.retry}
        </button>
      )}
    </section>
  );
}

/** Marks an address in the history whose page was reloaded, so that the page reloads only once. */
const RELOADED = "reloaded";
/** The path of the view in which the person last typed. */
let typedIn = "";
addEventListener("input", () => (typedIn = location.pathname), true);

/**
 * Reloads the page once it is connected. The module's file may be missing in a newer version, and browsers may cache
 * the failure. Does nothing if input or pending changes would be lost.
 */
function useReload(isFailed: boolean): void {
  const { connection, writes } = useServices();
  const isWanted =
    isFailed && connection.state.value.isConnected && writes.pending.value.length === 0;
  useEffect(() => {
    if (!isWanted || history.state === RELOADED || typedIn === location.pathname) return;
    history.replaceState(RELOADED, "");
    location.reload();
  }, [isWanted]);
}
