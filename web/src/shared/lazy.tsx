/** A view in a file of its own, which is loaded when it is shown first. */

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Language } from "../text/language";
import { useServices } from "./page";

export interface LazyProps<P> {
  /** Always the same function for the same view. */
  readonly load: (language: Language) => Promise<FunctionComponent<P>>;
  readonly props: P;
  /** Has the place of the view until it is loaded. */
  readonly children: VNode | null;
}

export function Lazy<P extends object>({ load, props, children }: LazyProps<P>): VNode | null {
  const { texts, language } = useServices();
  const [loaded, setLoaded] = useState<{ readonly Component?: FunctionComponent<P> }>();
  useEffect(() => {
    load(language).then(
      (Component) => setLoaded({ Component }),
      () => setLoaded({}),
    );
  }, [load]);
  useReloadWhenBack(loaded !== undefined && loaded.Component === undefined);
  if (loaded === undefined) return children;
  const { Component } = loaded;
  if (Component !== undefined) return <Component {...props} />;
  return (
    <section class="card">
      <p role="alert">{texts.fatal.lead}</p>
      <button type="button" class="button primary" onClick={() => location.reload()}>
        {texts.retry}
      </button>
    </section>
  );
}

/** Browsers may remember that a file could not be loaded, until the page is loaded anew. */
function useReloadWhenBack(isFailed: boolean): void {
  const { connection, writes } = useServices();
  const { isConnected } = connection.state.value;
  const isStored = writes.pending.value.length === 0;
  const wasLost = useRef(false);
  useEffect(() => {
    wasLost.current ||= isFailed && !isConnected;
    if (wasLost.current && isConnected && isStored) location.reload();
  }, [isFailed, isConnected, isStored]);
}
