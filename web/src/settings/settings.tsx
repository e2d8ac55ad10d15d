/** The settings of a farm: its name, key, members and location, and a page for each of its greenhouses. */

import { importsPath } from "@greenhouse/domain/history/imports";
import type { FunctionComponent, VNode } from "preact";
import { asStored, valueOf } from "../data/watches/watch";
import { pathOf } from "../model/input/route";
import { faultOfName } from "../model/input/validate";
import { Button, Field, Form } from "../shared/controls/controls";
import { CopyableId } from "../shared/controls/copy-button";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { useFarm } from "../shared/hooks/farm";
import { ForwardIcon } from "../shared/controls/icons";
import { useWatch } from "../shared/hooks/hooks";
import { Lazy } from "../shared/hooks/lazy";
import { Link } from "../shared/hooks/router";
import { Gateway } from "./gateway";
import { KeyCard } from "./key-card";
import { MembersCard } from "./members-card";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import { useSettingsTexts } from "../text/settings";
import { GreenhouseSettings } from "./greenhouse-settings";
import { useThresholdsText } from "./thresholds-text";
import { PlaceCard } from "./place-card";
import { useFarmsTexts } from "../text/farms";
import "./settings.css";

export interface SettingsProps {
  /** The greenhouse whose page is shown; undefined for the farm. */
  readonly greenhouseId: string | undefined;
}

export function SettingsView({ greenhouseId }: SettingsProps): VNode {
  return greenhouseId === undefined ? <FarmSettings /> : <GreenhouseSettings id={greenhouseId} />;
}

/** Loaded after the other cards, and shown below them. */
const EXPORT_CARD = (): Promise<FunctionComponent> =>
  import("../export/export-card").then((module) => module.ExportCard);
const IMPORTS_CARD = (): Promise<FunctionComponent> =>
  import("../corrections/imports-card").then((module) => module.ImportsCard);

function FarmSettings(): VNode {
  const farm = useFarm();
  const { settings } = useSettingsTexts();
  const isOwner = farm.role === "owner";
  const imports = valueOf(useWatch(importsPath(farm.id), asStored)) ?? undefined;
  return (
    <>
      <h1>{settings.title}</h1>
      {!isOwner && <p class="quiet">{settings.viewerOnly}</p>}
      <div class="settings">
        <FarmCard />
        {isOwner ? <KeyCard /> : <MembersCard />}
        <GreenhousesCard />
        {isOwner && <MembersCard />}
        <PlaceCard />
        <Lazy load={EXPORT_CARD} props={{}}>
          {null}
        </Lazy>
        {imports !== undefined && (
          <Lazy load={IMPORTS_CARD} props={{}}>
            {null}
          </Lazy>
        )}
      </div>
    </>
  );
}

/** The greenhouses with their limits. Each links to its page. */
function GreenhousesCard(): VNode {
  const farm = useFarm();
  const { texts } = usePage();
  const { settings } = useSettingsTexts();
  const thresholdsOf = useThresholdsText();
  return (
    <section class="card greenhouses-card" aria-labelledby="greenhouses-title">
      <h2 id="greenhouses-title">{settings.greenhouses}</h2>
      <p class="quiet">{settings.greenhousesLead}</p>
      {farm.greenhouses.length === 0 && <p class="quiet">{texts.farm.noGreenhouses}</p>}
      <ul class="plain greenhouse-links">
        {farm.greenhouses.map(({ id, name, thresholds }) => (
          <li key={id}>
            <Link href={pathOf({ view: "settings", farmId: farm.id, greenhouseId: id })}>
              <span>
                {name}
                <span class="type">{thresholdsOf(thresholds)}</span>
              </span>
              <ForwardIcon />
            </Link>
          </li>
        ))}
      </ul>
    </section>
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
    // Until the name is saved or discarded, the field keeps the typed name.
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
