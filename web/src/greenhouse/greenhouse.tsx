/** A greenhouse: its newest values, its charts, and its sensors. */

import { entriesOf, textOf } from "../../../domain/src/stored";
import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ChartPanels } from "../charts/chart-panels";
import { idOf } from "../model/attention";
import type { Attention } from "../model/attention";
import type { Greenhouse } from "../model/farm";
import { CHARTED } from "../model/measurement";
import { pathOf } from "../model/route";
import { AttentionLine } from "../shared/attention";
import { AlertBar } from "../shared/alerts";
import { useFarm, useGreenhouses } from "../shared/farm";
import type { LiveGreenhouse } from "../shared/farm";
import { BackIcon } from "../shared/icons";
import { useMedia } from "../shared/hooks";
import { Lazy } from "../shared/lazy";
import { usePage } from "../shared/page";
import { Link, useAddress } from "../shared/router";
import type { Language } from "../text/language";
import type { SensorTableProps } from "./sensor-table";
import { Tiles } from "./tiles";
import "./greenhouse.css";

export function GreenhouseView({ id }: { readonly id: string }): VNode {
  const farm = useFarm();
  const { greenhouse: texts, notFound } = usePage().texts;
  const { search } = useAddress();
  // Alerts of this greenhouse, or the one that a message links to.
  const hasAlerts =
    search.includes("alert=") ||
    entriesOf(farm.openAlerts).some(([, alert]) => textOf(alert, "greenhouse") === id);
  const [live] = useGreenhouses(farm.greenhouses.filter((one) => one.id === id));
  return (
    <>
      <Link class="back" href={pathOf({ view: "farm", farmId: farm.id })}>
        <BackIcon />
        {texts.back}
      </Link>
      <h1>{live ? live.greenhouse.name : notFound.title}</h1>
      {live === undefined && <p>{texts.unknown}</p>}
      {live && hasAlerts && <AlertBar key={id} greenhouseId={id} />}
      {live && (live.watch.isReady ? <Body {...live} /> : <Skeleton {...live} />)}
    </>
  );
}

function Body(live: LiveGreenhouse): VNode {
  const { watch, sensors, states, attention } = live;
  const { texts } = usePage();
  const first = sensors[0];
  const isNew = [...states.values()].every(({ freshness }) => freshness === "never");
  const table = (
    <Lazy load={SENSOR_TABLE} props={{ sensors, states, attention }}>
      {null}
    </Lazy>
  );
  return (
    <>
      <AttentionList all={attention} />
      {watch.problem && <p class="error">{texts.problems[watch.problem]}</p>}
      {watch.measured.length > 0 && <Tiles {...live} />}
      {isNew && first !== undefined && <FirstSteps uid={first.uid} />}
      {sensors.length === 0 && table}
      {watch.measured.length > 0 && (
        <>
          <ChartPanels {...live} />
          <DayByDay greenhouse={live.greenhouse} />
        </>
      )}
      {sensors.length > 0 && table}
    </>
  );
}

/** On a desktop, the command that sends a first reading. A phone has no terminal: there, a link to the board's code. */
function FirstSteps({ uid }: { readonly uid: string }): VNode {
  const farm = useFarm();
  const { greenhouse } = usePage().texts;
  const isPhone = useMedia("(max-width: 719px)");
  return (
    <section class="card">
      <p>{isPhone ? greenhouse.noReadingsYet : greenhouse.noReadings}</p>
      {isPhone ? (
        <Link class="button" href={`${pathOf({ view: "sensors", farmId: farm.id })}#code-${uid}`}>
          {greenhouse.setUp}
        </Link>
      ) : (
        <FirstReading uid={uid} />
      )}
    </section>
  );
}

/** Shown below the charts, and loaded at the same time. */
const SENSOR_TABLE = (): Promise<FunctionComponent<SensorTableProps>> =>
  import("./sensor-table").then((module) => module.SensorTable);

const DAILY = (language: Language): Promise<FunctionComponent<{ greenhouse: Greenhouse }>> =>
  import("../daily/daily").then((module) => module.loadDaily(language));

/** Its code and its hours are loaded when it is opened. */
function DayByDay({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const { texts } = usePage();
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{texts.greenhouse.dayByDay}</h2>
      </summary>
      {isOpen && (
        <Lazy load={DAILY} props={{ greenhouse }}>
          <p class="quiet">{texts.loading}</p>
        </Lazy>
      )}
    </details>
  );
}

/** Its code is loaded only for a new greenhouse. */
function FirstReading({ uid }: { readonly uid: string }): VNode | null {
  const [loaded, setLoaded] = useState<{ readonly Line: FunctionComponent<{ uid: string }> }>();
  useEffect(() => {
    import("../sensors/snippet").then(
      (module) => setLoaded({ Line: module.FirstReading }),
      // The page says that it is offline.
      () => undefined,
    );
  }, []);
  return loaded === undefined ? null : <loaded.Line uid={uid} />;
}

/** If there are more, only the worst is shown at first, to leave space for the tiles below. */
const SHOWN = 2;

function AttentionList({ all }: { readonly all: readonly Attention[] }): VNode {
  const { farm } = usePage().texts;
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || all.length <= SHOWN ? all : all.slice(0, 1);
  return (
    <div class="attentions">
      {shown.map((one) => (
        <AttentionLine key={idOf(one)} attention={one} />
      ))}
      {all.length > SHOWN && (
        <button
          type="button"
          class="button quiet"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? farm.less : farm.more(all.length - 1)}
        </button>
      )}
    </div>
  );
}

/** Shown until the newest values arrive, because what needs attention must appear above everything else. */
function Skeleton({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const { loading } = usePage().texts;
  return (
    <>
      <div class="tiles skeleton" role="status" aria-label={loading}>
        {CHARTED.map((measurement) => (
          <div
            key={measurement}
            class={`skeleton-tile ${greenhouse.thresholds[measurement] ? "has-bounds" : ""}`}
          />
        ))}
      </div>
      <div class="skeleton">
        {CHARTED.map((measurement) => (
          <div key={measurement} class="skeleton-card" />
        ))}
      </div>
    </>
  );
}
