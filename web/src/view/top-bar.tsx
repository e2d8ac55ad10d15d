/** The bar at the top: the farm's name, its views, and the account. On a phone the views stand at the bottom. */

import type { VNode } from "preact";
import { pathOf } from "../model/route";
import { AccountMenu } from "./account-menu";
import { HouseIcon, LeafIcon, SensorIcon, SettingsIcon } from "./icons";
import { usePage } from "./page";
import { Link } from "./router";

export interface TopBarProps {
  readonly farm?: {
    readonly id: string;
    readonly name: string;
    readonly view: "farm" | "greenhouse" | "sensors" | "settings";
    readonly hasOthers: boolean;
  };
}

export function TopBar({ farm }: TopBarProps): VNode {
  const { speech } = usePage();
  const { nav, appName } = speech.texts;
  return (
    <header class="top">
      <div class="top-inner">
        <Link
          class="brand"
          href={
            farm === undefined || farm.hasOthers ? "/" : pathOf({ view: "farm", farmId: farm.id })
          }
        >
          <LeafIcon />
          <span class="brand-name">{farm?.name ?? appName}</span>
        </Link>
        {farm && (
          <nav class="views" aria-label={nav.main}>
            <Link
              href={pathOf({ view: "farm", farmId: farm.id })}
              isCurrent={farm.view === "farm" || farm.view === "greenhouse"}
            >
              <HouseIcon />
              <span>{nav.overview}</span>
            </Link>
            <Link
              href={pathOf({ view: "sensors", farmId: farm.id })}
              isCurrent={farm.view === "sensors"}
            >
              <SensorIcon />
              <span>{nav.sensors}</span>
            </Link>
            <Link
              href={pathOf({ view: "settings", farmId: farm.id })}
              isCurrent={farm.view === "settings"}
            >
              <SettingsIcon />
              <span>{nav.settings}</span>
            </Link>
          </nav>
        )}
        <AccountMenu />
      </div>
    </header>
  );
}
