/**
 * Leaves readings out: a person drags over them in a chart, or enters the times. Shows the readings that are left out as
 * hollow points, with a list below the charts.
 */

import type { Signal } from "@preact/signals";
import type { FunctionComponent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { ExcludableSensor, ExcludeDialogProps } from "../../corrections/exclude-dialog";
import type { ExclusionListProps } from "../../corrections/exclusion-list";
import { exclusionsOf, madeTogether, overlaps } from "../../model/farm/left-out";
import type { SensorExclusion } from "../../model/farm/left-out";
import type { Window } from "../../model/plot/time-range";
import { NO_AMENDMENTS } from "../../model/values/amendments";
import { Button } from "../../shared/controls/controls";
import { useFarm } from "../../shared/hooks/farm";
import type { LiveGreenhouse } from "../../shared/hooks/farm";
import { Lazy } from "../../shared/hooks/lazy";
import { useSame } from "../../shared/hooks/stable";
import { usePage } from "../../shared/hooks/page";
import { useCorrectionTexts } from "../../text/corrections";
import type { ChartAmendments } from "../chart-amendments";
import type { CursorTime } from "../plot-cursor";
import { useMarking } from "./marking";

const DIALOG = (): Promise<FunctionComponent<ExcludeDialogProps>> =>
  import("../../corrections/exclude-dialog").then((module) => module.ExcludeDialog);
const LIST = (): Promise<FunctionComponent<ExclusionListProps>> =>
  import("../../corrections/exclusion-list").then((module) => module.ExclusionList);

export interface LeftOutProps {
  readonly live: LiveGreenhouse;
  readonly shown: Window;
  readonly amended: Signal<ChartAmendments>;
}

export interface LeaveOutProps extends LeftOutProps {
  /** The element that contains the charts. */
  readonly section: { readonly current: HTMLElement | null };
  readonly cursor: CursorTime;
}

type State =
  | { readonly step: "idle" | "marking" }
  | ({ readonly step: "dialog"; readonly quantity: Measurement | undefined } & Window);

/** The buttons above the charts. */
export function LeaveOut(props: LeaveOutProps): VNode {
  const { live, shown, amended } = props;
  const { role } = useFarm();
  const { texts } = usePage();
  const words = useCorrectionTexts();
  const [state, setState] = useState<State>({ step: "idle" });
  const isMarking = state.step === "marking";
  const idle = (): void => setState({ step: "idle" });
  useMarking(props, isMarking, (span, quantity) => setState({ step: "dialog", quantity, ...span }));
  useNewDevices(props);
  const exclusions = useExclusions(props);
  const { exclusions: visible } = amended.value;
  const isVisible = visible !== undefined;
  const toggle = (): void => {
    amended.value = { ...amended.peek(), exclusions: isVisible ? undefined : exclusions };
  };
  return (
    <>
      {role === "owner" && !isMarking && (
        <Button onClick={() => setState({ step: "marking" })}>{words.leaveOut}</Button>
      )}
      {exclusions.length > 0 && (
        <button type="button" class="button" aria-pressed={isVisible} onClick={toggle}>
          {words.show(madeTogether(exclusions).length)}
        </button>
      )}
      {isMarking && (
        <div class="row marking" role="status">
          <span>{words.marking}</span>
          <Button onClick={() => setState({ step: "dialog", quantity: undefined, ...shown })}>
            {words.enterTimes}
          </Button>
          <Button kind="quiet" onClick={idle}>
            {texts.cancel}
          </Button>
        </div>
      )}
      {state.step === "dialog" && (
        <Lazy
          load={DIALOG}
          props={{
            sensors: excludableIn(live, state.quantity),
            quantity: state.quantity,
            from: state.from,
            until: state.to,
            onClose: idle,
          }}
        >
          {null}
        </Lazy>
      )}
    </>
  );
}

/** Returns the sensors of a greenhouse that measure a quantity, with all that they measure. */
function excludableIn(
  { sensors, senders }: LiveGreenhouse,
  quantity: Measurement | undefined,
): readonly ExcludableSensor[] {
  const all = sensors.map(({ uid, name }) => {
    const sends = (measurement: Measurement): boolean =>
      measurement === "battery" || senders.byMeasurement[measurement]?.includes(uid) === true;
    return { uid, name, measured: MEASUREMENTS.filter(sends) };
  });
  return all.filter(({ measured }) => quantity === undefined || measured.includes(quantity));
}

/** Returns the exclusions in the range. While they are shown, shows the newest ones. */
function useExclusions({ live, shown, amended }: LeftOutProps): readonly SensorExclusion[] {
  const farm = useFarm();
  const { corrections, succession } = farm.amendments.value ?? NO_AMENDMENTS;
  const uids = live.sensors.map(({ uid }) => uid);
  const exclusions = useSame(
    exclusionsOf(uids, corrections, succession).filter((exclusion) => overlaps(exclusion, shown)),
  );
  const isVisible = amended.value.exclusions !== undefined;
  const { feed } = live.watch;
  useEffect(() => {
    if (!isVisible) return;
    amended.value = { ...amended.peek(), exclusions };
  }, [amended, exclusions, isVisible]);
  const range = useRef(shown);
  range.current = shown;
  useEffect(() => {
    if (!isVisible) return;
    // A long range is drawn from rollups, so its readings are not known.
    const { from: first, to: last } = range.current;
    for (const { from, until } of exclusions) {
      void feed.readMissing(Math.max(from, first), Math.min(until, last), AMOUNT);
    }
  }, [feed, exclusions, isVisible]);
  return exclusions;
}

/** The budget of readings for the hollow points of an exclusion. */
const AMOUNT = { readings: 2000, sensors: 1 };

/** Marks in the charts when sensors of the greenhouse got a new device. */
function useNewDevices({ live, amended }: LeftOutProps): void {
  const words = useCorrectionTexts();
  const devices = useSame(
    live.sensors.flatMap(({ uid, name, continuation }) =>
      continuation === undefined
        ? []
        : [{ key: `/${uid}`, at: continuation.continuesFrom, text: words.newDevice(name) }],
    ),
  );
  useEffect(() => {
    amended.value = { ...amended.peek(), devices };
  }, [amended, devices]);
}

/** The list below the charts, while the readings that are left out are shown. */
export function LeftOut({ live, amended }: LeftOutProps): VNode | null {
  const words = useCorrectionTexts();
  const { exclusions } = amended.value;
  if (exclusions === undefined) return null;
  const names = new Map(live.sensors.map(({ uid, name }) => [uid, name]));
  return (
    <section class="card" aria-labelledby="left-out-title">
      <h3 id="left-out-title">{words.title}</h3>
      <Lazy load={LIST} props={{ exclusions, names }}>
        {null}
      </Lazy>
    </section>
  );
}
