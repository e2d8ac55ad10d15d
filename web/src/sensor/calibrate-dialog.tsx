/** Calibrates a quantity of a sensor: what the person knows, from when, and in words what changes. */

import type { Scaling } from "@greenhouse/domain/quantities/calibrating";
import { calibrated } from "@greenhouse/domain/quantities/corrections";
import type { Calibration } from "@greenhouse/domain/quantities/corrections-model";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { faultOfNote, NoteField, storedNote } from "../corrections/note-field";
import { useCorrectionChanges, useNoticedChanges } from "../corrections/use-correction-changes";
import type { Sensor } from "../model/farm/farm";
import { parseCalibration, usualWay } from "../model/input/typed-calibration";
import type { TypedCalibration } from "../model/input/typed-calibration";
import type { Column } from "../model/plot/series";
import { previewOf, scalingAt } from "../model/values/calibration-preview";
import { Field, Form, Select } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { useFarm } from "../shared/hooks/farm";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useSensorPageTexts } from "../text/sensor";
import { CalibrationFields } from "./calibration-fields";
import { CalibrationPreview } from "./calibration-preview";
import { sentText, sentValueOf } from "./sent-value";
import type { SentValue } from "./sent-value";
import "./sensor.css";

export interface CalibrateDialogProps {
  readonly sensor: Sensor;
  readonly live: LiveGreenhouse;
  /** What the sensor measures. At least one. */
  readonly quantities: readonly Measurement[];
  /** The quantity that is chosen at first. */
  readonly first: Measurement;
  readonly calibrations: readonly Calibration[];
  /** Returns the last days of a quantity, as the charts show them. */
  readonly columnsOf: (quantity: Measurement) => readonly Column[];
  readonly onClose: () => void;
}

/** Accepts times of a clock that is slightly ahead of the database's, in milliseconds. */
const MAX_AHEAD_MS = MINUTE_MS;

export function CalibrateDialog(props: CalibrateDialogProps): VNode {
  const { sensor, live, quantities, calibrations, columnsOf, onClose } = props;
  const { texts, format, connection } = usePage();
  const { calibrate: words, quantity: quantityLabel } = useSensorPageTexts();
  const [typed, setTyped] = useState<TypedCalibration>(() => typedFor(props.first));
  const [isPast, setPast] = useState(false);
  const [openedAt] = useState(connection.now());
  const clock = createZonedClock(format.timeZone);
  const [at, setAt] = useState(clock.wall(openedAt));
  const [note, setNote] = useState("");
  const [isTried, setTried] = useState(false);
  const { quantity } = typed;
  const sent = sentValueOf(live, sensor.uid, quantity);
  const from = isPast ? clock.parseWall(at, openedAt) : nowOf(sent, connection.now());
  const inForce = scalingAt(calibrations, quantity, from);
  const parsed = parseCalibration(typed, format, inForce);
  const timeFault = isPast ? faultOfTime(from, connection.now()) : undefined;
  const calibrate = useCalibrating(sensor);
  const submit = (): void => {
    setTried(true);
    if (!("scaling" in parsed) || timeFault !== undefined || faultOfNote(note) !== undefined)
      return;
    onClose();
    calibrate(quantity, from, parsed.scaling, storedNote(note));
  };
  const scaling = "scaling" in parsed ? parsed.scaling : undefined;
  const ownFrom = sensor.continuation?.continuesFrom;
  const isOfOther = ownFrom !== undefined && from < ownFrom;
  return (
    <Dialog title={words.title(sensor.name)} onClose={onClose}>
      <Form onSubmit={submit} class="form calibrate">
        <p class="hint">{words.lead}</p>
        {quantities.length > 1 && (
          <Select
            label={quantityLabel}
            value={quantity}
            options={quantities.map((name) => [name, texts.measurements[name]] as const)}
            onValue={(name) => setTyped(typedFor(name as Measurement))}
          />
        )}
        <CalibrationFields
          {...{ typed, sent }}
          fault={isTried && "fault" in parsed ? parsed : undefined}
          onTyped={setTyped}
        />
        <fieldset>
          <legend>{words.from}</legend>
          <div class="segments">
            <button type="button" aria-pressed={!isPast} onClick={() => setPast(false)}>
              {words.fromNow}
            </button>
            <button type="button" aria-pressed={isPast} onClick={() => setPast(true)}>
              {words.fromPast}
            </button>
          </div>
        </fieldset>
        {isPast && (
          <Field
            label={words.at}
            type="datetime-local"
            value={at}
            onValue={setAt}
            error={isTried && timeFault !== undefined ? words[timeFault] : undefined}
          />
        )}
        {isPast && isOfOther && (
          <p class="hint">{words.otherDevice(format.moment(ownFrom, openedAt))}</p>
        )}
        <Outcome {...{ quantity, sent: sent?.value, scaling, inForce }} />
        {isPast && scaling !== undefined && timeFault === undefined && (
          <CalibrationPreview
            points={previewOf(columnsOf(quantity), calibrations, quantity, scaling, from, ownFrom)}
            {...{ quantity, from }}
          />
        )}
        <NoteField
          label={words.note}
          placeholder={words.notePlaceholder}
          {...{ note, isTried }}
          onNote={setNote}
        />
        <DialogActions submit={words.open} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** The newest reading is calibrated, too: it is the one that the person compares. */
const NEWEST_MS = HOUR_MS;
/** How far a board's clock may be behind its reading's time of arrival. Clients correct theirs beyond it. */
const BEHIND_MS = 10_000;

function nowOf(sent: SentValue | undefined, now: number): number {
  const at = sent?.at ?? now;
  return at > now - NEWEST_MS ? Math.min(at - BEHIND_MS, now) : now;
}

function typedFor(quantity: Measurement): TypedCalibration {
  return { way: usualWay(quantity), quantity, direction: "high", texts: {} };
}

/** @param from NaN if the typed text is not a time */
function faultOfTime(from: number, now: number): "badTime" | "future" | undefined {
  if (!(from > 0)) return "badTime";
  return from > now + MAX_AHEAD_MS ? "future" : undefined;
}

interface OutcomeProps {
  readonly quantity: Measurement;
  /** The newest value as it was sent. */
  readonly sent: number | undefined;
  /** Undefined until the fields are filled in. */
  readonly scaling: Scaling | undefined;
  readonly inForce: Scaling | undefined;
}

/** Says what becomes of the newest reading, or of a usual one. */
function Outcome({ quantity, sent, scaling, inForce }: OutcomeProps): VNode {
  const { format } = usePage();
  const { calibrate: words } = useSensorPageTexts();
  if (scaling === undefined)
    return (
      <p class="quiet" role="status">
        {words.incomplete}
      </p>
    );
  const example = sent ?? USUAL[quantity] ?? 20;
  const valueOf = (by: Scaling): string =>
    format.exact(calibrated(by, quantity, example), quantity);
  return (
    <p class="outcome" role="status">
      <strong>{words.becomes(sentText(format, quantity, example), valueOf(scaling))}</strong>
      {inForce && <span class="quiet"> {words.before(valueOf(inForce))}</span>}
    </p>
  );
}

/** A reading to talk about while the sensor sends none. */
const USUAL: Readonly<Partial<Record<Measurement, number>>> = {
  temperature: 21,
  humidity: 60,
  ph: 6.5,
};

function useCalibrating(
  sensor: Sensor,
): (quantity: Measurement, from: number, scaling: Scaling, note: string | undefined) => void {
  const { id: farmId } = useFarm();
  const { texts } = usePage();
  const { calibrate: words } = useSensorPageTexts();
  const changes = useCorrectionChanges();
  const notice = useNoticedChanges();
  return (quantity, from, { scale, offset }, note) => {
    const { uid, name } = sensor;
    const calibration = { quantity, from, scale, offset, note };
    notice(
      changes.calibrate({ farmId, uid }, calibration),
      words.done(name, texts.measurements[quantity]),
    );
  };
}
