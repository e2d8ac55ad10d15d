/** When this farm notifies the person, for all channels or for each. */

import type { VNode } from "preact";
import { channelLabel } from "@greenhouse/domain/alerts/channels";
import type { Channel } from "@greenhouse/domain/alerts/channels";
import { AFTER_MINUTES, afterOf } from "@greenhouse/domain/alerts/people";
import type { AfterMinutes, Personal } from "@greenhouse/domain/alerts/people";
import type { When as StoredWhen } from "../data/changes/alert-changes";
import { sayEscalation } from "../model/findings/escalation";
import { Checkbox, Select } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import type { AlertTexts } from "../text/en/alerts";
import { useAlertTexts } from "../text/alerts";
import { useChannelTexts } from "../text/channels";
import { useAlertChanges } from "./context";

export interface WhenProps {
  readonly personal: Personal;
  /** The channels that notify the person. */
  readonly used: readonly Channel[];
}

export function When({ personal, used }: WhenProps): VNode {
  return used.length > 1 ? (
    <ForEachChannel personal={personal} used={used} />
  ) : (
    <ForAllChannels personal={personal} used={used} />
  );
}

function useSetWhen(): (next: StoredWhen | undefined, personal: Personal, text: string) => void {
  const farm = useFarm();
  const { person, attempt } = usePage();
  const changes = useAlertChanges();
  return (next, { afterMinutes, steps }, text) => {
    const stored = afterMinutes === undefined ? undefined : { afterMinutes, steps };
    attempt(changes.setWhen(person.uid, farm.id, next), {
      text,
      undo: () => attempt(changes.setWhen(person.uid, farm.id, stored)),
    });
  };
}

/** For a person with one channel or none. */
function ForAllChannels({ personal, used: [channel] }: WhenProps): VNode {
  const farm = useFarm();
  const { whens, whenHints, ...notify } = useAlertTexts().notify;
  const setWhen = useSetWhen();
  const isOn = personal.afterMinutes !== undefined;
  const shown = isOn && channel !== undefined ? afterOf(personal, channel) : personal.afterMinutes;
  const set = (next: AfterMinutes | undefined): void => {
    const steps = Object.fromEntries(
      Object.entries(personal.steps).filter(([other]) => other !== channel),
    );
    const when = next === undefined ? undefined : { afterMinutes: next, steps };
    setWhen(when, personal, notify.whenSet(farm.name, whenText(next, whens)));
  };
  return (
    <Select
      label={notify.when(farm.name)}
      value={String(shown)}
      options={CHOICES.map((choice) => [String(choice), whenText(choice, whens)])}
      hint={farm.members.length === 1 && shown ? whenHints.alone : whenText(shown, whenHints)}
      onValue={(value) => set(minutesIn(value))}
    />
  );
}

const CHOICES = [...AFTER_MINUTES, undefined];

function whenText(
  afterMinutes: AfterMinutes | undefined,
  { atOnce, after, never }: AlertTexts["notify"]["whens"],
): string {
  if (afterMinutes === undefined) return never;
  return afterMinutes === 0 ? atOnce : after(afterMinutes);
}

function minutesIn(value: string): AfterMinutes | undefined {
  return AFTER_MINUTES.find((minutes) => String(minutes) === value);
}

function ForEachChannel({ personal, used }: WhenProps): VNode {
  const farm = useFarm();
  const page = usePage();
  const { language } = page;
  const { notify } = useAlertTexts();
  const { steps: texts } = useChannelTexts();
  const setWhen = useSetWhen();
  const { afterMinutes, steps } = personal;
  const toggle = (isOn: boolean): void => {
    const choice = isOn ? ({ afterMinutes: 0, steps: {} } as const) : undefined;
    const text = isOn ? notify.whens.atOnce : notify.whens.never;
    setWhen(choice, personal, notify.whenSet(farm.name, text));
  };
  const textOf = (minutes: AfterMinutes): string =>
    minutes === 0 ? texts.now : texts.later(minutes);
  const set = (channel: Channel, minutes: AfterMinutes | undefined): void => {
    if (afterMinutes === undefined || minutes === undefined) return;
    const next = { afterMinutes, steps: { ...steps, [channel]: minutes } };
    setWhen(next, personal, texts.set(channelLabel(channel, language), textOf(minutes)));
  };
  const isAlone = farm.members.length === 1;
  const isLate = used.every((channel) => afterOf(personal, channel) > 0);
  return (
    <div class="steps">
      <Checkbox
        label={notify.when(farm.name)}
        hint={afterMinutes === undefined ? notify.whenHints.never : texts.lead}
        isChecked={afterMinutes !== undefined}
        onChecked={toggle}
      />
      {afterMinutes !== undefined && (
        <>
          {used.map((channel) => (
            <Select
              key={channel}
              label={channelLabel(channel, language)}
              value={String(afterOf(personal, channel))}
              options={AFTER_MINUTES.map((minutes) => [String(minutes), textOf(minutes)])}
              onValue={(value) => set(channel, minutesIn(value))}
            />
          ))}
          <p class="preview" role="status">
            {sayEscalation(personal, used, texts, page)}
          </p>
          {isAlone && isLate && <p class="hint">{notify.whenHints.alone}</p>}
        </>
      )}
    </div>
  );
}
