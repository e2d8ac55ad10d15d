/** A farm. Loads the data that all its views need, and shows the view at the address. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { parsePlace } from "@greenhouse/domain/identity/farm-records";
import { parseNames } from "@greenhouse/domain/identity/members";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { DEFAULT_SETTINGS } from "@greenhouse/domain/alerts/settings";
import { useListedFarms } from "./shared/hooks/listed-farms";
import { readLocal } from "./data/connection/local";
import { FarmWatch } from "./data/watches/farm-watch";
import { asStored, valueOf, watch } from "./data/watches/watch";
import { FarmView, Skeleton } from "./farm-view";
import { Frame } from "./frame";
import { ProblemAnnouncer, ProblemBadge } from "./frame-problems";
import { asNumber, asText } from "@greenhouse/domain/stored";
import { readGreenhouses, readSensors, sortedMembers } from "./model/farm/farm";
import type { Greenhouse } from "./model/farm/farm";
import type { FarmRoute } from "./model/input/route";
import { FarmContext } from "./shared/hooks/farm";
import type { Farm } from "./shared/hooks/farm";
import { useTitle, useWatch } from "./shared/hooks/hooks";
import { Lazy } from "./shared/hooks/lazy";
import { LiveGreenhouses } from "./shared/hooks/live-greenhouses";
import { usePage } from "./shared/hooks/page";
import { useSame } from "./shared/hooks/stable";
import type { Texts } from "./text/en/page";
import { NO_ACCESS } from "./views";

export interface FarmPageProps {
  readonly route: FarmRoute;
}

export function FarmPage(props: FarmPageProps): VNode {
  const [attempts, setAttempts] = useState(0);
  const formerName = useRef<string | undefined>(undefined);
  return (
    <Records
      key={attempts}
      formerName={formerName}
      onAccess={() => setAttempts(attempts + 1)}
      {...props}
    />
  );
}

interface RecordsProps extends FarmPageProps {
  /** The farm's name once it was read. */
  readonly formerName: { current: string | undefined };
  /** Called when the person gets access. The SDK does not retry refused listeners, so new listeners are needed. */
  readonly onAccess: () => void;
}

function Records({ route, formerName, onAccess }: RecordsProps): VNode {
  const { texts } = usePage();
  const farm = useFarmRecords(route);
  const name = farm === "refused" ? undefined : farm?.name;
  const listed = valueOf(useListedFarms()) ?? [];
  if (name !== undefined) formerName.current = name;
  useTitle(...titleOf(farm, route, texts));
  if (farm === "refused") {
    const props = { farmId: route.farmId, formerName: formerName.current, onAccess };
    return (
      <Frame isNarrow>
        <Lazy load={NO_ACCESS} props={props}>
          <Skeleton />
        </Lazy>
      </Frame>
    );
  }
  const { farmId: id, view } = route;
  const badge = farm && <ProblemBadge />;
  return (
    <FarmContext.Provider value={farm}>
      {farm && <ProblemAnnouncer />}
      <Frame
        farm={{ id, name: name ?? "…", view, hasOthers: listed.length > 1, badge: badge ?? null }}
      >
        {farm === undefined ? <Skeleton /> : <FarmView route={route} />}
      </Frame>
    </FarmContext.Provider>
  );
}

/** Returns for example "Sensors · Sunny Acres". The overview's title is only the farm's name. */
function titleOf(
  farm: Farm | "refused" | undefined,
  route: FarmRoute,
  { nav, notFound }: Texts,
): readonly (string | undefined)[] {
  if (farm === "refused") return [notFound.title];
  if (route.view === "farm") return [farm?.name];
  const view = route.view === "greenhouse" ? undefined : nav[route.view];
  const id = "greenhouseId" in route ? route.greenhouseId : undefined;
  const greenhouse = farm?.greenhouses.find((greenhouse) => greenhouse.id === id)?.name;
  return [greenhouse, view, farm?.name];
}

/** Returns the farm's records; undefined until all of them arrived. */
function useFarmRecords(route: FarmRoute): Farm | "refused" | undefined {
  const { farmId: id } = route;
  const { connection, person, locale } = usePage();
  useEffect(() => {
    if (readLocal("pushDevice") === null) return;
    // If loading fails without a connection, the next visit tries again.
    void import("./data/changes/renew-device")
      .then(({ renewDevice }) => renewDevice(person.uid))
      .catch(() => undefined);
  }, [person.uid]);
  const name = useWatch(`farms/${id}/name`, asText);
  const members = useWatch(`farms/${id}/members`, sortedMembers);
  const names = useWatch(`farms/${id}/names`, parseNames);
  const greenhouses = useWatch("greenhouses", (stored) => readGreenhouses(stored, locale), {
    farmId: id,
  });
  const sensors = useWatch("registeredSensors", (stored) => readSensors(stored, locale), {
    farmId: id,
  });
  const limits = useLimits(id);
  const place = useWatch(`farms/${id}/place`, parsePlace);
  const openAlerts = useWatch(`alerts/${id}/open`, (stored) => ({ stored }));
  const farm = useMemo(() => new FarmWatch(connection, id), [connection, id]);
  const live = useMemo(() => new LiveGreenhouses(), []);
  useEffect(() => farm.listen(), [farm]);
  useEarlyValues(route, valueOf(greenhouses) ?? [], farm.greenhouse);
  useEarlyOutputs(route);
  const all = [name, members, greenhouses, sensors];
  if (all.some(({ status }) => status === "failed")) return "refused";
  if (
    name.status !== "ready" ||
    members.status !== "ready" ||
    greenhouses.status !== "ready" ||
    sensors.status !== "ready" ||
    place.status === "loading" ||
    limits === undefined ||
    openAlerts.status === "loading"
  ) {
    return undefined;
  }
  if (members.value.length === 0) return "refused";
  return {
    id,
    name: name.value ?? id,
    role: members.value.find(({ uid }) => uid === person.uid)?.role ?? "viewer",
    members: members.value,
    names: valueOf(names) ?? new Map(),
    greenhouses: greenhouses.value,
    sensors: sensors.value,
    place: valueOf(place),
    limits,
    lastSeen: farm.lastSeen,
    openAlerts: valueOf(openAlerts)?.stored,
    watchOf: farm.greenhouse,
    live,
  };
}

/**
 * Listens to the greenhouses of the view. The page requests their values together with the farm's other records, not
 * after them. It also requests the data of a greenhouse's charts before their code is loaded.
 */
function useEarlyValues(
  route: FarmRoute,
  greenhouses: readonly Greenhouse[],
  watchOf: Farm["watchOf"],
): void {
  const all = route.view === "farm" ? greenhouses.map(({ id }) => id) : [];
  const isCharted = route.view === "greenhouse";
  const ids = useSame(isCharted ? [route.greenhouseId] : all);
  useEffect(() => {
    const shown = ids.map(watchOf);
    const signals = shown.flatMap(({ newest, history }) =>
      isCharted ? [newest, history] : [newest],
    );
    const stops = signals.map((signal) => signal.subscribe(() => undefined));
    return () => {
      for (const stop of stops) stop();
    };
  }, [ids, isCharted, watchOf]);
}

/** Requests the outputs that the overview shows together with the farm's other records. */
function useEarlyOutputs({ farmId, view }: FarmRoute): void {
  useEffect(() => {
    if (view !== "farm") return undefined;
    const roots = ["outputs", "outputOrders", "outputStates"];
    const stops = roots.map((root) =>
      watch(`${root}/${farmId}`, undefined, asStored, () => undefined),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [farmId, view]);
}

/** Returns the farm's limits; undefined until they arrive. A farm without settings has the page's defaults. */
function useLimits(id: string): Farm["limits"] | undefined {
  const minutes = useWatch(`alertSettings/${id}/silentAfterMinutes`, asNumber);
  const percent = useWatch(`alertSettings/${id}/lowBatteryPercent`, asNumber);
  if (minutes.status === "loading" || percent.status === "loading") return undefined;
  const silentAfter = valueOf(minutes);
  return {
    silentAfter: silentAfter === undefined ? undefined : silentAfter * MINUTE_MS,
    lowBattery: valueOf(percent) ?? DEFAULT_SETTINGS.lowBatteryPercent,
  };
}
