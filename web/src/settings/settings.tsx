/** The settings of a farm: its name, its key, its members, its place, its greenhouses with their thresholds. */

import type { VNode } from "preact";
import { faultOfName } from "../model/validate";
import { Button, Field, Form } from "../shared/controls";
import { CopyableId } from "../shared/copy-button";
import { Conflicts, useDraft } from "../shared/draft";
import { useFarm } from "../shared/farm";
import { Gateway } from "./gateway";
import { KeyCard } from "./key-card";
import { MembersCard } from "./members-card";
import { useChanges } from "../shared/changes";
import { usePage } from "../shared/page";
import { useSettingsTexts } from "../text/settings";
import { PlaceCard } from "./place-card";
import { ThresholdsCard } from "./thresholds-card";
import { useFarmsTexts } from "../text/farms";
import "./settings.css";

export function SettingsView(): VNode {
  const farm = useFarm();
  const { texts } = usePage();
  const { settings } = useSettingsTexts();
  const isOwner = farm.role === "owner";
  return (
    <>
      <h1>{settings.title}</h1>
      {!isOwner && <p class="quiet">{settings.viewerOnly}</p>}
      <div class="settings">
        <FarmCard />
        {isOwner && <KeyCard />}
        <MembersCard />
        <PlaceCard />
      </div>
      <section aria-labelledby="thresholds-title" class="thresholds">
        <h2 id="thresholds-title">{settings.greenhouses}</h2>
        <p class="quiet">{settings.greenhousesLead}</p>
        {farm.greenhouses.length === 0 && <p class="quiet">{texts.farm.noGreenhouses}</p>}
        {farm.greenhouses.map((greenhouse) => (
          <ThresholdsCard key={greenhouse.id} greenhouse={greenhouse} />
        ))}
      </section>
    </>
  );
}

function FarmCard(): VNode {
  const farm = useFarm();
  const { texts, attempt } = usePage();
  const changes = useChanges();
  const farmsTexts = useFarmsTexts();
  const { settings } = useSettingsTexts();
  const draft = useDraft({ name: farm.name }, (_, text) => text.trim());
  const { name } = draft.shown;
  const error = faultOfName(name);
  const save = (): void => {
    if (error !== undefined || draft.conflicts.length > 0) return;
    // Until the name is stored or discarded, the field keeps the typed name.
    const stored = changes.nameFarm(farm.id, name.trim()).finally(draft.reset);
    attempt(stored, {
      text: texts.saved,
      undo: () => attempt(changes.nameFarm(farm.id, farm.name)),
    });
  };
  return (
    <section class="card" aria-labelledby="farm-title">
      <h2 id="farm-title">{settings.farm}</h2>
      {farm.role === "owner" ? (
        <Form onSubmit={save}>
          <Field
            label={farmsTexts.name}
            value={name}
            onValue={(text) => draft.type("name", text)}
            error={error && texts.validation[error]}
          >
            <Button type="submit" kind={draft.changed.length === 0 ? "plain" : "primary"}>
              {texts.save}
            </Button>
          </Field>
          <Conflicts draft={draft} nameOf={() => farmsTexts.name} />
        </Form>
      ) : (
        <p>{farm.name}</p>
      )}
      <div>
        <CopyableId label={texts.farm.id} id={farm.id} />
      </div>
      <Gateway />
    </section>
  );
}
