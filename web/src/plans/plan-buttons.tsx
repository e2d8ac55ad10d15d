/** The owners' buttons of a plan: change it, pause or resume it, turn it off or on. */

import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import { DAY_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { PlanChanges } from "../data/changes/plan-changes";
import { Button } from "../shared/controls/controls";
import { usePage } from "../shared/hooks/page";
import { usePlanTexts } from "../text/plans";

export function usePlanChanges(): PlanChanges {
  const { writes } = usePage();
  return useMemo(() => new PlanChanges(writes), [writes]);
}

const PAUSES_IN_DAYS = [1, 3, 7];

export interface PlanButtonsProps {
  readonly output: KnownOutput;
  readonly plan: Plan;
  readonly onEdit: () => void;
}

export function PlanButtons({ output, plan, onEdit }: PlanButtonsProps): VNode {
  const { attempt, connection } = usePage();
  const texts = usePlanTexts();
  const changes = usePlanChanges();
  const [isChoosing, setChoosing] = useState(false);
  const { name } = output.defined;
  const { isOn, pausedUntil = 0 } = plan;
  const isPaused = isOn && pausedUntil > connection.now();
  const named = (label: string): string => `${label}: ${texts.dialog(name)}`;
  const pause = (until: number | undefined, text: string): void => {
    setChoosing(false);
    const before = isPaused ? pausedUntil : undefined;
    attempt(changes.pause(output, until), {
      text,
      undo: () => attempt(changes.pause(output, before)),
    });
  };
  const turn = (): void =>
    attempt(changes.switch(output, !isOn), {
      text: isOn ? texts.switchedOff(name) : texts.switchedOn(name),
      undo: () => attempt(changes.switch(output, isOn)),
    });
  return (
    <>
      <div class="row plan-buttons">
        <Button kind="quiet" label={named(texts.edit)} onClick={onEdit}>
          {texts.edit}
        </Button>
        {isPaused && (
          <Button
            kind="quiet"
            label={named(texts.resume)}
            onClick={() => pause(undefined, texts.resumed(name))}
          >
            {texts.resume}
          </Button>
        )}
        {isOn && !isPaused && (
          <Button
            kind="quiet"
            label={named(texts.pause)}
            isExpanded={isChoosing}
            onClick={() => setChoosing(!isChoosing)}
          >
            {texts.pause}
          </Button>
        )}
        <Button kind="quiet" label={named(isOn ? texts.switchOff : texts.switchOn)} onClick={turn}>
          {isOn ? texts.switchOff : texts.switchOn}
        </Button>
      </div>
      {isChoosing && !isPaused && isOn && (
        <div class="plan-pauses" role="group" aria-label={texts.pauseFor}>
          <span class="quiet">{texts.pauseFor}</span>
          {PAUSES_IN_DAYS.map((days) => (
            <Button
              key={days}
              onClick={() =>
                pause(connection.now() + days * DAY_MS, texts.paused(name, texts.days(days)))
              }
            >
              {texts.days(days)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
