/** The frame of a farm: loads what all its views need, and shows the one that the address names. */

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { farmPlace, greenhousesOf, sensorsOf } from "../data/farm-places";
import { GreenhouseWatch } from "../data/greenhouse-watch";
import { valueOf } from "../data/watch";
import { readGreenhouses, readMembers, readSensors, readText } from "../model/farm";
import type { Route } from "../model/route";
import { FarmContext } from "./farm-context";
import type { Farm } from "./farm-context";
import { useWatch } from "./hooks";
import { useListedFarms } from "./listed-farms";
import { NotFound } from "./not-found";
import { Overview } from "./overview";
import { usePage } from "./page";
import { TopBar } from "./top-bar";

type FarmRoute = Extract<Route, { readonly farmId: string }>;

export function FarmShell({ route }: { readonly route: FarmRoute }): VNode {
  const { speech } = usePage();
  const listed = valueOf(useListedFarms()) ?? [];
  const isListed = listed.some(({ id }) => id === route.farmId);
  const [attempts, setAttempts] = useState(0);
  const { farm, isRefused } = useFarmRecords(route.farmId, attempts);
  // Whoever becomes a member while the page says that they are none sees the farm at once.
  useEffect(() => {
    if (isListed && isRefused) setAttempts((count) => count + 1);
  }, [isListed]);
  useEffect(() => {
    if (farm === undefined) return undefined;
    document.title = `${farm.name} · ${speech.texts.appName}`;
    return () => (document.title = speech.texts.appName);
  }, [farm?.name, speech]);
  if (isRefused) return <NotFound reason={speech.texts.farms.notYours} />;
  return (
    <>
      <TopBar
        farm={{
          id: route.farmId,
          name: farm?.name ?? "…",
          view: route.view,
          hasOthers: listed.length > 1,
        }}
      />
      <main class="page" id="content" tabIndex={-1}>
        {farm === undefined ? (
          <Skeleton />
        ) : (
          <FarmContext.Provider value={farm}>
            <View route={route} />
          </FarmContext.Provider>
        )}
      </main>
    </>
  );
}

/** @param attempts reads all of it anew when it changes: what was refused stays so by itself */
function useFarmRecords(
  farmId: string,
  attempts: number,
): { farm: Farm | undefined; isRefused: boolean } {
  const { backend, connection, person, speech } = usePage();
  const { database } = backend;
  const key = `${farmId}/${attempts}`;
  const name = useWatch(key, () => farmPlace(database, farmId, "name"), readText);
  const members = useWatch(key, () => farmPlace(database, farmId, "members"), readMembers);
  const greenhouses = useWatch(
    key,
    () => greenhousesOf(database, farmId),
    (stored) => readGreenhouses(stored, speech.locale),
  );
  const sensors = useWatch(
    key,
    () => sensorsOf(database, farmId),
    (stored) => readSensors(stored, speech.locale),
  );
  const watchOf = useMemo(() => {
    const watches = new Map<string, GreenhouseWatch>();
    return (id: string): GreenhouseWatch => {
      const known = watches.get(id) ?? new GreenhouseWatch(database, connection, id);
      watches.set(id, known);
      return known;
    };
  }, [database, connection, key]);
  const all = [name, members, greenhouses, sensors];
  const isRefused = all.some(({ status }) => status === "failed");
  if (
    name.status !== "ready" ||
    members.status !== "ready" ||
    greenhouses.status !== "ready" ||
    sensors.status !== "ready"
  ) {
    return { farm: undefined, isRefused };
  }
  const role = members.value.find(({ uid }) => uid === person.uid)?.role ?? "viewer";
  const farm: Farm = {
    id: farmId,
    name: name.value ?? farmId,
    role,
    members: members.value,
    greenhouses: greenhouses.value,
    sensors: sensors.value,
    watchOf,
  };
  return { farm, isRefused: isRefused || members.value.length === 0 };
}

/** The views that are fetched when they are first asked for; the overview comes with the page. */
const GREENHOUSE = (): Promise<FunctionComponent<{ id: string }>> =>
  import("./greenhouse").then((module) => module.GreenhouseView);
const SENSORS = (): Promise<FunctionComponent> =>
  import("./sensors").then((module) => module.SensorsView);
const SETTINGS = (): Promise<FunctionComponent> =>
  import("./settings").then((module) => module.SettingsView);

function View({ route }: { readonly route: FarmRoute }): VNode {
  switch (route.view) {
    case "farm":
      return <Overview />;
    case "greenhouse":
      return (
        <Later key={route.greenhouseId} load={GREENHOUSE} props={{ id: route.greenhouseId }} />
      );
    case "sensors":
      return <Later key="sensors" load={SENSORS} props={{}} />;
    case "settings":
      return <Later key="settings" load={SETTINGS} props={{}} />;
  }
}

interface LaterProps<P> {
  readonly load: () => Promise<FunctionComponent<P>>;
  readonly props: P;
}

function Later<P extends object>({ load, props }: LaterProps<P>): VNode {
  const { speech } = usePage();
  const [loaded, setLoaded] = useState<{ readonly Component?: FunctionComponent<P> }>();
  useEffect(() => {
    load().then(
      (Component) => setLoaded({ Component }),
      () => setLoaded({}),
    );
  }, [load]);
  if (loaded === undefined) return <Skeleton />;
  const { Component } = loaded;
  if (Component !== undefined) return <Component {...props} />;
  return (
    <section class="card">
      <p role="alert">{speech.texts.fatal.lead}</p>
      <button type="button" class="button primary" onClick={() => location.reload()}>
        {speech.texts.retry}
      </button>
    </section>
  );
}

function Skeleton(): VNode {
  const { loading } = usePage().speech.texts;
  return (
    <div class="skeleton" role="status" aria-label={loading}>
      <div class="skeleton-line" />
      <div class="cards">
        <div class="skeleton-card" />
        <div class="skeleton-card" />
        <div class="skeleton-card" />
      </div>
    </div>
  );
}
