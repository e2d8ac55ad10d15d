/** A farm. Loads the data that all its views need, and shows the view at the address. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { parsePlace } from "@greenhouse/domain/identity/farm-records";
import { parseNames } from "@greenhouse/domain/identity/members";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { DEFAULT_SETTINGS } from "@greenhouse/domain/alerts/settings";
import { useListedFarms } from "./shared/hooks/listed-farms";
import { readLocal } from "./data/connection/local";
import type { ConnectionWatch } from "./data/connection/connection";
import { FarmWatch } from "./data/watches/farm-watch";
import { asStored, valueOf, watch } from "./data/watches/watch";
import { FarmView, GreenhouseSkeleton, Skeleton } from "./farm-view";
import { Frame } from "./frame";
import { ProblemAnnouncer, ProblemBadge } from "./frame-problems";
import { asNumber, asText } from "@greenhouse/domain/stored";
import { firstStepPaths } from "./model/farm/first-step-paths";
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
  const { farm, names } = useFarmRecords(route);
  const name = farm === "refused" ? undefined : farm?.name;
  const hasOthers = (valueOf(useListedFarms()) ?? []).length > 1;
  const loading = useLoadingFrame(route, names, hasOthers);
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
  return (
    <FarmContext.Provider value={farm}>
      {farm && <ProblemAnnouncer />}
      {farm === undefined ? (
        loading
      ) : (
        <Frame farm={{ id, name: farm.name, view, hasOthers, badge: <ProblemBadge /> }}>
          <FarmView route={route} />
        </Frame>
      )}
    </FarmContext.Provider>
  );
}

/** Names that are known before all of the farm's records. */
interface EarlyNames {
  readonly farm: string | undefined;
  /** The name of the greenhouse at the address. */
  readonly greenhouse: string | undefined;
}

/** Returns the frame until the farm's records arrive. It stays the same, because each record renders the page again. */
function useLoadingFrame(
  { farmId: id, view }: FarmRoute,
  names: EarlyNames,
  hasOthers: boolean,
): VNode {
  const { farm: name = "…", greenhouse } = names;
  return useMemo(
    () => (
      <Frame farm={{ id, name, view, hasOthers, badge: null }}>
        {view === "greenhouse" ? (
          <GreenhouseSkeleton farmId={id} name={greenhouse} />
        ) : (
          <Skeleton />
        )}
      </Frame>
    ),
    [id, name, greenhouse, view, hasOthers],
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
  const uid = "uid" in route ? route.uid : undefined;
  const sensor = farm?.sensors.find((listed) => listed.uid === uid)?.name;
  return [greenhouse ?? sensor, view, farm?.name];
}

interface FarmRecords {
  /** Undefined until all records arrived. */
  readonly farm: Farm | "refused" | undefined;
  readonly names: EarlyNames;
}

function useFarmRecords(route: FarmRoute): FarmRecords {
  const { farmId: id } = route;
  const { connection, person, locale } = usePage();
  const farm = useFarmWatch(connection, route);
  // Requested before the farm's records, some of which are large.
  useEarlyGreenhouse(route, farm.greenhouse);
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
  const limits = useSame(useLimits(id));
  const place = useWatch(`farms/${id}/place`, parsePlace);
  const openAlerts = useWatch(`alerts/${id}/open`, (stored) => ({ stored }));
  const live = useMemo(() => new LiveGreenhouses(), []);
  useEffect(() => farm.listen(), [farm]);
  useEarlyValues(route, valueOf(greenhouses) ?? [], farm.greenhouse);
  const role = valueOf(members)?.find(({ uid }) => uid === person.uid)?.role ?? "viewer";
  useEarlyRecords(route, role === "owner" ? person.uid : undefined);
  const shown = "greenhouseId" in route ? route.greenhouseId : undefined;
  const early = {
    farm: valueOf(name),
    greenhouse: valueOf(greenhouses)?.find((greenhouse) => greenhouse.id === shown)?.name,
  };
  // The same object while its content is the same, because every view of the farm reads it.
  const records = useMemo((): FarmRecords["farm"] => {
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
      role,
      members: members.value,
      names: valueOf(names) ?? new Map(),
      greenhouses: greenhouses.value,
      sensors: sensors.value,
      place: valueOf(place),
      limits,
      amendments: farm.amendments,
      lastSeen: farm.lastSeen,
      outputs: farm.outputs,
      openAlerts: valueOf(openAlerts)?.stored,
      watchOf: farm.greenhouse,
      startOthers: farm.startOthers,
      live,
    };
  }, [id, name, members, names, greenhouses, sensors, place, limits, openAlerts, role, farm, live]);
  return { farm: records, names: early };
}

/** The first greenhouse of the page is read before the others, whose problems are only a number at a link. */
function useFarmWatch(connection: ConnectionWatch, route: FarmRoute): FarmWatch {
  const shown = route.view === "greenhouse" ? route.greenhouseId : undefined;
  const first = useRef(shown);
  const farm = useMemo(
    () => new FarmWatch(connection, route.farmId, first.current),
    [connection, route.farmId],
  );
  const isOther = shown !== first.current;
  useEffect(() => {
    if (isOther) farm.startOthers();
  }, [farm, isOther]);
  return farm;
}

/** Requests the newest values of the greenhouse in the view, and the data of its charts, before their code is loaded. */
function useEarlyGreenhouse(route: FarmRoute, watchOf: Farm["watchOf"]): void {
  const shown = route.view === "greenhouse" ? route.greenhouseId : undefined;
  useEffect(() => {
    if (shown === undefined) return undefined;
    const { newest, history } = watchOf(shown);
    const stops = [newest, history].map((signal) => signal.subscribe(() => undefined));
    return () => {
      for (const stop of stops) stop();
    };
  }, [shown, watchOf]);
}

/** Requests the newest values of the overview's greenhouses together with the farm's other records, not after them. */
function useEarlyValues(
  { view }: FarmRoute,
  greenhouses: readonly Greenhouse[],
  watchOf: Farm["watchOf"],
): void {
  const ids = useSame(view === "farm" ? greenhouses.map(({ id }) => id) : []);
  useEffect(() => {
    const stops = ids.map((id) => watchOf(id).newest.subscribe(() => undefined));
    return () => {
      for (const stop of stops) stop();
    };
  }, [ids, watchOf]);
}

/**
 * Requests the first steps of an owner together with the farm's other records.
 * @param ownerUid undefined if the person is not an owner, or if the page does not know yet
 */
function useEarlyRecords({ farmId, view }: FarmRoute, ownerUid: string | undefined): void {
  const isOverview = view === "farm";
  useEarly(isOverview && ownerUid !== undefined ? firstStepPaths(farmId, ownerUid) : []);
}

function useEarly(paths: readonly string[]): void {
  const same = useSame(paths);
  useEffect(() => {
    const stops = same.map((path) => watch(path, undefined, asStored, () => undefined));
    return () => {
      for (const stop of stops) stop();
    };
  }, [same]);
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
