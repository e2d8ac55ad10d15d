/** The daily figures as a table, the newest day first. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { measuredHours } from "../model/days/day-rows";
import type { DayRow } from "../model/days/day-rows";
import { usePage } from "../shared/hooks/page";
import type { DailyTexts } from "../text/en/daily";
import { useDayFormat } from "./words";

export interface DayTableProps {
  readonly rows: readonly DayRow[];
  readonly texts: DailyTexts;
}

const WHOLE_DAY = 23;

export function DayTable({ rows, texts }: DayTableProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const hasPlace = rows.some(({ temperature }) => temperature?.difference !== undefined);
  const heads = [
    texts.low,
    texts.high,
    ...(hasPlace ? [texts.day, texts.night, texts.difference] : []),
    texts.degreeDays,
    texts.sum,
    texts.light,
  ];
  return (
    <details class="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.table}</summary>
      {isOpen && (
        <div class="scroll" tabIndex={0} role="group" aria-label={texts.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.date}</th>
                {heads.map((head) => (
                  <th key={head} scope="col" class="number">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.toReversed().map((row) => (
                <Row key={row.date} row={row} hasPlace={hasPlace} texts={texts} />
              ))}
            </tbody>
          </table>
          <p class="hint">{texts.partialHint}</p>
        </div>
      )}
    </details>
  );
}

interface RowProps {
  readonly row: DayRow;
  readonly hasPlace: boolean;
  readonly texts: DailyTexts;
}

function Row({ row, hasPlace, texts }: RowProps): VNode {
  const { format } = usePage();
  const words = useDayFormat();
  const { temperature, light } = row;
  const degrees = (value: number | undefined): string =>
    value === undefined ? "–" : format.value(value, "temperature");
  const difference = temperature?.difference;
  const hours = measuredHours(row);
  const cells = [
    degrees(temperature?.low),
    degrees(temperature?.high),
    ...(hasPlace
      ? [
          degrees(temperature?.day),
          degrees(temperature?.night),
          difference === undefined ? "–" : words.difference(difference),
        ]
      : []),
    temperature === undefined ? "–" : words.degreeDays(temperature.degreeDays),
    temperature === undefined ? "–" : words.degreeDays(temperature.sum),
    light === undefined ? "–" : words.light(light.integral),
  ];
  return (
    <tr>
      <th scope="row">
        {words.date(row.date)}
        {hours < WHOLE_DAY && <small class="quiet"> {texts.partial(hours)}</small>}
      </th>
      {cells.map((cell, index) => (
        <td key={index} class="number">
          {cell}
        </td>
      ))}
    </tr>
  );
}
