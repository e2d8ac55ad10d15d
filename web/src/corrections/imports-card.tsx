/** The imports of a farm that has some. Owners can leave out what a wrong file brought, and let it count again. */

import {
  countingSensors,
  exclusionsOfImports,
  stateOfImport,
} from "@greenhouse/domain/history/excluded-imports";
import type { ExclusionOfImport } from "@greenhouse/domain/history/excluded-imports";
import { importsPath, parseImports } from "@greenhouse/domain/history/imports";
import type { Import } from "@greenhouse/domain/history/imports";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { valueOf } from "../data/watches/watch";
import { Button } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useImportTexts } from "../text/imports";
import { useCorrectionChanges, useNoticedChanges } from "./use-correction-changes";
import "./corrections.css";

/** The number of imports that are shown at first. */
const SHOWN = 10;

export function ImportsCard(): VNode | null {
  const { id: farmId, amendments } = useFarm();
  const words = useImportTexts();
  const [isAll, setAll] = useState(false);
  const imports = valueOf(useWatch(importsPath(farmId), parseImports)) ?? [];
  const corrections = amendments.value?.corrections;
  if (imports.length === 0 || corrections === undefined) return null;
  const exclusions = exclusionsOfImports(corrections);
  return (
    <section class="card imports-card" aria-labelledby="imports-title">
      <h2 id="imports-title">{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <ul class="plain changes">
        {(isAll ? imports : imports.slice(0, SHOWN)).map((found) => (
          <Item key={found.id} {...{ found, exclusions }} />
        ))}
      </ul>
      {!isAll && imports.length > SHOWN && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {words.showAll(imports.length)}
        </Button>
      )}
    </section>
  );
}

interface ItemProps {
  readonly found: Import;
  readonly exclusions: readonly ExclusionOfImport[];
}

function Item({ found, exclusions }: ItemProps): VNode {
  const { id: farmId, role, sensors } = useFarm();
  const { format, attempt } = usePage();
  const words = useImportTexts();
  const changes = useCorrectionChanges();
  const [isAsking, setAsking] = useState(false);
  const now = useNow();
  const state = stateOfImport(found, exclusions);
  const own = exclusions.filter(({ change }) => change.import === found.id);
  const [first, ...others] = found.sensors;
  const only = sensors.find(({ uid }) => uid === first)?.name ?? first ?? "";
  const facts = [
    format.range(found.from, found.until),
    words.readings(format.count(found.readings)),
    others.length === 0 ? only : words.sensors(format.count(found.sensors.length)),
    words.importedAt(format.moment(found.at, now)),
  ];
  const countAgain = (): void => {
    const all = own.map(({ uid, change }) => ({ sensor: { farmId, uid }, change }));
    attempt(changes.undo(all), { text: words.countedAgain(found.file) });
  };
  return (
    <li>
      <p>
        <bdi>{found.file}</bdi>
        {state !== "counts" && (
          <>
            {" "}
            <strong>{words.states[state]}</strong>
          </>
        )}
        <span class="quiet facts">
          {facts.map((fact, index) => (
            <span key={index}>
              {index > 0 && " · "}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </span>
      </p>
      {role === "owner" && state !== "excluded" && (
        <Button kind="quiet" label={words.leaveOutOf(found.file)} onClick={() => setAsking(true)}>
          {words.leaveOut}
        </Button>
      )}
      {role === "owner" && own.length > 0 && (
        <Button kind="quiet" label={words.countAgainOf(found.file)} onClick={countAgain}>
          {words.countAgain}
        </Button>
      )}
      {isAsking && <Asking {...{ found, exclusions }} onClose={() => setAsking(false)} />}
    </li>
  );
}

function Asking({
  found,
  exclusions,
  onClose,
}: ItemProps & { readonly onClose: () => void }): VNode {
  const { id: farmId, sensors } = useFarm();
  const { format } = usePage();
  const words = useImportTexts();
  const changes = useCorrectionChanges();
  const notice = useNoticedChanges();
  const leaveOut = (): void => {
    onClose();
    const registered = new Set(sensors.map(({ uid }) => uid));
    const counting = countingSensors(found, exclusions);
    const excluded = changes.excludeImport(farmId, found, counting, registered);
    notice(excluded, words.done(found.file));
  };
  return (
    <Dialog title={words.question(found.file)} onClose={onClose}>
      <p>
        {words.readings(format.count(found.readings))}, {format.range(found.from, found.until)}.
      </p>
      <p>{words.explanation}</p>
      <DialogActions submit={words.leaveOut} onSubmit={leaveOut} onCancel={onClose} />
    </Dialog>
  );
}
