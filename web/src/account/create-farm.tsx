/** A form for a new farm. If only listed people may create farms, other people read what to do instead. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import {
  FARM_CREATION_PATH,
  farmCreatorPath,
  parseFarmCreation,
} from "@greenhouse/domain/identity/farm-creation";
import { asStored, valueOf } from "../data/watches/watch";
import { suggestedName } from "../model/farm/names";
import { pathOf } from "../model/input/route";
import { faultOfName } from "../model/input/validate";
import { useChanges } from "../shared/hooks/changes";
import { Button, Field } from "../shared/controls/controls";
import { useFarmsTexts } from "../text/farms";
import { useWatch } from "../shared/hooks/hooks";
import { NameForm } from "../shared/controls/name-form";
import { usePage } from "../shared/hooks/page";
import { newFarmKey, newId } from "../shared/hooks/random";
import { navigate } from "../shared/hooks/router";

/** Shown at the end of its view, so that nothing moves when it appears. */
export function CreateFarm(): VNode | null {
  const farms = useFarmsTexts();
  const mayCreate = useMayCreate();
  if (mayCreate === undefined) return null;
  return (
    <section class="card">
      <h2>{farms.create}</h2>
      {mayCreate ? <CreateForm /> : <p>{farms.closed}</p>}
    </section>
  );
}

/** Returns whether the person may create a farm; undefined until the page knows. */
function useMayCreate(): boolean | undefined {
  const { uid } = usePage().person;
  const creation = useWatch(FARM_CREATION_PATH, parseFarmCreation);
  const creator = useWatch(farmCreatorPath(uid), asStored);
  if (creation.status === "loading") return undefined;
  // Rules without this setting refuse to show it. They let everybody create farms.
  if (valueOf(creation) !== "listed") return true;
  return creator.status === "loading" ? undefined : valueOf(creator) === true;
}

function CreateForm(): VNode {
  const { texts, person, attempt } = usePage();
  const changes = useChanges();
  const farms = useFarmsTexts();
  const [ownName, setOwnName] = useState(() => suggestedName(person));
  const error = ownName.trim() === "" ? undefined : faultOfName(ownName);
  const create = (name: string): void => {
    if (error !== undefined) return;
    const id = newId(name);
    const owner = { owner: person.uid, ownerName: ownName.trim() };
    const { pathname } = location;
    const path = pathOf({ view: "farm", farmId: id });
    // Without a connection the farm is stored later, when the person may be in another view.
    const open = (): void => {
      if (location.pathname === pathname) navigate(path);
    };
    // The start page has already opened the farm, because the SDK lists a farm while it stores it.
    const goBack = (refusal: unknown): never => {
      if (location.pathname === path) navigate(pathOf({ view: "farms" }), "replace");
      throw refusal;
    };
    const created = changes.createFarm({ id, name, apiKey: newFarmKey(), ...owner });
    // The rules refuse a valid farm only if the operator has restricted who may create farms.
    attempt(created.then(open, goBack), undefined, farms.closed);
  };
  return (
    <>
      <p>{farms.createHint}</p>
      <NameForm label={farms.name} onName={create}>
        <Field
          label={farms.ownName}
          value={ownName}
          onValue={setOwnName}
          autocomplete="name"
          error={error && texts.validation[error]}
        />
        <Button kind="primary" type="submit">
          {farms.create}
        </Button>
      </NameForm>
    </>
  );
}
