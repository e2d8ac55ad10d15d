/** The person's farms, and a form for a new farm. The start page skips a list with one farm. */

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { valueOf } from "../data/watches/watch";
import { parseRoute, pathOf } from "../model/input/route";
import { useOffline, useTitle } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { navigate } from "../shared/hooks/router";
import { useListedFarms } from "../shared/hooks/listed-farms";
import { CreateFarm } from "./create-farm";
import { FarmEntry } from "./listed-farms";
import { useFarmsTexts } from "../text/farms";

export interface FarmsProps {
  /** Whether the page skips a list that has only one farm. */
  readonly isSkipped: boolean;
}

export function Farms({ isSkipped }: FarmsProps): VNode {
  const { loading, problems, fatal } = usePage().texts;
  const offline = useOffline();
  const farms = useFarmsTexts();
  const watched = useListedFarms();
  const listed = valueOf(watched);
  useTitle(farms.title);
  const single = isSkipped && listed?.length === 1 ? listed[0] : undefined;
  useEffect(() => {
    // The person may have left the start page before this runs.
    const isStart = parseRoute(location.pathname).view === "start";
    if (single !== undefined && isStart)
      navigate(pathOf({ view: "farm", farmId: single }), "replace");
  }, [single]);
  const isWaiting = watched.status === "loading" || single !== undefined;
  return (
    <>
      <h1>{farms.title}</h1>
      {watched.status === "failed" && <p class="error">{problems[watched.problem]}</p>}
      {isWaiting && <p class="quiet">{offline ? fatal.offline : loading}</p>}
      {!isWaiting && listed && <List ids={listed} />}
    </>
  );
}

function List({ ids }: { readonly ids: readonly string[] }): VNode {
  const farms = useFarmsTexts();
  return (
    <>
      {ids.length === 0 ? (
        <>
          <p>{farms.emptyList}</p>
          <JoinFarm />
        </>
      ) : (
        <ul class="plain farm-list">
          {ids.map((id) => (
            <FarmEntry key={id} id={id} />
          ))}
        </ul>
      )}
      <CreateFarm />
    </>
  );
}

function JoinFarm(): VNode {
  const { backend } = usePage();
  const farms = useFarmsTexts();
  return (
    <section class="card">
      <h2>{farms.join}</h2>
      <p>{farms.joinHint}</p>
      {backend.demoPeople === undefined && <p class="quiet">{farms.ask}</p>}
    </section>
  );
}
