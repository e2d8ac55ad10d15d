/** The checklist of a new farm. It disappears when all steps are done, and returns if a step is undone. */

import type { VNode } from "preact";
import { parsePersonal } from "@greenhouse/domain/alerts/records";
import { parseAlertSettings } from "@greenhouse/domain/identity/farm-records";
import { valueOf } from "../data/watches/watch";
import { firstStepsOf } from "../model/farm/first-steps";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { CheckIcon, ForwardIcon } from "../shared/controls/icons";
import { Link } from "../shared/hooks/router";
import { useFirstTexts } from "../text/first";
import "./first-steps.css";

export interface FirstStepsProps {
  readonly greenhouses: readonly LiveGreenhouse[];
}

/** Whether the person hears of alerts. True until the page knows, so that the list of a complete farm never appears. */
function useIsTold(): boolean {
  const { id } = useFarm();
  const { uid } = usePage().person;
  const personal = useWatch(`users/${uid}/alerts`, (stored) => parsePersonal(stored, id));
  const settings = useWatch(`alertSettings/${id}`, parseAlertSettings);
  if (personal.status === "loading" || settings.status === "loading") return true;
  const { channels, devices } = valueOf(personal) ?? {};
  const channelCount = (channels?.size ?? 0) + (devices?.size ?? 0);
  return channelCount > 0 || valueOf(settings)?.webhook !== undefined;
}

export function FirstSteps({ greenhouses }: FirstStepsProps): VNode | null {
  const { id: farmId, limits } = useFarm();
  const { steps: texts } = useFirstTexts();
  const isWatched = limits.silentAfter !== undefined;
  const isTold = useIsTold();
  const steps = firstStepsOf({ farmId, greenhouses, isWatched, isTold });
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
