/** The board of a sensor: its program, its signal, and the interval that it is asked for. */

import { askedInterval } from "@greenhouse/domain/boards/intervals";
import type { BoardState } from "@greenhouse/domain/boards/board-states";
import type { VNode } from "preact";
import { intervalText, useOlderText, useSignals } from "../boards/board-words";
import { useBoard } from "../boards/use-boards";
import { markOf } from "../model/farm/board-marks";
import type { Sensor } from "../model/farm/farm";
import { WarningIcon } from "../shared/controls/icons";
import { useFarm } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useBoardTexts } from "../text/boards";

/** Nothing if the board says nothing about itself and is asked for nothing. */
export function BoardCard({ sensor }: { readonly sensor: Sensor }): VNode | null {
  const { greenhouses } = useFarm();
  const { locale } = usePage();
  const words = useBoardTexts();
  const board = useBoard(sensor.uid);
  const greenhouse = greenhouses.find(({ id }) => id === sensor.greenhouse);
  const asked = askedInterval(sensor.intervalSeconds, greenhouse?.intervalSeconds);
  if (board === undefined && asked === undefined) return null;
  const { none, own, ofGreenhouse } = words.interval;
  const interval = asked && (asked.isOwn ? own : ofGreenhouse)(intervalText(asked.seconds, locale));
  return (
    <section class="card" aria-labelledby="board-title">
      <h2 id="board-title">{words.title}</h2>
      <dl class="board-facts">
        {board && <Status board={board} />}
        <div>
          <dt>{words.interval.name}</dt>
          <dd>{interval ?? none}</dd>
        </div>
      </dl>
    </section>
  );
}

function Status({ board }: { readonly board: BoardState }): VNode {
  const { format } = usePage();
  const words = useBoardTexts();
  const now = useNow();
  const older = useOlderText(markOf(board).older);
  const signals = useSignals(board);
  return (
    <>
      <div>
        <dt>{words.program}</dt>
        <dd>
          {board.version === undefined ? words.notSaid : <bdi>{board.version}</bdi>}
          {older !== undefined && <span class="type">{older}</span>}
        </dd>
      </div>
      <div>
        <dt>{words.signal}</dt>
        {signals === undefined ? (
          <dd>{words.notSaid}</dd>
        ) : (
          <dd class={board.isWeak ? "weak" : undefined}>
            {board.isWeak && <WarningIcon />}
            {`${board.isWeak ? words.weak : words.good}: ${signals}`}
          </dd>
        )}
      </div>
      <div>
        <dt>{words.heard}</dt>
        <dd>{format.age(board.heard, now)}</dd>
      </div>
    </>
  );
}
