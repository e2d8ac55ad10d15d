/** The views, in separate modules, which the page loads when it first shows the view. */

import type { FunctionComponent } from "preact";
import type { NoAccessProps } from "./account/no-access";
import type { JoinProps } from "./join/join";
import type { SettingsProps } from "./settings/settings";
import { parseRoute } from "./model/input/route";

export const VIEWS = {
  farm: (): Promise<FunctionComponent> =>
    import("./overview/overview").then((module) => module.Overview),
  greenhouse: (): Promise<FunctionComponent<{ id: string }>> =>
    import("./greenhouse/greenhouse").then((module) => module.GreenhouseView),
  sensors: (): Promise<FunctionComponent> =>
    import("./sensors/sensors").then((module) => module.SensorsView),
  sensor: (): Promise<FunctionComponent<{ uid: string }>> =>
    import("./sensor/sensor").then((module) => module.SensorView),
  alerts: (): Promise<FunctionComponent> =>
    import("./alerts/alerts").then((module) => module.AlertsView),
  settings: (): Promise<FunctionComponent<SettingsProps>> =>
    import("./settings/settings").then((module) => module.SettingsView),
} as const;

export const FARMS = (): Promise<FunctionComponent<{ isSkipped: boolean }>> =>
  import("./account/farms").then((module) => module.Farms);
export const JOIN = (): Promise<FunctionComponent<JoinProps>> =>
  import("./join/join").then((module) => module.JoinView);
export const NO_ACCESS = (): Promise<FunctionComponent<NoAccessProps>> =>
  import("./account/no-access").then((module) => module.NoAccess);
export const NOT_FOUND = (): Promise<FunctionComponent> =>
  import("./account/not-found").then((module) => module.NotFound);

/** Loads the view at an address before it is shown. Ignores failures, which appear when the view is shown. */
export async function preloadView(path: string): Promise<void> {
  await loadView(path).catch(() => undefined);
}

function loadView(path: string): Promise<unknown> {
  const route = parseRoute(path);
  const { view } = route;
  if ("uid" in route) return VIEWS.sensor();
  if (view in VIEWS) return VIEWS[view as keyof typeof VIEWS]();
  // Most people have one farm. The page shows it instead of the list.
  return view === "join" ? JOIN() : Promise.all([FARMS(), VIEWS.farm()]);
}
