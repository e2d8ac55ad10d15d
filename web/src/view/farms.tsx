/** The farms of this person, and how to found one; at the start the page goes straight to a single one. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { farmKeyOf } from "../../../domain/src/farm-key";
import { valueOf } from "../data/watch";
import { pathOf } from "../model/route";
import { idOf } from "../model/ids";
import { faultOfName } from "../model/validate";
import { Button, Field, Form } from "./controls";
import { CopyButton } from "./copy-button";
import { FarmEntry, useListedFarms } from "./listed-farms";
import { OwnId } from "./own-id";
import { usePage } from "./page";
import { navigate } from "./router";
import { TopBar } from "./top-bar";

export interface FarmsProps {
  /** Whether there is nothing to choose where there is only one. */
  readonly isSkipped: boolean;
}

export function Farms({ isSkipped }: FarmsProps): VNode {
  const { farms, loading, problems } = usePage().speech.texts;
  const watched = useListedFarms();
  const listed = valueOf(watched);
  const only = listed?.length === 1 ? listed[0] : undefined;
  const single = isSkipped && only?.isInvited === false ? only.id : undefined;
  const isSingle = single !== undefined;
  useEffect(() => {
    if (single !== undefined) navigate(pathOf({ view: "farm", farmId: single }), "replace");
  }, [single]);
  return (
    <>
      <TopBar />
      <main class="page narrow" id="content" tabIndex={-1}>
        <h1>{farms.title}</h1>
        {listed?.length === 0 && <p>{farms.none}</p>}
        {watched.status === "failed" && <p class="fault">{problems[watched.problem]}</p>}
        {(listed === undefined || isSingle) && watched.status !== "failed" && (
          <p class="quiet">{loading}</p>
        )}
        {listed && !isSingle && (
          <>
            {listed.length > 0 && (
              <ul class="plain farm-list">
                {listed.map((farm) => (
                  <FarmEntry key={farm.id} farm={farm} />
                ))}
              </ul>
            )}
            {listed.length === 0 && <JoinFarm />}
            <FoundFarm />
          </>
        )}
      </main>
    </>
  );
}

/** What someone does whose account belongs to no farm. */
function JoinFarm(): VNode {
  const { speech, backend } = usePage();
  const { farms } = speech.texts;
  const isLocal = backend.demoPeople !== undefined;
  return (
    <section class="card">
      <h2>{farms.join}</h2>
      <p>{farms.joinHint}</p>
      <div>
        <OwnId />
      </div>
      {!isLocal && <p class="quiet">{farms.ask}</p>}
    </section>
  );
}

/** The command line founds one too, on the machine that runs the local stack. */
function FoundByCommand(): VNode {
  const { speech, person } = usePage();
  const { farms } = speech.texts;
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

const KEY_BYTES = 24;
const ID_BYTES = 5;

function FoundFarm(): VNode {
  const { speech, changes, person, attempt, backend } = usePage();
  const { texts } = speech;
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  const fault = faultOfName(name);
  const found = (): void => {
    setTried(true);
    if (fault !== undefined) return;
    const id = idOf(name, randomBytes(ID_BYTES));
    const apiKey = farmKeyOf(randomBytes(KEY_BYTES));
    attempt(
      changes
        .foundFarm({ id, name: name.trim(), apiKey, owner: person.uid })
        .then(() => navigate(pathOf({ view: "farm", farmId: id }))),
    );
  };
  return (
    <section class="card">
      <h2>{texts.farms.found}</h2>
      <p>{texts.farms.foundHint}</p>
      <Form onSubmit={found}>
        <Field
          label={texts.farms.name}
          value={name}
          onValue={setName}
          fault={isTried && fault ? texts.faults[fault] : undefined}
        />
        <Button kind="primary" type="submit">
          {texts.farms.found}
        </Button>
      </Form>
      {backend.demoPeople !== undefined && <FoundByCommand />}
    </section>
  );
}

/** Good enough for keys. */
export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
