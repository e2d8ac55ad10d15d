/** What owners set: the farm's name and key, its members, its greenhouses with their thresholds. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { faultOfName } from "../model/validate";
import { Button, CopyButton, Field, Form } from "./controls";
import { useFarm } from "./farm-context";
import { KeyCard } from "./key-card";
import { MembersCard } from "./members-card";
import { usePage } from "./page";
import { ThresholdsCard } from "./thresholds-card";

export function SettingsView(): VNode {
  const farm = useFarm();
  const { settings } = usePage().speech.texts;
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
      <section aria-labelledby="thresholds-title" class="charts">
        <h2 id="thresholds-title">{settings.greenhouses}</h2>
        <p class="quiet">{settings.greenhousesLead}</p>
        <div class="settings">
          {farm.greenhouses.map((greenhouse) => (
            <ThresholdsCard key={greenhouse.id} greenhouse={greenhouse} />
          ))}
        </div>
      </section>
    </>
  );
}

function FarmCard(): VNode {
  const farm = useFarm();
  const { speech, changes, attempt } = usePage();
  const { texts } = speech;
  const [name, setName] = useState(farm.name);
  const [isTried, setTried] = useState(false);
  const fault = faultOfName(name);
  const save = (): void => {
    setTried(true);
    if (fault === undefined) attempt(changes.nameFarm(farm.id, name.trim()), { text: texts.saved });
  };
  return (
    <section class="card" aria-labelledby="farm-title">
      <h2 id="farm-title">{texts.settings.farm}</h2>
      {farm.role === "owner" ? (
        <Form onSubmit={save}>
          <Field
            label={texts.farms.name}
            value={name}
            onValue={setName}
            fault={isTried && fault ? texts.faults[fault] : undefined}
          >
            <Button type="submit" isDisabled={name.trim() === farm.name}>
              {texts.save}
            </Button>
          </Field>
        </Form>
      ) : (
        <p>{farm.name}</p>
      )}
      <div>
        <p class="label">{texts.farm.id}</p>
        <p class="row">
          <code>{farm.id}</code>
          <CopyButton text={farm.id} what={texts.farm.id} />
        </p>
      </div>
    </section>
  );
}
