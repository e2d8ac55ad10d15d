/**
 * The frame of every view: a bar with the farm's name, its views and the account. On a phone the views are at the
 * bottom.
 */

import type { ComponentChildren, VNode } from "preact";
import { AccountMenu } from "./account/account-menu";
import { pathOf } from "./model/input/route";
import { BellIcon, HouseIcon, LeafIcon, SensorIcon, SettingsIcon } from "./shared/controls/icons";
import { usePage } from "./shared/hooks/page";
import { Link } from "./shared/hooks/router";

export interface FrameProps {
  readonly farm?: ShownFarm;
  readonly isNarrow?: boolean;
  readonly children: ComponentChildren;
}

interface ShownFarm {
  readonly id: string;
  readonly name: string;
  readonly view: "farm" | "greenhouse" | "sensors" | "alerts" | "settings";
  readonly hasOthers: boolean;
  /** The number of problems; null until known. */
  readonly badge: VNode | null;
}

export function Frame({ farm, isNarrow, children }: FrameProps): VNode {
  const { appName } = usePage().texts;
  const home =
    farm === undefined || farm.hasOthers ? "/" : pathOf({ view: "farm", farmId: farm.id });
  return (
    <>
      <header class="top">
        <div class="top-inner">
          <Link class="brand" href={home}>
            <LeafIcon />
            <span class="brand-name">{farm?.name ?? appName}</span>
          </Link>
          {farm && <Views {...farm} />}
          <AccountMenu />
        </div>
      </header>
      <main class={`page ${isNarrow ? "narrow" : ""}`} id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

const VIEWS = [
  { view: "farm", name: "overview", Icon: HouseIcon },
  { view: "sensors", name: "sensors", Icon: SensorIcon },
  { view: "alerts", name: "alerts", Icon: BellIcon },
  { view: "settings", name: "settings", Icon: SettingsIcon },
] as const;

function Views(farm: ShownFarm): VNode {
  const { nav } = usePage().texts;
  const current = farm.view === "greenhouse" ? "farm" : farm.view;
  return (
    <nav class="views" aria-label={nav.main}>
      {VIEWS.map(({ view, name, Icon }) => (
        <Link key={view} href={pathOf({ view, farmId: farm.id })} isCurrent={view === current}>
          <Icon />
          <span>{nav[name]}</span>
          {view === "alerts" && farm.badge}
        </Link>
      ))}
    </nav>
  );
}
