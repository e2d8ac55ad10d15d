/** The view of a farm at the address, and the placeholder until its records arrive. */

import type { VNode } from "preact";
import type { FarmRoute } from "./model/input/route";
import { GreenhouseHeading } from "./shared/controls/greenhouse-heading";
import type { GreenhouseHeadingProps } from "./shared/controls/greenhouse-heading";
import { CardSkeletons } from "./shared/controls/skeleton";
import { useFarm } from "./shared/hooks/farm";
import { useOffline } from "./shared/hooks/hooks";
import { Lazy } from "./shared/hooks/lazy";
import type { LazyProps } from "./shared/hooks/lazy";
import { usePage } from "./shared/hooks/page";
import { VIEWS } from "./views";

export function FarmView({ route }: { readonly route: FarmRoute }): VNode {
  switch (route.view) {
    case "farm":
      return show(VIEWS.farm, "farm", {});
    case "greenhouse":
      return <GreenhouseRoute {...route} />;
    case "sensors":
      return route.uid === undefined
        ? show(VIEWS.sensors, "sensors", {})
        : show(VIEWS.sensor, `sensor ${route.uid}`, { uid: route.uid });
    case "alerts":
      return show(VIEWS.alerts, "alerts", {});
    case "settings":
      return show(VIEWS.settings, `settings ${route.greenhouseId ?? ""}`, {
        greenhouseId: route.greenhouseId,
      });
  }
}

function show<P extends object>(load: LazyProps<P>["load"], key: string, props: P): VNode {
  return (
    <Lazy key={key} load={load} props={props}>
      <Skeleton />
    </Lazy>
  );
}

function GreenhouseRoute({ farmId, greenhouseId: id }: GreenhouseAddress): VNode {
  const name = useFarm().greenhouses.find((greenhouse) => greenhouse.id === id)?.name;
  return (
    <Lazy key={id} load={VIEWS.greenhouse} props={{ id }}>
      <GreenhouseSkeleton farmId={farmId} name={name} />
    </Lazy>
  );
}

type GreenhouseAddress = Extract<FarmRoute, { readonly view: "greenhouse" }>;

export function GreenhouseSkeleton(heading: GreenhouseHeadingProps): VNode {
  return (
    <>
      <GreenhouseHeading {...heading} />
      <Skeleton />
    </>
  );
}

export function Skeleton(): VNode {
  const { loading, fatal } = usePage().texts;
  // For example a farm that the person has left. None of its values are cached.
  if (useOffline()) return <p class="card">{fatal.offline}</p>;
  return (
    <div role="status" aria-label={loading}>
      <div class="skeleton">
        <div class="skeleton-line" />
      </div>
      <CardSkeletons count={CARD_COUNT} />
    </div>
  );
}

/** Enough placeholders to fill the screen. */
const CARD_COUNT = 6;
