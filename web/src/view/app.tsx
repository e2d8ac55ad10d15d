/** Who is signed in decides what there is: the sign-in alone, or the view that the address names. */

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { watchPerson } from "../data/session";
import type { Person } from "../data/session";
import { parseRoute } from "../model/route";
import { FarmShell } from "./farm-shell";
import { Farms } from "./farms";
import { NotFound } from "./not-found";
import { NoticeBar, useNotices } from "./notices";
import { OfflineBar } from "./offline-bar";
import { PageContext, useServices } from "./page";
import { useAddress } from "./router";
import { SignIn } from "./sign-in";

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
  const route = parseRoute(path);
  return (
    <PageContext.Provider value={page}>
      <a class="skip" href="#content">
        {services.speech.texts.skipToContent}
      </a>
      <OfflineBar />
      {route.view === "unknown" && <NotFound />}
      {(route.view === "start" || route.view === "farms") && (
        <Farms key="farms" isSkipped={route.view === "start"} />
      )}
      {"farmId" in route && <FarmShell key={route.farmId} route={route} />}
      <NoticeBar notice={notice} dismiss={dismiss} />
    </PageContext.Provider>
  );
}
