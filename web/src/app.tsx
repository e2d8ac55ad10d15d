/** The sign-in, or the view at the address for a person who is signed in. */

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { deleteSnapshots, loadSnapshot } from "./data/known";
import { watchPerson } from "./data/session";
import type { Person } from "./data/session";
import { FarmPage } from "./farm-page";
import { Frame } from "./frame";
import { createFormatter } from "./model/format";
import { parseRoute } from "./model/route";
import { useOffline, useTitle } from "./shared/hooks";
import { Lazy } from "./shared/lazy";
import { usePreferences } from "./shared/preferences";
import { NoticeBar, useNotices } from "./shared/notices";
import { PageContext, ServicesContext, usePage, useServices } from "./shared/page";
import { Link, useAddress } from "./shared/router";
import { FARMS, JOIN, SIGN_IN } from "./views";

export function App(): VNode | null {
  const { backend, connection } = useServices();
  const [person, setPerson] = useState<Person | null>();
  useEffect(() => {
    const show = async (next: Person | null): Promise<void> => {
      const last = next && (await loadSnapshot(next.uid));
      if (last) connection.beginWith(last.at);
      if (next === null) await deleteSnapshots();
      setPerson(next);
    };
    return watchPerson(backend.auth, (next) => void show(next));
  }, [backend]);
  if (person === undefined) return null;
  return person === null ? (
    <Lazy load={SIGN_IN} props={{}}>
      {null}
    </Lazy>
  ) : (
    <SignedIn key={person.uid} person={person} />
  );
}

function SignedIn({ person }: { readonly person: Person }): VNode {
  const services = useServices();
  const { notice, dismiss, attempt } = useNotices();
  // Another person must not send them.
  useEffect(() => () => void services.writes.discard(), [services]);
  const preferences = usePreferences(person.uid);
  const page = useMemo(() => {
    const { temperatureUnit, timeZone } = preferences;
    const format = createFormatter(services.locale, timeZone, temperatureUnit);
    return { ...services, format, person, attempt };
  }, [services, preferences, person, attempt]);
  const { path } = useAddress();
  useFocusOnView(path);
  return (
    <ServicesContext.Provider value={page}>
      <PageContext.Provider value={page}>
        <a class="skip" href="#content">
          {services.texts.skipToContent}
        </a>
        <ConnectionBars />
        <View path={path} />
        <NoticeBar notice={notice} dismiss={dismiss} />
      </PageContext.Provider>
    </ServicesContext.Provider>
  );
}

/** In another view, the focus is at its beginning: what had it is gone. */
function useFocusOnView(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
  }, [path]);
}

/** Thin bars while the database cannot be reached, and while changes are not stored. */
function ConnectionBars(): VNode {
  const { connection } = useServices().texts;
  const offline = useOffline();
  const Pending = usePendingBar();
  return (
    <div role="status" class="connection-bars">
      {offline && <p class="offline">{connection.offline(offline.since)}</p>}
      {Pending && <Pending />}
    </div>
  );
}

/** After the first view, in milliseconds. */
const LATER = 5000;
let pendingBar: Promise<FunctionComponent> | undefined;

/** Loaded once, also for the next person; tried again as long as the network fails. */
function usePendingBar(): FunctionComponent | undefined {
  const services = useServices();
  const [Bar, setBar] = useState<FunctionComponent>();
  useEffect(() => {
    const load = async (): Promise<FunctionComponent> => {
      await new Promise((resolve) => setTimeout(resolve, LATER));
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
  if (route.view === "unknown") return <NotFound reason={texts.notFound.lead} />;
  return (
    <Frame key="farms" isNarrow>
      <Lazy load={FARMS} props={{ isSkipped: route.view === "start" }}>
        {null}
      </Lazy>
    </Frame>
  );
}

function NotFound({ reason }: { readonly reason: string }): VNode {
  const { notFound } = usePage().texts;
  useTitle(notFound.title);
  return (
    <Frame isNarrow>
      <h1>{notFound.title}</h1>
      <p>{reason}</p>
      <Link class="button primary" href="/">
        {notFound.home}
      </Link>
    </Frame>
  );
}
