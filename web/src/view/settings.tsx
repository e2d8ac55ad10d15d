/** What owners set: the farm's name and key, its members, its greenhouses with their thresholds. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { faultOfName } from "../model/validate";
import { Button, Field, Form } from "./controls";
import { CopyButton } from "./copy-button";
import { useFarm } from "./farm-context";
import { KeyCard } from "./key-card";
import { MembersCard } from "./members-card";
import { usePage } from "./page";
import { ThresholdsCard } from "./thresholds-card";

export function SettingsView(): VNode {
  const farm = useFarm();
  const { texts } = usePage().speech;
  const { settings } = texts;
  const isOwner = farm.role === "owner";
  return (
    <>
      <h1>{settings.title}</h1>
      {!isOwner && <p class="quiet">{settings.viewerOnly}</p>}
      <div class="settings">
        <FarmCard />
        {isOwner && <KeyCard />}
        <MembersCard />
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
  const { speech, changes, attempt } = usePage();
  const { texts } = speech;
  /** Undefined while nothing is typed: then the field follows what others write. */
  const [typed, setTyped] = useState<string>();
  const name = typed ?? farm.name;
  const fault = faultOfName(name);
  const save = (): void => {
    if (fault !== undefined) return;
    setTyped(undefined);
    attempt(changes.nameFarm(farm.id, name.trim()), {
      text: texts.saved,
      undo: () => attempt(changes.nameFarm(farm.id, farm.name)),
    });
  };
  return (
    <section class="card" aria-labelledby="farm-title">
      <h2 id="farm-title">{texts.settings.farm}</h2>
      {farm.role === "owner" ? (
        <Form onSubmit={save}>
          <Field
            label={texts.farms.name}
            value={name}
            onValue={setTyped}
            fault={fault && texts.faults[fault]}
          >
            <Button type="submit" kind={name.trim() === farm.name ? "plain" : "primary"}>
              {texts.save}
            </Button>
          </Field>
        </Form>
      ) : (
        <p>{farm.name}</p>
      )}
      <div>
        <p class="label">{texts.farm.id}</p>
        <p class="uid">
          <code>{farm.id}</code>
          <CopyButton text={farm.id} what={texts.farm.id} />
        </p>
      </div>
    </section>
  );
}
