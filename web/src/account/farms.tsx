/** The person's farms, and a form for a new one. The start page skips a list of one. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { valueOf } from "../data/watch";
import { pathOf } from "../model/route";
import { suggestedName } from "../model/names";
import { faultOfName } from "../model/validate";
import { Button, Field } from "../shared/controls";
import { CopyButton } from "../shared/copy-button";
import { useOffline, useTitle } from "../shared/hooks";
import { NameForm } from "../shared/name-form";
import { useChanges } from "../shared/changes";
import { usePage } from "../shared/page";
import { newFarmKey, newId } from "../shared/random";
import { navigate } from "../shared/router";
import { useListedFarms } from "../shared/listed-farms";
import { FarmEntry } from "./listed-farms";
import { useFarmsTexts } from "../shared/farms-texts";

export interface FarmsProps {
  /** Whether the list is skipped if it has only one farm. */
  readonly isSkipped: boolean;
}

export function Farms({ isSkipped }: FarmsProps): VNode {
  const { loading, problems, fatal } = usePage().texts;
  const offline = useOffline();
  const farms = useFarmsTexts();
  const watched = useListedFarms();
  const listed = valueOf(watched);
  const only = listed?.length === 1 ? listed[0] : undefined;
  useTitle(farms.title);
  const single = isSkipped && only?.isInvited === false ? only.id : undefined;
  useEffect(() => {
    if (single !== undefined) navigate(pathOf({ view: "farm", farmId: single }), "replace");
  }, [single]);
  if (watched.status === "failed") {
    return (
      <>
        <h1>{farms.title}</h1>
        <p class="error">{problems[watched.problem]}</p>
      </>
    );
  }
  if (listed === undefined || single !== undefined) {
    return (
      <>
        <h1>{farms.title}</h1>
        <p class="quiet">{offline ? fatal.offline : loading}</p>
      </>
    );
  }
  return (
    <>
      <h1>{farms.title}</h1>
      {listed.length === 0 ? (
        <>
          <p>{farms.none}</p>
          <JoinFarm />
        </>
      ) : (
        <ul class="plain farm-list">
          {listed.map((farm) => (
            <FarmEntry key={farm.id} farm={farm} />
          ))}
        </ul>
      )}
      <CreateFarm />
    </>
  );
}

function JoinFarm(): VNode {
  const { backend } = usePage();
  const farms = useFarmsTexts();
  return (
    <section class="card">
      <h2>{farms.join}</h2>
      <p>{farms.joinHint}</p>
      {backend.demoPeople === undefined && <p class="quiet">{farms.ask}</p>}
    </section>
  );
}

function CreateFarm(): VNode {
  const { texts, person, attempt, backend } = usePage();
  const changes = useChanges();
  const farms = useFarmsTexts();
  const [ownName, setOwnName] = useState(() => suggestedName(person));
  const error = ownName.trim() === "" ? undefined : faultOfName(ownName);
  const create = (name: string): void => {
    if (error !== undefined) return;
    const id = newId(name);
    const owner = { owner: person.uid, ownerName: ownName.trim() };
    const { pathname } = location;
    // Without a connection the farm is stored later, when another view may be shown.
    const open = (): void => {
      if (location.pathname === pathname) navigate(pathOf({ view: "farm", farmId: id }));
    };
    attempt(changes.createFarm({ id, name, apiKey: newFarmKey(), ...owner }).then(open));
  };
  return (
    <section class="card">
      <h2>{farms.create}</h2>
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
      {backend.demoPeople !== undefined && <CreateByCommand />}
    </section>
  );
}

/** On the machine that runs the local stack, the command line does the same. */
function CreateByCommand(): VNode {
  const { person } = usePage();
  const farms = useFarmsTexts();
  const command = `npm run -s farm -- create my-farm --owner ${person.uid}`;
  return (
    <div class="snippet">
      <p class="quiet">{farms.command}</p>
      <div class="command">
        <pre class="wrapping" tabIndex={0}>
          <code>{command}</code>
        </pre>
        <CopyButton text={command} what={farms.commandName} />
      </div>
    </div>
  );
}
