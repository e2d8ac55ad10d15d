/** The farms of this person, and how to found one; at the start the page goes straight to a single one. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { farmPlace, farmsOfPerson } from "../data/farm-places";
import { valueOf } from "../data/watch";
import { entriesOf } from "../model/farm";
import { pathOf } from "../model/route";
import { farmKeyOf, idOf } from "../model/secret";
import { faultOfName } from "../model/validate";
import { Button, Field, Form } from "./controls";
import { CopyButton } from "./copy-button";
import { useWatch } from "./hooks";
import { ForwardIcon } from "./icons";
import { OwnId } from "./own-id";
import { usePage } from "./page";
import { Link, navigate } from "./router";
import { TopBar } from "./top-bar";

const readIds = (stored: unknown): readonly string[] => entriesOf(stored).map(([id]) => id);
export const readText = (stored: unknown): string | undefined =>
  typeof stored === "string" ? stored : undefined;

/** The ids of this person's farms. */
export function useFarmIds(): ReturnType<typeof useWatch<readonly string[]>> {
  const { backend, person } = usePage();
  return useWatch(person.uid, () => farmsOfPerson(backend.database, person.uid), readIds);
}

export interface FarmsProps {
  /** Whether there is nothing to choose where there is only one. */
  readonly isSkipped: boolean;
}

export function Farms({ isSkipped }: FarmsProps): VNode {
  const { farms, loading, problems } = usePage().speech.texts;
  const watched = useFarmIds();
  const ids = valueOf(watched);
  const [only] = ids ?? [];
  const isSingle = isSkipped && ids?.length === 1 && only !== undefined;
  useEffect(() => {
    if (isSingle) navigate(pathOf({ view: "farm", farmId: only }), "replace");
  }, [isSingle, only]);
  return (
    <>
      <TopBar />
      <main class="page narrow" id="content" tabIndex={-1}>
        <h1>{farms.title}</h1>
        {ids?.length === 0 && <p>{farms.none}</p>}
        {watched.status === "failed" && <p class="fault">{problems[watched.problem]}</p>}
        {(ids === undefined || isSingle) && watched.status !== "failed" && (
          <p class="quiet">{loading}</p>
        )}
        {ids && !isSingle && (
          <>
            {ids.length > 0 && (
              <ul class="plain">
                {ids.map((id) => (
                  <FarmLink key={id} id={id} />
                ))}
              </ul>
            )}
            {ids.length === 0 && <JoinFarm />}
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

function FarmLink({ id }: { readonly id: string }): VNode {
  const { backend } = usePage();
  const name = valueOf(useWatch(id, () => farmPlace(backend.database, id, "name"), readText));
  return (
    <li>
      <Link class="card link-card" href={pathOf({ view: "farm", farmId: id })}>
        <strong>{name ?? id}</strong>
        <ForwardIcon />
      </Link>
    </li>
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
