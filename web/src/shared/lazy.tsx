/** A view in a file of its own, which is loaded when it is shown first. */

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Language } from "../text/language";
import { useServices } from "./page";

export interface LazyProps<P> {
  /** Always the same function for the same view. */
  readonly load: (language: Language) => Promise<FunctionComponent<P>>;
  readonly props: P;
  /** Shown until the view is loaded. */
  readonly children: VNode | null;
}

export function Lazy<P extends object>({ load, props, children }: LazyProps<P>): VNode | null {
  const { language } = useServices();
  const [loaded, setLoaded] = useState<{ readonly Component?: FunctionComponent<P> }>();
  useEffect(() => {
    load(language).then(
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

/** Without a connection there is no "Try again": it would lose the whole page. */
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

/** Where the browser keeps the address whose page was reloaded: a page is reloaded for it only once. */
const RELOADED = "reloaded";
/** The view in which something was typed. */
let typedIn = "";
addEventListener("input", () => (typedIn = location.pathname), true);

/**
 * Reloads the page when its server can be reached: a newer version may no longer have the file, and browsers may
 * remember that it could not be loaded. Not while something is typed or not stored, which would be lost.
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
