/** The dialog for a person's temperature unit and time zone. Both apply to the whole page. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { isTimeZone } from "@greenhouse/domain/words/format";
import { TEMPERATURE_UNITS } from "../model/values/units";
import { Field, Form, Select } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { useFormTexts } from "../text/forms";
import { useChanges } from "../shared/hooks/changes";
import { useFarmsTexts } from "../text/farms";
import { usePage } from "../shared/hooks/page";
import { usePreferences } from "../shared/hooks/preferences";

export interface PreferencesProps {
  readonly onClose: () => void;
}

export function PreferencesDialog({ onClose }: PreferencesProps): VNode {
  const { person, texts, attempt } = usePage();
  const changes = useChanges();
  const { preferences: words } = useFormTexts();
  const stored = usePreferences(person.uid);
  const [unit, setUnit] = useState<string>();
  const [zone, setZone] = useState<string>();
  const [isTried, setTried] = useState(false);
  const timeZone = (zone ?? stored.timeZone ?? "").trim();
  const isWrong = timeZone !== "" && !isTimeZone(timeZone);
  const save = (): void => {
    setTried(true);
    if (isWrong) return;
    onClose();
    const changed = {
      ...(unit !== undefined && { temperatureUnit: unit === "F" ? unit : null }),
      ...(zone !== undefined && { timeZone: timeZone || null }),
    };
    if (Object.keys(changed).length === 0) return;
    attempt(changes.setPreferences(person.uid, changed), { text: texts.saved });
  };
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Dialog title={useFarmsTexts().preferences} onClose={onClose}>
      <Form onSubmit={save}>
        <Select
          label={words.temperature}
          value={unit ?? stored.temperatureUnit}
          options={TEMPERATURE_UNITS.map((unit) => [unit, `°${unit}`])}
          onValue={setUnit}
        />
        <Field
          label={words.timeZone}
          value={zone ?? stored.timeZone ?? ""}
          onValue={setZone}
          placeholder={device}
          list={Intl.supportedValuesOf("timeZone")}
          hint={words.timeZoneHint(device)}
          error={isTried && isWrong ? words.badTimeZone : undefined}
        />
        <p class="hint">{words.lead}</p>
        <DialogActions submit={texts.save} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
