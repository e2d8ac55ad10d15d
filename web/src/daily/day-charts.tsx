/** The charts of a greenhouse day by day: light and warmth, day and night, and averages of computed quantities. */

import type { VNode } from "preact";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { dayMeans, isWholeDay } from "../model/days/day-rows";
import type { DayRow, DayValue } from "../model/days/day-rows";
import type { Hours } from "../model/days/day";
import { usePage } from "../shared/hooks/page";
import type { DailyTexts } from "../text/en/daily";
import { DayChart } from "./day-chart";
import { useDayFormat } from "./words";

export interface DayChartsProps {
  readonly rows: readonly DayRow[];
  readonly today: string;
  readonly soFar: string;
  readonly texts: DailyTexts;
  readonly vpd: Hours;
  readonly dewPoint: Hours;
  readonly timeZone: string;
}

export function DayCharts({
  rows,
  today,
  soFar,
  texts,
  vpd,
  dewPoint,
  timeZone,
}: DayChartsProps): VNode {
  const { format } = usePage();
  const words = useDayFormat();
  const dates = rows.map(({ date }) => words.date(date));
  const days = rows.map(({ date }, day) => (date === today ? soFar : (dates[day] ?? "")));
  const shared = { dates, days, hoursText: texts.partial };
  const valuesOf = <T extends { readonly hours: number }>(
    figuresOf: (row: DayRow) => T | undefined,
    read: (figures: T) => number | undefined,
  ): readonly (DayValue | undefined)[] =>
    rows.map((row) => {
      const figures = figuresOf(row);
      if (figures === undefined) return undefined;
      const { hours } = figures;
      const value = read(figures);
      if (value === undefined) return undefined;
      return { value, hours, isWhole: isWholeDay(row.date, hours, today) };
    });
  const ofTemperature = (
    read: (figures: NonNullable<DayRow["temperature"]>) => number | undefined,
  ): readonly (DayValue | undefined)[] => valuesOf(({ temperature }) => temperature, read);
  const meansOf = (hours: Hours): readonly (DayValue | undefined)[] =>
    dayMeans(
      hours,
      timeZone,
      rows.map(({ date }) => date),
      today,
    );
  const value = (quantity: Quantity) => (mean: number) => format.value(mean, quantity);
  return (
    <>
      <DayChart
        title={texts.light}
        kind="bars"
        {...shared}
        text={words.light}
        series={[
          {
            name: "",
            colour: "--line-2",
            values: valuesOf(
              ({ light }) => light,
              ({ integral }) => integral,
            ),
          },
        ]}
      />
      <DayChart
        title={texts.degreeDays}
        kind="bars"
        {...shared}
        text={words.degreeDays}
        series={[{ name: "", colour: "--line-3", values: ofTemperature((row) => row.degreeDays) }]}
      />
      <DayChart
        title={texts.dayAndNight}
        kind="lines"
        {...shared}
        text={value("temperature")}
        series={[
          { name: texts.day, colour: "--line-2", values: ofTemperature(({ day }) => day) },
          { name: texts.night, colour: "--line-1", values: ofTemperature(({ night }) => night) },
        ]}
      />
      <DayChart
        title={texts.vpd}
        kind="lines"
        {...shared}
        text={value("vpd")}
        series={[{ name: texts.mean, colour: "--line-4", values: meansOf(vpd) }]}
      />
      <DayChart
        title={texts.dewPoint}
        kind="lines"
        {...shared}
        text={value("dewPoint")}
        series={[{ name: texts.mean, colour: "--line-6", values: meansOf(dewPoint) }]}
      />
    </>
  );
}
