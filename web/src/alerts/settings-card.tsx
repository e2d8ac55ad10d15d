/** What owners set: when silence and batteries raise an alert, the farm's webhook, and whether it is watched at all. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { AlertSettings } from "../../../domain/src/alerts";
import { readAlertSettings } from "../../../domain/src/farm-records";
import { valueOf } from "../data/watch";
import { parseMinutes, parsePercent } from "../model/alert-settings";
import { pathOf } from "../model/route";
import { Button, Dialog, Field, Form } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { useWatch } from "../shared/hooks";
import { usePage } from "../shared/page";
import { SaveRow } from "../shared/save-row";
import { Link } from "../shared/router";
import { useAlertChanges, useAlertTexts } from "./context";
import { WebhookSettings } from "./webhook-settings";

export function SettingsCard(): VNode {
  const farm = useFarm();
  const { problems, loading } = usePage().texts;
  const { settings: texts } = useAlertTexts();
  const watched = useWatch(`alertSettings/${farm.id}`, readAlertSettings);
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
  const { texts, attempt } = usePage();
  const words = useAlertTexts().settings;
  const changes = useAlertChanges();
  const { silentAfterMinutes, lowBatteryPercent } = settings;
  /** Undefined until something is typed: the fields follow the database until then. */
  const [draft, setDraft] = useState<{ readonly silence: string; readonly battery: string }>();
  const stored = { silence: String(silentAfterMinutes), battery: String(lowBatteryPercent) };
  const typed = draft ?? stored;
  const [minutes, percent] = [parseMinutes(typed.silence), parsePercent(typed.battery)];
  const isChanged = typed.silence !== stored.silence || typed.battery !== stored.battery;
  const save = (): void => {
    if (minutes === undefined || percent === undefined) return;
    setDraft(undefined);
    const next = { silentAfterMinutes: minutes, lowBatteryPercent: percent };
    attempt(changes.saveBounds(farm.id, next), {
      text: texts.saved,
      undo: () => attempt(changes.saveBounds(farm.id, settings)),
    });
  };
  return (
    <Form onSubmit={save}>
      <Field
        label={words.silence}
        inputMode="decimal"
        value={typed.silence}
        onValue={(silence) => setDraft({ ...typed, silence })}
        hint={words.silenceHint}
        error={minutes === undefined ? words.validation.badMinutes : undefined}
      />
      <Field
        label={words.battery}
        inputMode="decimal"
        value={typed.battery}
        onValue={(battery) => setDraft({ ...typed, battery })}
        hint={words.batteryHint}
        error={percent === undefined ? words.validation.badPercent : undefined}
      />
      <SaveRow isChanged={isChanged} onCancel={() => setDraft(undefined)} />
    </Form>
  );
}

function SwitchOff({ onClose }: { readonly onClose: () => void }): VNode {
  const farm = useFarm();
  const { texts, attempt } = usePage();
  const words = useAlertTexts().settings;
  const changes = useAlertChanges();
  const switchOff = (): void => {
    attempt(changes.switchOff(farm.id), { text: words.switchedOff });
    onClose();
  };
  return (
    <Dialog title={words.switchOffTitle} onClose={onClose}>
      <p>{words.switchOffWarning}</p>
      <div class="row">
        <Button kind="danger" onClick={switchOff}>
          {words.switchOffSubmit}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
