/** The sign-in, or the view at the address for a person who is signed in. */

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Farms } from "./account/farms";
import { SignIn } from "./account/sign-in";
import { watchPerson } from "./data/session";
import type { Person } from "./data/session";
import { FarmPage } from "./farm-page";
import { Frame } from "./frame";
import { parseRoute } from "./model/route";
import { useOffline } from "./shared/hooks";
import { NoticeBar, useNotices } from "./shared/notices";
import { PageContext, usePage, useServices } from "./shared/page";
import { Link, useAddress } from "./shared/router";

export function App(): VNode | null {
  const { backend } = useServices();
  const [person, setPerson] = useState<Person | null>();
  useEffect(() => watchPerson(backend.auth, setPerson), [backend]);
  if (person === undefined) return null;
  return person === null ? <SignIn /> : <SignedIn key={person.uid} person={person} />;
}

function SignedIn({ person }: { readonly person: Person }): VNode {
  const services = useServices();
  const { notice, dismiss, attempt } = useNotices();
  const page = useMemo(() => ({ ...services, person, attempt }), [services, person, attempt]);
  const { path } = useAddress();
  return (
    <PageContext.Provider value={page}>
      <a class="skip" href="#content">
        {services.texts.skipToContent}
      </a>
      <OfflineBar />
      <View path={path} />
      <NoticeBar notice={notice} dismiss={dismiss} />
    </PageContext.Provider>
  );
}

/** A thin bar while the database cannot be reached. */
function OfflineBar(): VNode {
  const { connection } = useServices().texts;
  const offline = useOffline();
  return (
    <div role="status">{offline && <p class="offline">{connection.offline(offline.since)}</p>}</div>
  );
}

function View({ path }: { readonly path: string }): VNode {
  const { texts } = usePage();
  const route = parseRoute(path);
  if ("farmId" in route) {
    const notFound = <NotFound reason={texts.farms.notYours} />;
    return <FarmPage key={route.farmId} route={route} notFound={notFound} />;
  }
  if (route.view === "unknown") return <NotFound reason={texts.notFound.lead} />;
  return (
    <Frame key="farms" isNarrow>
      <Farms isSkipped={route.view === "start"} />
    </Frame>
  );
}

function NotFound({ reason }: { readonly reason: string }): VNode {
  const { notFound } = usePage().texts;
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
