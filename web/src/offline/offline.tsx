/** The code that the page needs while offline. It is loaded after the first view, while there is a connection. */

import { signal } from "@preact/signals";
import type { FunctionComponent, VNode } from "preact";
import { keepAlive } from "../data/connection/keep-alive";
import { keepKnown } from "../data/connection/keep-known";
import { keepPageFiles } from "../data/connection/page-version";
import { sdkLoaded } from "../data/connection/sdk";
import type { Services } from "../shared/hooks/page";
import { PendingBar } from "./pending-bar";
import { VersionBar } from "./version-bar";
import "./offline.css";

const hasNewVersion = signal(false);

/** Call this once per page. @returns the lines about pending changes and about a new version */
export function startOffline({ connection, writes }: Services): FunctionComponent {
  void sdkLoaded.then((sdk) => keepAlive(sdk, connection, writes.pending));
  keepKnown(connection);
  void keepPageFiles(() => (hasNewVersion.value = true));
  return Bars;
}

function Bars(): VNode {
  return (
    <>
      <PendingBar />
      {hasNewVersion.value && <VersionBar />}
    </>
  );
}
