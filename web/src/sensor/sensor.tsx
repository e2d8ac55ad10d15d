/** The page of one sensor: what it sends now, its last 30 days, its life, and what was changed about its readings. */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { fieldOf, numberOf } from "@greenhouse/domain/stored";
import { HOUR_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { ExcludeDialog } from "../corrections/exclude-dialog";
import { ExclusionList } from "../corrections/exclusion-list";
import type { NewDevice } from "../data/changes/correction-changes";
import type { Sensor } from "../model/farm/farm";
import { exclusionsOf } from "../model/farm/left-out";
import { pathOf } from "../model/input/route";
import type { Column } from "../model/plot/series";
import { NO_AMENDMENTS } from "../model/values/amendments";
import { Button } from "../shared/controls/controls";
import { CopyButton } from "../shared/controls/copy-button";
import { BackIcon } from "../shared/controls/icons";
import { useFarm, useGreenhouses } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";
import { useKindText } from "../shared/values/words";
import { useBoardCodeTexts } from "../text/board-code";
import { useCorrectionTexts } from "../text/corrections";
import { useSensorPageTexts } from "../text/sensor";
import { BoardCard } from "./board-card";
import { CalibrateDialog } from "./calibrate-dialog";
import { CalibrationList } from "./calibration-list";
import { LifeList } from "./life-list";
import { ReplaceDialog } from "./replace-dialog";
import { SensorCharts } from "./sensor-charts";
import { SensorNow } from "./sensor-now";
import "./sensor.css";

export function SensorView({ uid }: { readonly uid: string }): VNode {
  const farm = useFarm();
  const words = useSensorPageTexts();
  const { notFound } = usePage().texts;
  const sensor = farm.sensors.find((listed) => listed.uid === uid);
  return (
    <>
      <Link class="back" href={pathOf({ view: "sensors", farmId: farm.id })}>
        <BackIcon />
        {words.back}
      </Link>
      {sensor === undefined ? (
        <>
          <h1>{notFound.title}</h1>
          <p>{words.unknown}</p>
        </>
      ) : (
        <Body key={uid} sensor={sensor} />
      )}
    </>
  );
}

type Open =
  | { readonly kind: "calibrate"; readonly quantity: Measurement }
  | { readonly kind: "exclude" }
  | { readonly kind: "replace"; readonly refused?: NewDevice };

function Body({ sensor }: { readonly sensor: Sensor }): VNode {
  const { greenhouses, role, amendments } = useFarm();
  const [live] = useGreenhouses(greenhouses.filter(({ id }) => id === sensor.greenhouse));
  const words = useSensorPageTexts();
  const corrections = useCorrectionTexts();
  const [open, setOpen] = useState<Open>();
  // Only the dialog reads them. As a state, they would render the page again with every second.
  const columns = useRef<ReadonlyMap<Measurement, readonly Column[]>>(new Map());
  const known = amendments.value ?? NO_AMENDMENTS;
  const { calibrations } = known.corrections.ofSensor(sensor.uid);
  const exclusions = exclusionsOf([sensor.uid], known.corrections, known.succession);
  const before = known.succession.predecessorsOf(sensor.uid).map(({ uid }) => uid);
  const own = live === undefined ? [] : measuredBy([sensor.uid], live);
  // A new device measures what the device before it measured, also before its first reading.
  const quantities = live === undefined ? [] : measuredBy([sensor.uid, ...before], live);
  const [first] = quantities;
  const close = (): void => setOpen(undefined);
  const isOwner = role === "owner";
  return (
    <>
      <Head sensor={sensor} />
      {isOwner && (
        <div class="row">
          {first !== undefined && (
            <>
              <Button onClick={() => setOpen({ kind: "calibrate", quantity: first })}>
                {words.calibrate.open}
              </Button>
              <Button onClick={() => setOpen({ kind: "exclude" })}>{corrections.leaveOut}</Button>
            </>
          )}
          {sensor.replacedBy === undefined && (
            <Button onClick={() => setOpen({ kind: "replace" })}>{words.replace.open}</Button>
          )}
        </div>
      )}
      {live === undefined ? (
        <p class="card quiet">{words.unassigned}</p>
      ) : (
        <>
          <SensorNow {...{ sensor, live }} quantities={own} />
          <SensorCharts {...{ sensor, live, quantities, exclusions }} columns={columns} />
        </>
      )}
      <BoardCard sensor={sensor} />
      <section class="card" aria-labelledby="calibrations-title">
        <h2 id="calibrations-title">{words.calibrations.title}</h2>
        <CalibrationList uid={sensor.uid} calibrations={calibrations} />
      </section>
      <section class="card" aria-labelledby="exclusions-title">
        <h2 id="exclusions-title">{words.exclusions}</h2>
        <ExclusionList exclusions={exclusions} />
      </section>
      <LifeList uid={sensor.uid} />
      {open?.kind === "calibrate" && live !== undefined && (
        <CalibrateDialog
          {...{ sensor, live, quantities, calibrations }}
          first={open.quantity}
          columnsOf={(quantity) => columns.current.get(quantity) ?? []}
          onClose={close}
        />
      )}
      {open?.kind === "exclude" && <Exclude {...{ sensor, quantities }} onClose={close} />}
      {open?.kind === "replace" && (
        <ReplaceDialog
          key={open.refused?.uid}
          sensor={sensor}
          refused={open.refused}
          onRefused={(refused) => setOpen((now) => now ?? { kind: "replace", refused })}
          onClose={close}
        />
      )}
    </>
  );
}

/** Returns what devices have sent to their greenhouse. */
function measuredBy(uids: readonly string[], { watch }: LiveGreenhouse): readonly Measurement[] {
  const { current, bySensor } = watch.newest.value.values;
  const records = uids.flatMap((uid) => [fieldOf(bySensor, uid), fieldOf(current, uid)]);
  return MEASUREMENTS.filter((name) =>
    records.some((record) => numberOf(record, name) !== undefined),
  );
}

function Head({ sensor }: { readonly sensor: Sensor }): VNode {
  const farm = useFarm();
  const words = useSensorPageTexts();
  const kindText = useKindText()(sensor);
  const { uid, name, greenhouse: id, continuation, replacedBy } = sensor;
  const greenhouse = farm.greenhouses.find((listed) => listed.id === id);
  const sensors = pathOf({ view: "sensors", farmId: farm.id });
  const other = (otherUid: string): VNode => {
    const otherName = farm.sensors.find((listed) => listed.uid === otherUid)?.name;
    const path = pathOf({ view: "sensors", farmId: farm.id, uid: otherUid });
    return (
      <>
        {otherName === undefined ? null : <bdi>{otherName} </bdi>}
        <Link href={path}>
          <code>{otherUid}</code>
        </Link>
      </>
    );
  };
  return (
    <>
      <div class="page-head">
        <h1>{name}</h1>
        <Link class="button" href={`${sensors}#code-${encodeURIComponent(uid)}`}>
          {useBoardCodeTexts().name}
        </Link>
      </div>
      <p class="pieces quiet">
        {kindText !== "" && <span>{kindText}</span>}
        {greenhouse && (
          <span>
            <Link
              href={pathOf({ view: "greenhouse", farmId: farm.id, greenhouseId: greenhouse.id })}
            >
              {greenhouse.name}
            </Link>
          </span>
        )}
      </p>
      <p class="sensor-uid quiet">
        <code>{uid}</code>
        <CopyButton text={uid} label={`UID ${uid}`} />
      </p>
      {continuation && (
        <p class="quiet">
          {words.continues} {other(continuation.continues)}
        </p>
      )}
      {replacedBy !== undefined && (
        <p class="attention">
          <span>
            {words.replacedBy} {other(replacedBy)}
          </span>
        </p>
      )}
    </>
  );
}

interface ExcludeProps {
  readonly sensor: Sensor;
  readonly quantities: readonly Measurement[];
  readonly onClose: () => void;
}

function Exclude({ sensor, quantities, onClose }: ExcludeProps): VNode {
  const { connection } = usePage();
  const [now] = useState(connection.now());
  const sensors = [{ uid: sensor.uid, name: sensor.name, measured: quantities }];
  return (
    <ExcludeDialog
      {...{ sensors, onClose }}
      quantity={undefined}
      from={now - HOUR_MS}
      until={now}
    />
  );
}
