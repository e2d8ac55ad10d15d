/** The checklist of a new farm. It disappears when all steps are done, and returns if a step is undone. */

import type { VNode } from "preact";
import { firstStepsOf } from "../model/farm/first-steps";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { CheckIcon, ForwardIcon } from "../shared/controls/icons";
import { Link } from "../shared/hooks/router";
import { useFirstTexts } from "../text/first";
import "./first-steps.css";

export interface FirstStepsProps {
  readonly greenhouses: readonly LiveGreenhouse[];
}

export function FirstSteps({ greenhouses }: FirstStepsProps): VNode | null {
  const { id: farmId, limits } = useFarm();
  const { steps: texts } = useFirstTexts();
  const isWatched = limits.silentAfter !== undefined;
  const steps = firstStepsOf({ farmId, greenhouses, isWatched });
  const count = steps.filter(({ isDone }) => isDone).length;
  if (count === steps.length) return null;
  return (
    <section class="card first-steps" aria-labelledby="first-steps-title">
      <h2 id="first-steps-title">{texts.title(count, steps.length)}</h2>
      <ol class="plain">
        {steps.map(({ step, isDone, path }) => (
          <li key={step} class={isDone ? "is-done" : ""}>
            <span class="tick">{isDone && <CheckIcon />}</span>
            {isDone ? (
              <span>
                {texts.names[step]}
                <span class="visually-hidden"> ({texts.done})</span>
              </span>
            ) : (
              <Link href={path}>
                {texts.names[step]}
                <ForwardIcon />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
