/** All sensors of the farm: what they are, where they are, and the code for their boards. */

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { Unregistered } from "@greenhouse/domain/identity/unregistered";
import type { Calibration } from "@greenhouse/domain/quantities/corrections-model";
import { useBoardMarks } from "../boards/use-boards";
import { NO_AMENDMENTS } from "../model/values/amendments";
import type { Sensor } from "../model/farm/farm";
import { withPendingSensors } from "../model/farm/pending-sensors";
import { sensorOfCodeHash } from "../model/input/route";
import {
  lacksCalibration,
  listSensors,
  NO_FILTER,
  parseFilter,
  searchOf,
} from "../model/farm/sensor-list";
import type { ListedSensor } from "../model/farm/sensor-list";
import { useFarm, useGreenhouses } from "../shared/hooks/farm";
import { Button } from "../shared/controls/controls";
import { useAddressFilter } from "../shared/hooks/address-filter";
import { Lazy } from "../shared/hooks/lazy";
import { usePage } from "../shared/hooks/page";
import { replaceSearch, useAddress } from "../shared/hooks/router";
import { useAction } from "../shared/hooks/stable";
import type { ReplaceDialogProps } from "../sensor/replace-dialog";
import { EditSensor } from "./edit-sensor";
import { LabelSheet } from "./label-sheet";
import { RegisterMany } from "./register-many";
import type { TypedCsv } from "./register-many";
import { RegisterSensor } from "./register-sensor";
import { SensorList } from "./sensor-list";
import { SensorTools } from "./sensor-tools";
import { SnippetDialog } from "./snippet-dialog";
import { UnregisteredDevices } from "./unregistered-devices";
import "./sensors.css";
import { useSensorTexts } from "../text/sensors";

const REPLACE = (): Promise<FunctionComponent<ReplaceDialogProps>> =>
  import("../sensor/replace-dialog").then((module) => module.ReplaceDialog);

/** The dialog above the list. */
type Open =
  | {
      readonly kind: "register";
      readonly refused?: Sensor;
      readonly heard?: Unregistered | undefined;
    }
  | { readonly kind: "many"; readonly refused?: TypedCsv }
  | { readonly kind: "replace"; readonly heard: Unregistered }
  | { readonly kind: "edit"; readonly sensor: Sensor }
  /** With the sensor's own keys, if they were just created. */
  | { readonly kind: "snippet"; readonly sensor: Sensor; readonly keys?: FarmKeys | undefined };

/** With at most this many sensors, the view has no search. */
const MAX_WITHOUT_TOOLS = 5;

export function SensorsView(): VNode {
  const farm = useFarm();
  const { locale } = usePage();
  const sensorTexts = useSensorTexts();
  const [open, setOpen] = useOpenDialog();
  const [filter, setFilter] = useAddressFilter(parseFilter, searchOf);
  const all = useListedSensors();
  const listed = listSensors(all, filter, locale);
  const isOwner = farm.role === "owner";
  const [isPrinting, setPrinting] = useState(false);
  const register = (): void => setOpen({ kind: "register" });
  const registerMany = (): void => setOpen({ kind: "many" });
  const hasTools =
    all.length > MAX_WITHOUT_TOOLS || filter.text !== "" || filter.shown !== NO_FILTER.shown;
  if (isPrinting) return <LabelSheet listed={listed} onClose={() => setPrinting(false)} />;
  return (
    <>
      <div class="page-head sensors-head">
        <h1>{sensorTexts.title}</h1>
        {isOwner && all.length > 0 && (
          <>
            <Button kind="primary" onClick={register}>
              {sensorTexts.register}
            </Button>
            <div class="row">
              <Button kind="quiet" onClick={registerMany}>
                {sensorTexts.many.open}
              </Button>
              <Button kind="quiet" onClick={() => setPrinting(true)}>
                {sensorTexts.labels.open}
              </Button>
            </div>
          </>
        )}
      </div>
      <UnregisteredDevices
        onRegister={(heard) => setOpen({ kind: "register", heard })}
        onReplace={(heard) => setOpen({ kind: "replace", heard })}
      />
      {hasTools && (
        <SensorTools all={all} found={listed.length} filter={filter} onFilter={setFilter} />
      )}
      {all.length === 0 && (
        <NoSensors onRegister={isOwner ? register : undefined} onMany={registerMany} />
      )}
      {all.length > 0 && listed.length === 0 && (
        <div class="card empty">
          <p>{sensorTexts.nothingFound}</p>
          <Button onClick={() => setFilter(NO_FILTER)}>{sensorTexts.showAll}</Button>
        </div>
      )}
      {listed.length > 0 && (
        <SensorList
          listed={listed}
          filter={filter}
          onFilter={setFilter}
          onEdit={(sensor) => setOpen({ kind: "edit", sensor })}
          onSnippet={(sensor) => setOpen({ kind: "snippet", sensor })}
        />
      )}
      {open && <OpenDialog key={keyOf(open)} open={open} onOpen={setOpen} />}
    </>
  );
}

/** A new dialog of the same kind must not inherit the state of the previous one. */
function keyOf(open: Open): string {
  switch (open.kind) {
    case "register":
      return `register ${(open.refused ?? open.heard)?.uid}`;
    case "many":
      return `many ${open.refused === undefined}`;
    case "replace":
      return `replace ${open.heard.uid}`;
    case "edit":
    case "snippet":
      return `${open.kind} ${open.sensor.uid}`;
  }
}

/** Returns the open dialog. An address can open the code for a sensor. */
function useOpenDialog(): [Open | undefined, OpenDialogProps["onOpen"]] {
  const { sensors } = useFarm();
  const address = useAddress();
  // The open dialog, then the dialogs that open after it closes.
  const [dialogs, setDialogs] = useState<readonly Open[]>([]);
  const openCode = useAction((hash: string) => {
    const uid = sensorOfCodeHash(hash);
    const sensor = sensors.find((listed) => listed.uid === uid);
    if (sensor !== undefined) setDialogs([{ kind: "snippet", sensor }]);
  });
  useEffect(() => openCode(address.hash), [address, openCode]);
  const change: OpenDialogProps["onOpen"] = (next, isLate = false) => {
    // A closed dialog stays closed after a reload.
    if (next === undefined && location.hash !== "") replaceSearch(location.search);
    setDialogs(([now, ...others]) => {
      if (next === undefined) return others;
      if (now === undefined || !isLate) return [next, ...others];
      // The other dialog, a board's code, can also be opened from the list, so it need not wait.
      return next.kind === "register" || next.kind === "many"
        ? [now, ...others, next]
        : [now, ...others];
    });
  };
  return [dialogs[0], change];
}

interface OpenDialogProps {
  readonly open: Open;
  /** @param isLate whether the dialog follows a pending change: it must not replace a dialog opened in the meantime */
  readonly onOpen: (open: Open | undefined, isLate?: boolean) => void;
}

function OpenDialog({ open, onOpen }: OpenDialogProps): VNode {
  const close = (): void => onOpen(undefined);
  switch (open.kind) {
    case "register":
      return (
        <RegisterSensor
          refused={open.refused}
          heard={open.heard}
          onRegistered={(sensor, keys) => onOpen({ kind: "snippet", sensor, keys }, true)}
          onRefused={(refused) => onOpen({ ...open, refused }, true)}
          onClose={close}
        />
      );
    case "many":
      return (
        <RegisterMany
          refused={open.refused}
          onRefused={(refused) => onOpen({ kind: "many", refused }, true)}
          onClose={close}
        />
      );
    case "replace":
      return (
        <Lazy load={REPLACE} props={{ heard: open.heard.uid, onClose: close }}>
          {null}
        </Lazy>
      );
    case "edit":
      return <EditSensor sensor={open.sensor} onClose={close} />;
    case "snippet":
      return <SnippetDialog uid={open.sensor.uid} keys={open.keys} onClose={close} />;
  }
}

interface NoSensorsProps {
  /** Undefined for viewers. */
  readonly onRegister: (() => void) | undefined;
  readonly onMany: () => void;
}

function NoSensors({ onRegister, onMany }: NoSensorsProps): VNode {
  const sensors = useSensorTexts();
  return (
    <div class="card empty">
      <p>{sensors.emptyList}</p>
      {onRegister && (
        <>
          <p class="quiet">{sensors.noneHint}</p>
          <Button kind="primary" onClick={onRegister}>
            {sensors.register}
          </Button>
          <Button kind="quiet" onClick={onMany}>
            {sensors.many.open}
          </Button>
        </>
      )}
    </div>
  );
}

function useListedSensors(): readonly ListedSensor[] {
  const farm = useFarm();
  const live = useGreenhouses(farm.greenhouses);
  const marks = useBoardMarks();
  const byId = new Map(live.map((greenhouse) => [greenhouse.greenhouse.id, greenhouse]));
  const { writes, connection } = usePage();
  // With a connection, changes are pending only briefly, so they are not marked.
  const waiting = connection.state.value.isConnected ? [] : writes.pending.value;
  const all = withPendingSensors(
    farm.sensors,
    farm.id,
    waiting.map(({ values }) => values),
  );
  const { corrections } = farm.amendments.value ?? NO_AMENDMENTS;
  const calibrationsOf = (uid: string): readonly Calibration[] =>
    corrections.ofSensor(uid).calibrations;
  return all.map(({ sensor, pending }) => {
    const linked = byId.get(sensor.greenhouse ?? "");
    return {
      sensor,
      pending,
      state: linked?.states.get(sensor.uid),
      board: linked && marks[sensor.uid],
      isUncalibrated:
        linked && lacksCalibration(sensor.uid, linked.senders, calibrationsOf(sensor.uid)),
      greenhouse: linked?.greenhouse.name,
      findings: linked?.findings.filter((finding) => finding.sensor.uid === sensor.uid) ?? [],
    };
  });
}
