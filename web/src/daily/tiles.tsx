/** Summary of the days: today's light, and the light, degree days and difference of the earlier whole days. */

import type { VNode } from "preact";
import type { DailySettings } from "@greenhouse/domain/rollups/daily";
import { isWholeDay, wholeDays } from "../model/days/day-rows";
import type { DayRow } from "../model/days/day-rows";
import { usePage } from "../shared/hooks/page";
import type { DailyTexts } from "../text/en/daily";
import { useDayFormat } from "./words";

export interface DayTilesProps {
  /** The oldest day first. At least one day. */
  readonly rows: readonly DayRow[];
  /** For example 2026-11-22. */
  readonly today: string;
  /** The time up to which today's figures are complete, in words. */
  readonly soFar: string;
  readonly texts: DailyTexts;
  readonly settings: DailySettings;
}

export function DayTiles({ rows, today, soFar, texts, settings }: DayTilesProps): VNode {
  const { format } = usePage();
  const words = useDayFormat();
  const lit = wholeDays(rows, today, ({ light }) => light);
  const lightNow = rows.find(({ date }) => date === today)?.light;
  const warm = wholeDays(rows, today, ({ temperature }) => temperature);
  const last = rows.findLast(
    ({ date, temperature }) =>
      temperature?.difference !== undefined && isWholeDay(date, temperature.hours, today),
  );
  return (
    <dl class="daily-tiles">
      {lightNow && (
        <div>
          <dt>{texts.light}</dt>
          <dd>
            <b>{words.light(lightNow.integral)}</b>
            <span class="quiet">{soFar}</span>
          </dd>
        </div>
      )}
      {lit.length > 0 && (
        <div>
          <dt>{texts.lightMean}</dt>
          <dd>
            <b>
              {words.light(lit.reduce((sum, figures) => sum + figures.integral, 0) / lit.length)}
            </b>
            <span class="quiet">{texts.sinceDays(lit.length)}</span>
          </dd>
        </div>
      )}
      {warm.length > 0 && (
        <div>
          <dt>{texts.degreeDays}</dt>
          <dd>
            <b>{words.degreeDays(warm.reduce((sum, figures) => sum + figures.degreeDays, 0))}</b>
            <span class="quiet">
              {texts.sinceDays(warm.length)},{" "}
              {texts.above(format.value(settings.degreeDayBase, "temperature"))}
            </span>
          </dd>
        </div>
      )}
      {last?.temperature?.difference !== undefined && (
        <div>
          <dt>{texts.difference}</dt>
          <dd>
            <b>{words.difference(last.temperature.difference)}</b>
            <span class="quiet">{texts.ofDate(words.date(last.date))}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}
