/** Registers the sensors of a CSV file: a preview, then all of them in one write or none. */

import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { problemOf } from "../data/connection/problem";
import { readCsvFile } from "@greenhouse/domain/words/csv-file";
import type { CsvFileFault } from "@greenhouse/domain/words/csv-file";
import { CSV_COLUMNS, MAX_SENSORS, readSensorCsv } from "@greenhouse/domain/identity/sensor-csv";
import type { CreateUid, CsvFault, NewSensor } from "@greenhouse/domain/identity/sensor-csv";
import { Checkbox, Form } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { useChanges } from "../shared/hooks/changes";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { newFarmKey, newId } from "../shared/hooks/random";
import { ShownInForm } from "../shared/problems/notices";
import { useSensorTexts } from "../text/sensors";

/** What the person had chosen when the database refused it. */
export interface TypedCsv {
  readonly text: string;
  readonly hasOwnKeys: boolean;
}

export interface RegisterManyProps {
  readonly refused?: TypedCsv | undefined;
  readonly onRefused: (typed: TypedCsv) => void;
  readonly onClose: () => void;
}

/** Lists of this many faults or sensors are shown; the count says how many there are. */
const MAX_LISTED = 50;

export function RegisterMany({ refused, onRefused, onClose }: RegisterManyProps): VNode {
  const { greenhouses, sensors: registered } = useFarm();
  const texts = useSensorTexts();
  const { many } = texts;
  const [text, setText] = useState(refused?.text ?? "");
  const [fileFault, setFileFault] = useState<CsvFileFault>();
  const [hasOwnKeys, setOwnKeys] = useState(refused?.hasOwnKeys ?? true);
  const [createUid] = useState(createUids);
  const { sensors, faults } = useMemo(
    () => readSensorCsv(text, { greenhouses, sensors: registered }, createUid),
    [text, greenhouses, registered, createUid],
  );
  const choose = async (file: File): Promise<void> => {
    const read = await readCsvFile(file);
    setText("text" in read ? read.text : "");
    setFileFault("fault" in read ? read.fault : undefined);
  };
  const register = useRegisteringMany(onRefused);
  const submit = (): void => {
    if (sensors.length === 0) return;
    onClose();
    register(sensors, { text, hasOwnKeys });
  };
  return (
    <Dialog title={many.title} onClose={onClose} isWide>
      <Form onSubmit={submit}>
        <p class="hint">{many.lead(CSV_COLUMNS.join(","), MAX_SENSORS)}</p>
        <div class="field csv-file">
          <label>
            {many.file}
            <input
              type="file"
              accept=".csv,text/csv,text/plain"
              // Without this, browsers ignore a file that is corrected and chosen again.
              onClick={(event) => (event.currentTarget.value = "")}
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                if (file !== undefined) void choose(file);
              }}
            />
          </label>
          {fileFault && (
            <p class="error" role="alert">
              {many.fileFaults[fileFault]}
            </p>
          )}
        </div>
        <div class="field csv-file">
          <label>
            {many.text}
            <textarea
              class="code"
              rows={5}
              value={text}
              spellcheck={false}
              onInput={(event) => {
                setText(event.currentTarget.value);
                setFileFault(undefined);
              }}
            />
          </label>
        </div>
        {refused !== undefined && refused.text === text && (
          <p class="error" role="alert">
            {many.refused}
          </p>
        )}
        {faults.length > 0 && <Faults faults={faults} />}
        {sensors.length > 0 && <Preview sensors={sensors} />}
        <Checkbox
          label={many.ownKeys}
          hint={many.ownKeysHint}
          isChecked={hasOwnKeys}
          onChecked={setOwnKeys}
        />
        <DialogActions
          submit={many.submit(sensors.length)}
          isDisabled={sensors.length === 0}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** Returns a function that keeps the uid of a line, so that the preview does not change while somebody types. */
function createUids(): CreateUid {
  const uids = new Map<string, string>();
  return (name, line) => {
    const place = `${line} ${name}`;
    const uid = uids.get(place) ?? newId(name);
    uids.set(place, uid);
    return uid;
  };
}

/** Stores all sensors in one update. */
function useRegisteringMany(
  onRefused: RegisterManyProps["onRefused"],
): (sensors: readonly NewSensor[], typed: TypedCsv) => void {
  const farm = useFarm();
  const { attempt } = usePage();
  const changes = useChanges();
  const { many } = useSensorTexts();
  return (sensors, typed) => {
    const all = sensors.map(({ sensor, key = typed.hasOwnKeys ? newFarmKey() : undefined }) => ({
      sensor,
      keys: parseFarmKeys(key),
    }));
    const registration = changes.registerAll(farm.id, all).catch((error: unknown) => {
      if (problemOf(error) !== "refused") throw error;
      onRefused(typed);
      throw new ShownInForm();
    });
    attempt(registration, { text: many.registered(sensors.length) });
  };
}

interface FaultsProps {
  readonly faults: ReturnType<typeof readSensorCsv>["faults"];
}

function Faults({ faults }: FaultsProps): VNode {
  const { many } = useSensorTexts();
  const textOf = useFaultText();
  return (
    <div class="csv-faults" role="alert">
      <p class="error">{many.faults(faults.length)}</p>
      <ul class="plain">
        {faults.slice(0, MAX_LISTED).map(({ line, fault }, index) => (
          <li key={index}>
            <strong>{many.line(line)}</strong> {textOf(fault)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useFaultText(): (fault: CsvFault) => string {
  const { validation } = usePage().texts;
  const { csv } = useSensorTexts().many;
  return (fault) => {
    switch (fault.kind) {
      case "header":
        return fault.column === undefined
          ? csv.noName
          : csv.header(fault.column, CSV_COLUMNS.join(", "));
      case "tooMany":
        return csv.tooMany(MAX_SENSORS);
      case "cells":
        return csv.cells(fault.found, fault.expected);
      case "text":
        return `${fault.column}: ${validation[fault.fault]}`;
      case "greenhouse":
      case "sameName":
        return csv[fault.kind](fault.name);
      case "repeated":
        return csv.repeated(fault.line);
      case "empty":
      case "quote":
      case "role":
        return csv[fault.kind];
    }
  };
}

function Preview({ sensors }: { readonly sensors: readonly NewSensor[] }): VNode {
  const { greenhouses } = useFarm();
  const { sensorRoles } = usePage().texts;
  const texts = useSensorTexts();
  return (
    <div class="csv-preview">
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.greenhouse}</th>
            <th scope="col">{texts.uid}</th>
          </tr>
        </thead>
        <tbody>
          {sensors.slice(0, MAX_LISTED).map(({ sensor: { uid, name, type, role, greenhouse } }) => (
            <tr key={uid}>
              <th scope="row">
                {name}
                <span class="type">
                  {type} · {sensorRoles[role]}
                </span>
              </th>
              <td>{greenhouses.find(({ id }) => id === greenhouse)?.name ?? texts.unlinked}</td>
              <td>
                <code>{uid}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sensors.length > MAX_LISTED && (
        <p class="quiet">{texts.many.more(sensors.length - MAX_LISTED)}</p>
      )}
    </div>
  );
}
