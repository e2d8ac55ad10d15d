/** The button that leaves out the readings of an alert: "the probe lay in the sun". For owners. */

import { isOfOutput } from "@greenhouse/domain/alerts/model";
import type { LoggedAlert, OpenAlert } from "@greenhouse/domain/alerts/model";
import { partsOf } from "@greenhouse/domain/quantities/measurements";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { quantityOf } from "@greenhouse/domain/words/sentence";
import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import type { ExcludeDialogProps } from "../corrections/exclude-dialog";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { Lazy } from "../shared/hooks/lazy";
import { useCorrectionTexts } from "../text/corrections";

const DIALOG = (): Promise<FunctionComponent<ExcludeDialogProps>> =>
  import("../corrections/exclude-dialog").then((module) => module.ExcludeDialog);

export interface LeaveOutProps {
  readonly alert: OpenAlert | LoggedAlert;
  /** The end of the alert, or now, in Unix milliseconds. */
  readonly until: number;
}

/** An alert that ended at once still has a reading. */
const AFTER_MS = MINUTE_MS;

export function LeaveOut({ alert, until }: LeaveOutProps): VNode | null {
  const { role } = useFarm();
  const words = useCorrectionTexts();
  const [open, setOpen] = useState<Omit<ExcludeDialogProps, "onClose">>();
  const { kind, uid, sensorName, since } = alert;
  if (role !== "owner" || kind === "silent" || kind === "battery" || isOfOutput(kind)) return null;
  const start = (): void => {
    const measured = partsOf(quantityOf(alert));
    const [quantity, ...others] = measured;
    setOpen({
      isPartial: true,
      sensors: [{ uid, name: sensorName, measured }],
      quantity: others.length === 0 ? quantity : undefined,
      from: since,
      until: Math.max(until, since + AFTER_MS),
    });
  };
  return (
    <>
      <Button kind="quiet" label={words.leaveOutOf(sensorName)} onClick={start}>
        {words.leaveOutThis}
      </Button>
      {open && (
        <Lazy load={DIALOG} props={{ ...open, onClose: () => setOpen(undefined) }}>
          {null}
        </Lazy>
      )}
    </>
  );
}
