/** A greenhouse day by day: its sums of light and warmth. The rolled-up hours are read when somebody opens the view. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { hoursByDay, parseDailySettings } from "@greenhouse/domain/rollups/daily";
import type { DailySettings } from "@greenhouse/domain/rollups/daily";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import {
  greenhouseRollupPath,
  parseCoverage,
  parseGreenhouseSeries,
} from "@greenhouse/domain/rollups/rollups";
import { Recomputing } from "../corrections/recomputing";
import type { Hours } from "../model/days/day";
import type { Greenhouse } from "../model/farm/farm";
import { dayRows, firstDateOf, momentOfDays } from "../model/days/day-rows";
import { isTimeZone } from "@greenhouse/domain/words/format";
import { Select } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useOffline, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useDailyTexts } from "../text/daily";
import type { DailyTexts } from "../text/en/daily";
import { DayCharts } from "./day-charts";
import { DayTable } from "./day-table";
import { DailySettingsForm } from "./settings-form";
import { DayTiles } from "./tiles";
import "./daily.css";

export interface DailyProps {
  readonly greenhouse: Greenhouse;
}

const LENGTHS = [7, 30, 90, 365];
/** For fewer days, charts would show nothing that the figures do not. */
const WEEK = 7;
const DEFAULT_LENGTH = 30;

export function Daily({ greenhouse }: DailyProps): VNode {
  const texts = useDailyTexts();
  const { texts: common, format } = usePage();
  const [length, setLength] = useState(DEFAULT_LENGTH);
  const now = useNow();
  const coverage = useWatch(`rollupCoverage/${greenhouse.id}`, parseCoverage);
  const watchedSettings = useWatch(`greenhouses/${greenhouse.id}`, parseDailySettings);
  if (coverage.status === "loading" || watchedSettings.status === "loading") return <Waiting />;
  if (coverage.status === "failed") return <p>{common.problems[coverage.problem]}</p>;
  if (watchedSettings.status === "failed") {
    return <p>{common.problems[watchedSettings.problem]}</p>;
  }
  const settings = watchedSettings.value;
  if (coverage.value === undefined) return <p>{texts.noRollups}</p>;
  const { from, until } = coverage.value;
  return (
    <div class="daily">
      <Select
        label={texts.days}
        isLabelHidden
        value={String(length)}
        options={LENGTHS.map((days) => [String(days), texts.lastDays(days)])}
        onValue={(value) => setLength(Number(value))}
      />
      {from > now - length * DAY_MS && <p class="quiet">{texts.since(format.moment(from, now))}</p>}
      <Recomputing coverage={coverage.value} shown={{ from: now - length * DAY_MS, to: now }} />
      <Days key={length} {...{ greenhouse, settings, texts, length, until }} />
      <DailySettingsForm id={greenhouse.id} {...{ settings, texts }} />
    </div>
  );
}

interface DaysProps extends DailyProps {
  readonly settings: DailySettings;
  readonly texts: DailyTexts;
  /** In days, including today. */
  readonly length: number;
  /** The end of the last hour with rollups, in Unix milliseconds. */
  readonly until: number;
}

function Days({ greenhouse, settings, texts, length, until }: DaysProps): VNode {
  const timeZone = useTimeZone();
  const now = useNow();
  const today = dateOf(now, timeZone);
  // Renewed once a day, because each change causes another request.
  const end = useRef({ today, now });
  if (end.current.today !== today) end.current = { today, now };
  // One hour more, because a day can have 25 hours.
  const first = end.current.now - length * DAY_MS - HOUR_MS;
  const temperature = useHours(greenhouse.id, "temperature", first);
  const light = useHours(greenhouse.id, "light", first);
  const ppfd = useHours(greenhouse.id, "ppfd", first);
  const vpd = useHours(greenhouse.id, "vpd", first);
  const dewPoint = useHours(greenhouse.id, "dewPoint", first);
  const { place } = useFarm();
  const { format } = usePage();
  const rows = useMemo(() => {
    if (temperature === undefined || light === undefined || ppfd === undefined) return undefined;
    const measured = { temperature, light, ppfd };
    const firstDate = firstDateOf(today, length);
    return dayRows(measured, { settings, place, timeZone, firstDate });
  }, [temperature, light, ppfd, settings, place, timeZone, today, length]);
  if (rows === undefined || vpd === undefined || dewPoint === undefined) {
    return <Waiting />;
  }
  if (rows.length === 0) return <p>{texts.noData}</p>;
  const soFar = texts.soFar(momentOfDays(until, now, timeZone, format));
  return (
    <>
      <DayTiles {...{ rows, today, soFar, texts, settings }} />
      {rows.length >= WEEK && (
        <DayCharts {...{ rows, today, soFar, texts, vpd, dewPoint, timeZone }} />
      )}
      {place === undefined && <p class="quiet">{texts.needsPlace}</p>}
      <DayTable rows={rows} texts={texts} />
    </>
  );
}

/** Shown until the figures arrive. Says if there is no connection for longer than a moment. */
function Waiting(): VNode {
  const { texts } = usePage();
  const isOffline = useOffline() !== undefined;
  return <p class="quiet">{isOffline ? texts.charts.offline : texts.loading}</p>;
}

/** Returns the hours of a quantity: undefined until they arrive, empty if they cannot be read. */
function useHours(greenhouse: string, quantity: Quantity, from: number): Hours | undefined {
  const path = greenhouseRollupPath(greenhouse, "hour", quantity);
  const now = useNow();
  const newest = Math.ceil((now - from) / HOUR_MS / HOURS_PER_DAY) * HOURS_PER_DAY;
  const watched = useWatch(path, parseGreenhouseSeries, { newest });
  return useMemo(() => {
    if (watched.status === "loading") return undefined;
    if (watched.status === "failed") return NO_HOURS;
    // If hours are missing, the limited query returns older hours instead.
    return new Map([...watched.value].filter(([start]) => start >= from));
  }, [watched, from]);
}

const HOURS_PER_DAY = 24;
const NO_HOURS: Hours = new Map();

/** Returns the time zone of the days: the farm's, or else the person's. */
function useTimeZone(): string {
  const { format } = usePage();
  const { place } = useFarm();
  if (place !== undefined && isTimeZone(place.timeZone)) return place.timeZone;
  return format.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function dateOf(atMs: number, timeZone: string): string {
  return [...hoursByDay([{ startMs: atMs, mean: 0 }], timeZone).keys()].join("");
}
