/** The owners' settings: when silence or a low battery opens an alert, the webhook, and whether alerts are on. */

import type { VNode } from "preact";
import { isLanguage } from "@greenhouse/domain/words/languages";
import type { Language } from "@greenhouse/domain/words/languages";
import { useState } from "preact/hooks";
import type { AlertSettings } from "@greenhouse/domain/alerts/settings";
import { parseAlertSettings } from "@greenhouse/domain/identity/farm-records";
import type { AlertBounds } from "../data/changes/alert-changes";
import { valueOf } from "../data/watches/watch";
import { parseMinutes, parsePercent } from "../model/findings/alert-settings";
import { pathOf } from "../model/input/route";
import { meaningOf, numberText } from "../model/input/typed-number";
import { Button, Field, Form, Select } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { useFarm } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { SaveRow } from "../shared/controls/save-row";
import { Link } from "../shared/hooks/router";
import { LANGUAGE_NAMES } from "../text/language";
import { useAlertTexts } from "../text/alerts";
import { useAlertChanges } from "./context";
import { WebhookSettings } from "./channels/webhook";

export function SettingsCard(): VNode {
  const farm = useFarm();
  const { problems, loading } = usePage().texts;
  const { settings: texts } = useAlertTexts();
  const watched = useWatch(`alertSettings/${farm.id}`, parseAlertSettings);
  const settings = valueOf(watched);
  const [isSwitchingOff, setSwitchingOff] = useState(false);
  return (
    <section class="card alert-settings" aria-labelledby="alert-settings-title">
      <h2 id="alert-settings-title">{texts.title}</h2>
      <p class="quiet">
        {texts.lead}{" "}
        <Link href={pathOf({ view: "settings", farmId: farm.id })}>{texts.thresholds}</Link>
      </p>
      {watched.status === "loading" && <p class="quiet">{loading}</p>}
      {watched.status === "failed" && <p class="error">{problems[watched.problem]}</p>}
      {settings && (
        <>
          <BoundsForm settings={settings} />
          <FarmLanguage settings={settings} />
          <WebhookSettings webhook={settings.webhook} />
          <Button kind="danger" onClick={() => setSwitchingOff(true)}>
            {texts.switchOff}
          </Button>
        </>
      )}
      {isSwitchingOff && <SwitchOff onClose={() => setSwitchingOff(false)} />}
    </section>
  );
}

function BoundsForm({ settings }: { readonly settings: AlertSettings }): VNode {
  const farm = useFarm();
  const { texts, attempt, locale } = usePage();
  const words = useAlertTexts().settings;
  const changes = useAlertChanges();
  const { silentAfterMinutes, lowBatteryPercent } = settings;
  const draft = useDraft(
    {
      silentAfterMinutes: numberText(silentAfterMinutes, locale),
      lowBatteryPercent: numberText(lowBatteryPercent, locale),
    },
    (field, text) =>
      meaningOf((field === "silentAfterMinutes" ? parseMinutes : parsePercent)(text), text),
  );
  const { shown, changed, conflicts } = draft;
  const minutes = parseMinutes(shown.silentAfterMinutes);
  const percent = parsePercent(shown.lowBatteryPercent);
  const save = (): void => {
    if (minutes.kind !== "number" || percent.kind !== "number") return;
    if (conflicts.length > 0) return;
    draft.reset();
    if (changed.length === 0) return;
    const pick = (from: AlertBounds): Partial<AlertBounds> =>
      Object.fromEntries(Object.entries(from).filter(([field]) => changed.includes(field)));
    const next = { silentAfterMinutes: minutes.value, lowBatteryPercent: percent.value };
    attempt(changes.saveBounds(farm.id, pick(next)), {
      text: texts.saved,
      undo: () =>
        attempt(changes.saveBounds(farm.id, pick({ silentAfterMinutes, lowBatteryPercent }))),
    });
  };
  return (
    <Form onSubmit={save}>
      <Field
        inputMode="decimal"
        label={words.silentAfter}
        value={shown.silentAfterMinutes}
        onValue={(text) => draft.type("silentAfterMinutes", text)}
        hint={words.silentAfterHint}
        error={minutes.kind === "number" ? undefined : words.validation.badMinutes}
      />
      <Field
        inputMode="decimal"
        label={words.battery}
        value={shown.lowBatteryPercent}
        onValue={(text) => draft.type("lowBatteryPercent", text)}
        hint={words.batteryHint}
        error={percent.kind === "number" ? undefined : words.validation.badPercent}
      />
      <Conflicts
        draft={draft}
        nameOf={(field) => (field === "lowBatteryPercent" ? words.battery : words.silentAfter)}
      />
      <SaveRow isChanged={changed.length > 0} onCancel={draft.reset} />
    </Form>
  );
}

function FarmLanguage({ settings: { language } }: { readonly settings: AlertSettings }): VNode {
  const farm = useFarm();
  const { attempt } = usePage();
  const { languages, settings: words } = useAlertTexts();
  const changes = useAlertChanges();
  const set = (next: Language): void =>
    attempt(changes.setFarmLanguage(farm.id, next), {
      text: words.languageSet(languages[next]),
      undo: () => attempt(changes.setFarmLanguage(farm.id, language)),
    });
  return (
    <Select
      label={words.language}
      hint={words.languageHint}
      value={language ?? "en"}
      options={Object.entries(LANGUAGE_NAMES)}
      onValue={(value) => isLanguage(value) && set(value)}
    />
  );
}

function SwitchOff({ onClose }: { readonly onClose: () => void }): VNode {
  const farm = useFarm();
  const { attempt } = usePage();
  const words = useAlertTexts().settings;
  const changes = useAlertChanges();
  const switchOff = (): void => {
    attempt(changes.switchOff(farm.id), { text: words.switchedOff });
    onClose();
  };
  return (
    <Dialog title={words.switchOffTitle} onClose={onClose}>
      <p>{words.switchOffWarning}</p>
      <DialogActions
        isDanger
        submit={words.switchOffSubmit}
        onSubmit={switchOff}
        onCancel={onClose}
      />
    </Dialog>
  );
}
