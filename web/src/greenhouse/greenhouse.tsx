/** A greenhouse: its newest values, its charts, and its sensors. */

import { parseAlertLink } from "@greenhouse/domain/alerts/links";
import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ChartPanels } from "../charts/chart-panels";
import type { LastNightProps } from "../daily/last-night";
import type { Greenhouse } from "../model/farm/farm";
import { coverageOf } from "../model/findings/coverage";
import { AMBIENT } from "@greenhouse/domain/quantities/measurements";
import { pathOf } from "../model/input/route";
import { EndedAlert } from "../shared/problems/alerts";
import { ProblemList } from "../shared/problems/problem-list";
import { newestOf, useFarmProblems, useFarm, useGreenhouses } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { GreenhouseHeading } from "../shared/controls/greenhouse-heading";
import { useMedia } from "../shared/hooks/hooks";
import { Lazy } from "../shared/hooks/lazy";
import { usePage } from "../shared/hooks/page";
import { Link, useAddress } from "../shared/hooks/router";
import { BoardOutputs, OutputAdding, useOutputs } from "./board-outputs";
import type { SensorTableProps } from "./sensor-table";
import { Tiles } from "./tiles";
import "./greenhouse.css";

export function GreenhouseView({ id }: { readonly id: string }): VNode {
  const farm = useFarm();
  const { greenhouse: texts, notFound } = usePage().texts;
  // Everything appears together, so that the outputs do not push the charts down.
  const areOutputsKnown = farm.outputs.value !== undefined;
  const [live] = useGreenhouses(farm.greenhouses.filter((greenhouse) => greenhouse.id === id));
  const isReady = areOutputsKnown && live?.isReady === true;
  return (
    <>
      <GreenhouseHeading farmId={farm.id} name={live ? live.greenhouse.name : notFound.title} />
      {live === undefined && <p>{texts.unknown}</p>}
      {live && live.sensors.length > 0 && <Problems {...live} isReady={isReady} />}
      {live && (isReady ? <Body {...live} /> : <Skeleton {...live} />)}
    </>
  );
}

function Body(live: LiveGreenhouse): VNode {
  const { senders, sensors, states, findings, problem } = live;
  const { measured } = senders;
  const { texts } = usePage();
  const { place, startOthers } = useFarm();
  const hasCharts = measured.length > 0;
  useEffect(() => {
    if (!hasCharts) startOthers();
  }, [hasCharts, startOthers]);
  const isNextTask = useNextTask();
  const outputs = useOutputs(sensors);
  const first = sensors[0];
  const isNew = [...states.values()].every(({ freshness }) => freshness === "never");
  const table = (
    <Lazy load={SENSOR_TABLE} props={{ measured, sensors, states, findings }}>
      {null}
    </Lazy>
  );
  return (
    <>
      {problem && <p class="error">{texts.problems[problem]}</p>}
      {measured.length > 0 && <Tiles {...live} />}
      {place !== undefined && measured.includes("temperature") && (
        <Lazy load={LAST_NIGHT} props={{ ...live, place }}>
          <div class="card last-night" aria-hidden="true" />
        </Lazy>
      )}
      <BoardOutputs {...outputs} />
      {isNew && first !== undefined && <FirstSteps uid={first.uid} />}
      {sensors.length === 0 && table}
      {hasCharts && !isNextTask && <ChartSkeletons />}
      {hasCharts && isNextTask && (
        <>
          <ChartPanels {...live} outputs={outputs.outputs ?? []} />
          <DayByDay greenhouse={live.greenhouse} />
        </>
      )}
      {sensors.length > 0 && table}
      <OutputAdding {...outputs} />
    </>
  );
}

/** Returns true after the first rendering, in a task of its own: tiles and charts together would block a phone. */
function useNextTask(): boolean {
  const [isNext, setNext] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setNext(true));
    return () => clearTimeout(timer);
  }, []);
  return isNext;
}

/**
 * On a desktop, shows the command that sends a first reading. A phone has no terminal, so it gets a link to the board's
 * code.
 */
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

/** Shown above the charts, but the charts do not wait for it. */
const LAST_NIGHT = (): Promise<FunctionComponent<LastNightProps>> =>
  import("../daily/last-night").then((module) => module.LastNight);

const DAILY = (): Promise<FunctionComponent<{ greenhouse: Greenhouse }>> =>
  import("../daily/daily").then((module) => module.Daily);

/** Loads its code and its hours when somebody opens it. */
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

/** Loads its code only for a new greenhouse. */
function FirstReading({ uid }: { readonly uid: string }): VNode | null {
  const [loaded, setLoaded] = useState<{ readonly Line: FunctionComponent<{ uid: string }> }>();
  useEffect(() => {
    import("../shared/controls/snippet").then(
      (module) => setLoaded({ Line: module.FirstReading }),
      // The page says that it is offline.
      () => undefined,
    );
  }, []);
  return loaded === undefined ? null : <loaded.Line uid={uid} />;
}

/** The problems of this greenhouse. The alert of a message's link comes first. */
function Problems(live: LiveGreenhouse): VNode {
  const link = parseAlertLink(useAddress().search);
  const { problems } = useFarmProblems();
  const own = problems.filter(({ greenhouse }) => greenhouse === live.greenhouse.id);
  const isOver = link && !problems.some(({ id }) => id === link.alertId);
  return (
    <>
      {isOver && <EndedAlert link={link} />}
      <ProblemList
        isReady={live.isReady}
        problems={own}
        newestAt={newestOf([live])}
        coverage={coverageOf([live])}
        isOfGreenhouse
        linked={link?.alertId}
      />
    </>
  );
}

/** Shown until the newest values arrive, because problems must appear above everything else. */
function Skeleton({ greenhouse }: { readonly greenhouse: Greenhouse }): VNode {
  const { loading } = usePage().texts;
  return (
    <>
      <div class="tiles skeleton" role="status" aria-label={loading}>
        {AMBIENT.map((measurement) => (
          <div
            key={measurement}
            class={`skeleton-tile ${greenhouse.thresholds[measurement] ? "has-bounds" : ""}`}
          />
        ))}
      </div>
      <ChartSkeletons />
    </>
  );
}

function ChartSkeletons(): VNode {
  return (
    <div class="skeleton">
      {AMBIENT.map((measurement) => (
        <div key={measurement} class="skeleton-card" />
      ))}
    </div>
  );
}
