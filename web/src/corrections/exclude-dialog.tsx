/** Leaves readings out: which sensors, from when until when, which quantities, and why. */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { devicesIn, excludedQuantities, faultOfSpan, typedSpan } from "../model/farm/left-out";
import { NO_AMENDMENTS } from "../model/values/amendments";
import { Checkbox, Field, Form, Select } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useCorrectionTexts } from "../text/corrections";
import { faultOfNote, NoteField, storedNote } from "./note-field";
import { useCorrectionChanges, useNoticedChanges } from "./use-correction-changes";
import "./corrections.css";

/** A sensor whose readings can be left out. */
export interface ExcludableSensor {
  readonly uid: string;
  readonly name: string;
  /** What it measures. */
  readonly measured: readonly Measurement[];
}

export interface ExcludeDialogProps {
  /** At least one. The first is chosen. */
  readonly sensors: readonly ExcludableSensor[];
  /** Whether the sensors measure more than `measured` says. */
  readonly isPartial?: boolean;
  /** The quantity that is chosen; undefined for all. */
  readonly quantity: Measurement | undefined;
  /** In Unix milliseconds, like `until`. */
  readonly from: number;
  readonly until: number;
  readonly onClose: () => void;
}

/** The choice of all sensors: no uid is like it. */
const ALL = "/";

export function ExcludeDialog(props: ExcludeDialogProps): VNode {
  const { sensors, onClose } = props;
  const { texts, format, connection } = usePage();
  const words = useCorrectionTexts();
  const clock = createZonedClock(format.timeZone);
  const [preset] = useState({ from: props.from, until: props.until });
  const [uid, setUid] = useState(sensors[0]?.uid ?? ALL);
  const [from, setFrom] = useState(clock.wall(preset.from));
  const [until, setUntil] = useState(clock.wall(preset.until));
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const chosen = sensors.filter((sensor) => uid === ALL || sensor.uid === uid);
  const measured = MEASUREMENTS.filter((name) =>
    chosen.some((sensor) => sensor.measured.includes(name)),
  );
  const [ticked, setTicked] = useState<ReadonlySet<Measurement>>(
    new Set(props.quantity === undefined ? MEASUREMENTS : [props.quantity]),
  );
  const quantities = excludedQuantities(ticked, measured, props.isPartial);
  const span = typedSpan({ from, until }, preset, clock);
  const fault = faultOfSpan(span.from, span.until, connection.now());
  const exclude = useExcluding();
  const [only, ...others] = sensors;
  const submit = (): void => {
    setTried(true);
    if (fault !== undefined || faultOfNote(note) !== undefined || quantities.length === 0) return;
    onClose();
    exclude(chosen, quantities, { ...span, note: storedNote(note) });
  };
  return (
    <Dialog
      title={only && others.length === 0 ? words.titleOf(only.name) : words.leaveOut}
      onClose={onClose}
    >
      <Form onSubmit={submit}>
        <p class="hint">{words.lead}</p>
        {sensors.length > 1 && (
          <Select
            label={words.sensor}
            value={uid}
            options={[
              ...sensors.map((sensor) => [sensor.uid, sensor.name] as const),
              [ALL, words.allSensors(sensors.length)],
            ]}
            onValue={setUid}
          />
        )}
        <Field label={words.from} type="datetime-local" value={from} onValue={setFrom} />
        <Field
          label={words.until}
          type="datetime-local"
          value={until}
          onValue={setUntil}
          error={isTried && fault !== undefined ? words.faults[fault] : undefined}
        />
        <fieldset>
          <legend>{words.quantities}</legend>
          {measured.map((name) => (
            <Checkbox
              key={name}
              label={texts.measurements[name]}
              isChecked={ticked.has(name)}
              onChecked={(isChecked) => setTicked(withQuantity(ticked, name, isChecked))}
            />
          ))}
          {isTried && quantities.length === 0 && (
            <p class="error" role="alert">
              {words.faults.noQuantity}
            </p>
          )}
        </fieldset>
        <NoteField
          label={words.note}
          placeholder={words.notePlaceholder}
          {...{ note, isTried }}
          onNote={setNote}
        />
        <DialogActions submit={words.submit} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function withQuantity(
  ticked: ReadonlySet<Measurement>,
  name: Measurement,
  isTicked: boolean,
): ReadonlySet<Measurement> {
  const next = new Set(ticked);
  if (isTicked) next.add(name);
  else next.delete(name);
  return next;
}

interface Excluded {
  readonly from: number;
  readonly until: number;
  readonly note: string | undefined;
}

/** Returns a function that stores the exclusions, of the devices that measured for a sensor at that time. */
function useExcluding(): (
  sensors: readonly ExcludableSensor[],
  quantities: readonly (Measurement | undefined)[],
  excluded: Excluded,
) => void {
  const { id: farmId, amendments } = useFarm();
  const words = useCorrectionTexts();
  const changes = useCorrectionChanges();
  const notice = useNoticedChanges();
  return (sensors, quantities, { note, ...span }) => {
    const { succession } = amendments.peek() ?? NO_AMENDMENTS;
    const all = sensors.flatMap((sensor) =>
      devicesIn(sensor.uid, span, succession).flatMap(({ uid, ...part }) =>
        quantities.map((quantity) => ({
          sensor: { farmId, uid },
          exclusion: { ...part, quantity, note },
        })),
      ),
    );
    const [first, ...others] = sensors;
    const isOne = first !== undefined && others.length === 0;
    notice(changes.exclude(all), isOne ? words.done(first.name) : words.doneAll(sensors.length));
  };
}
