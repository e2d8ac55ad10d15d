/** The checklist of a new farm. It disappears when all steps are done, and returns if a step is undone. */

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { parsePersonal } from "@greenhouse/domain/alerts/people-records";
import { parseAlertSettings } from "@greenhouse/domain/identity/farm-records";
import { hasKnown, knownValue, remember } from "../data/connection/known";
import { valueOf } from "../data/watches/watch";
import { firstStepPaths } from "../model/farm/first-step-paths";
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
  /** Whether the list may appear. */
  readonly isReady: boolean;
  /** Called when the page knows which steps are done. The overview waits for it, so that the list pushes nothing down. */
  readonly onKnown: () => void;
}

/** Whether the person hears of alerts. At first the answer of the last visit; undefined until the page knows. */
function useIsTold(): boolean | undefined {
  const { id } = useFarm();
  const { uid } = usePage().person;
  const [personalPath, settingsPath] = firstStepPaths(id, uid);
  const personal = useWatch(personalPath, (stored) => parsePersonal(stored, id));
  const settings = useWatch(settingsPath, parseAlertSettings);
  const isKnown = personal.status !== "loading" && settings.status !== "loading";
  const { channels, devices } = valueOf(personal) ?? {};
  const channelCount = (channels?.size ?? 0) + (devices?.size ?? 0);
  const isTold = channelCount > 0 || valueOf(settings)?.webhook !== undefined;
  // The device keeps the answer, but not the addresses behind it.
  const key = `is told ${id}`;
  useEffect(() => {
    if (isKnown) remember(key, isTold);
  }, [key, isKnown, isTold]);
  if (isKnown) return isTold;
  return hasKnown(key) ? knownValue(key) === true : undefined;
}

export function FirstSteps({ greenhouses, isReady, onKnown }: FirstStepsProps): VNode | null {
  const { id: farmId, limits } = useFarm();
  const { steps: texts } = useFirstTexts();
  const isWatched = limits.silentAfter !== undefined;
  const isTold = useIsTold();
  const isKnown = isTold !== undefined;
  useEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown, onKnown]);
  if (!isReady || !isKnown) return null;
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
