/** Shows the sign-in, or the view at the address to a person who is signed in. */

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { whenIdle } from "./data/connection/heard-socket";
import { endSnapshots, loadSnapshot } from "./data/connection/known";
import { rememberPerson } from "./data/connection/remembered";
import { loadSession } from "./data/connection/session-loading";
import type { Person } from "./model/farm/person";
import { SignIn } from "./account/sign-in";
import { FarmPage } from "./farm-page";
import { Frame } from "./frame";
import { isEqual } from "./model/values/equal";
import { createFormatter } from "./model/values/format";
import { parseRoute } from "./model/input/route";
import { backgroundTask } from "./shared/hooks/background-task";
import { useOffline } from "./shared/hooks/hooks";
import { Lazy } from "./shared/hooks/lazy";
import { forgetPreferences, usePreferences } from "./shared/hooks/preferences";
import { NoticeBar, useNotices } from "./shared/problems/notices";
import { PageContext, ServicesContext, usePage, useServices } from "./shared/hooks/page";
import { useAddress } from "./shared/hooks/router";
import { FARMS, JOIN, NOT_FOUND } from "./views";

export interface AppProps {
  /** The person who was last signed in. Their cached values are already loaded. */
  readonly remembered: Person | undefined;
  /** Resolves when the page may load the code of sign-ins, which confirms the remembered person. */
  readonly whenToConfirm: Promise<void>;
}

export function App({ remembered, whenToConfirm }: AppProps): VNode {
  const { connection, writes } = useServices();
  const [person, setPerson] = useState<Person | null>(remembered ?? null);
  useEffect(() => {
    let shown = remembered;
    const show = async (next: Person | null): Promise<void> => {
      rememberPerson(next);
      if (shown && next?.uid !== shown.uid) {
        forgetPreferences(shown.uid);
        // Pending changes must not be sent in another person's name. Only a reload discards changes that the SDK
        // already has.
        if (writes.discard()) location.reload();
      }
      if (next === null) await endSnapshots();
      else if (next.uid !== shown?.uid) {
        const last = await loadSnapshot(next.uid);
        if (last) connection.beginWith(last);
      }
      if (isEqual(next, shown)) return;
      shown = next ?? undefined;
      setPerson(next);
    };
    const confirm = async (): Promise<void> => {
      try {
        const { watchPerson } = await loadSession();
        await watchPerson((next) => void show(next));
      } catch {
        setTimeout(() => void confirm(), RETRY_AFTER_MS);
      }
    };
    void whenToConfirm.then(confirm);
  }, [remembered, whenToConfirm, connection, writes]);
  return person === null ? <SignIn /> : <SignedIn key={person.uid} person={person} />;
}

function SignedIn({ person }: { readonly person: Person }): VNode {
  const services = useServices();
  const { notice, dismiss, attempt } = useNotices();
  const preferences = usePreferences(person.uid);
  const page = useMemo(() => {
    const { temperatureUnit, timeZone } = preferences;
    const format = createFormatter(services.locale, timeZone, temperatureUnit, services.texts.ages);
    return { ...services, format, person, attempt };
  }, [services, preferences, person, attempt]);
  const { path } = useAddress();
  useFocusOnView(path);
  const Bar = useBackgroundBar();
  return (
    <ServicesContext.Provider value={page}>
      <PageContext.Provider value={page}>
        <a class="skip" href="#content">
          {services.texts.skipToContent}
        </a>
        <ConnectionBars />
        {Bar && <Bar />}
        <View path={path} />
        <NoticeBar notice={notice} dismiss={dismiss} />
      </PageContext.Provider>
    </ServicesContext.Provider>
  );
}

/** Returns the bar of the person's background task. The task ends with the sign-in. */
function useBackgroundBar(): FunctionComponent | undefined {
  useEffect(
    () => () => {
      backgroundTask.peek()?.stop();
      backgroundTask.value = undefined;
    },
    [],
  );
  return backgroundTask.value?.Bar;
}

/** Moves the focus to the start of a new view, because the element that had it was removed. */
function useFocusOnView(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
  }, [path]);
}

/**
 * Shows thin bars while the database cannot be reached or changes are pending. While changes are pending, the browser
 * asks before the person leaves.
 */
function ConnectionBars(): VNode {
  const { texts, writes } = useServices();
  const { connection } = texts;
  const offline = useOffline();
  const Pending = usePendingBar();
  const isPending = writes.pending.value.length > 0;
  useEffect(() => {
    if (!isPending) return undefined;
    const ask = (event: Event): void => {
      if (writes.pending.peek().length > 0) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isPending, writes]);
  return (
    <div role="status" class="connection-bars">
      {offline && <p class="offline">{connection.offline(offline.since)}</p>}
      {Pending ? <Pending /> : offline && isPending && <p class="offline">{connection.pending}</p>}
    </div>
  );
}

/** The delay after the first view, and between attempts to load a file, in milliseconds. */
export const RETRY_AFTER_MS = 5000;
let pendingBar: Promise<FunctionComponent> | undefined;

/** Loads the bar once, even if another person signs in. Tries again while the network fails. */
function usePendingBar(): FunctionComponent | undefined {
  const services = useServices();
  const [Bar, setBar] = useState<FunctionComponent>();
  useEffect(() => {
    const load = async (): Promise<FunctionComponent> => {
      await whenIdle(RETRY_AFTER_MS);
      try {
        return (await import("./offline/offline")).startOffline(services);
      } catch {
        return load();
      }
    };
    pendingBar ??= load();
    void pendingBar.then((loaded) => setBar(() => loaded));
  }, [services]);
  return Bar;
}

function View({ path }: { readonly path: string }): VNode {
  const { texts } = usePage();
  const route = parseRoute(path);
  if ("farmId" in route) {
    return <FarmPage key={route.farmId} route={route} />;
  }
  if (route.view === "join") {
    const props = { farmId: route.invitedTo, token: route.token };
    return (
      <Frame key="join" isNarrow>
        <Lazy key={path} load={JOIN} props={props}>
          <p class="quiet">{texts.loading}</p>
        </Lazy>
      </Frame>
    );
  }
  if (route.view === "unknown") {
    return (
      <Frame key="unknown" isNarrow>
        <Lazy load={NOT_FOUND} props={{}}>
          {null}
        </Lazy>
      </Frame>
    );
  }
  return (
    <Frame key="farms" isNarrow>
      <Lazy load={FARMS} props={{ isSkipped: route.view === "start" }}>
        {null}
      </Lazy>
    </Frame>
  );
}
