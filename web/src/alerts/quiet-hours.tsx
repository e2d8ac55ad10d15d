/** The hours in which only frost, heat and other limits reach the person. */

import type { VNode } from "preact";
import type { Personal } from "@greenhouse/domain/alerts/people";
import type { QuietHours as Hours } from "@greenhouse/domain/alerts/quiet";
import {
  parseTimeInput,
  timeInputOf,
  timeOfDayText,
  USUAL_QUIET_HOURS,
} from "../model/findings/quiet-hours";
import { Checkbox, Field, Form } from "../shared/controls/controls";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { SaveRow } from "../shared/controls/save-row";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useChannelTexts } from "../text/channels";
import { useAlertChanges } from "./context";

export function QuietHours({ personal }: { readonly personal: Personal }): VNode | null {
  const { person, attempt } = usePage();
  const { quiet: texts } = useChannelTexts();
  const changes = useAlertChanges();
  const { quiet, channels, devices } = personal;
  if (quiet === undefined && channels.size === 0 && devices.size === 0) return null;
  const set = (next: Hours | undefined, text: string): void =>
    attempt(changes.setQuiet(person.uid, next), {
      text,
      undo: () => attempt(changes.setQuiet(person.uid, quiet)),
    });
  return (
    <div class="quiet-hours">
      <Checkbox
        label={texts.title}
        hint={texts.lead}
        isChecked={quiet !== undefined}
        onChecked={(isOn) => set(isOn ? USUAL_QUIET_HOURS : undefined, isOn ? texts.on : texts.off)}
      />
      {quiet && <Times quiet={quiet} onSave={set} />}
    </div>
  );
}

interface TimesProps {
  readonly quiet: Hours;
  readonly onSave: (next: Hours, text: string) => void;
}

function Times({ quiet, onSave }: TimesProps): VNode {
  const { place } = useFarm();
  const { locale } = usePage();
  const { quiet: texts } = useChannelTexts();
  const draft = useDraft({ from: timeInputOf(quiet.from), until: timeInputOf(quiet.until) });
  const { shown, changed, conflicts } = draft;
  const from = parseTimeInput(shown.from);
  const until = parseTimeInput(shown.until);
  const isEqual = from !== undefined && from === until;
  const textOf = (minutes: number): string => timeOfDayText(minutes, locale);
  const save = (): void => {
    if (from === undefined || until === undefined || isEqual || conflicts.length > 0) return;
    draft.reset();
    if (changed.length > 0) onSave({ from, until }, texts.saved(textOf(from), textOf(until)));
  };
  return (
    <Form onSubmit={save}>
      <div class="times">
        <Field
          type="time"
          label={texts.from}
          value={shown.from}
          onValue={(text) => draft.type("from", text)}
          error={from === undefined ? texts.empty : undefined}
        />
        <Field
          type="time"
          label={texts.until}
          value={shown.until}
          onValue={(text) => draft.type("until", text)}
          error={until === undefined ? texts.empty : isEqual ? texts.equal : undefined}
        />
      </div>
      <Conflicts
        isOwn
        draft={draft}
        nameOf={(field) => (field === "from" ? texts.from : texts.until)}
      />
      {changed.length > 0 && <SaveRow isChanged onCancel={draft.reset} />}
      {from !== undefined && until !== undefined && !isEqual && (
        <p role="status">{texts.effect(textOf(from), textOf(until))}</p>
      )}
      <p class="hint">{place === undefined ? texts.noZone : texts.zone(place.timeZone)}</p>
    </Form>
  );
}
