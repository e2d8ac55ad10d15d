/**
 * The outputs of a greenhouse's boards, above its charts. If there are no outputs, owners find a button to add one in their
 * place.
 */

import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import { outputsOf } from "@greenhouse/domain/outputs/records";
import type { DefinedOutput, OutputId } from "@greenhouse/domain/outputs/model";
import type { Sensor } from "../model/farm/farm";
import type { NewOutputProps } from "../outputs/new-output";
import type { OutputsProps } from "../outputs/outputs";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { Lazy } from "../shared/hooks/lazy";
import { usePage } from "../shared/hooks/page";

/** The code of outputs is loaded if the greenhouse has outputs, or when an owner adds one. */
const OUTPUTS = (): Promise<FunctionComponent<OutputsProps>> =>
  import("../outputs/outputs").then((module) => module.Outputs);
const NEW_OUTPUT = (): Promise<FunctionComponent<NewOutputProps>> =>
  import("../outputs/new-output").then((module) => module.NewOutput);

export interface BoardOutputsProps {
  readonly sensors: readonly Sensor[];
  /** Undefined until the outputs are known. */
  readonly outputs: readonly DefinedOutput[] | undefined;
  readonly isAdding: boolean;
  readonly onAdding: (isAdding: boolean) => void;
  /** The output that was added last. */
  readonly added: OutputId | undefined;
  readonly onAdded: (added: OutputId) => void;
}

export function useOutputs(sensors: readonly Sensor[]): BoardOutputsProps {
  const { id, outputs: known } = useFarm();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<OutputId>();
  const uids = sensors.map(({ uid }) => uid);
  const outputs = known.value && outputsOf(id, known.value.outputs, uids);
  return { sensors, outputs, isAdding, onAdding: setAdding, added, onAdded: setAdded };
}

export function BoardOutputs(props: BoardOutputsProps): VNode | null {
  const { sensors, outputs, onAdding, added } = props;
  const { role } = useFarm();
  const { greenhouse } = usePage().texts;
  const onAdd = role === "owner" ? (): void => onAdding(true) : undefined;
  if (outputs === undefined) return null;
  if (outputs.length > 0) {
    return (
      <Lazy load={OUTPUTS} props={{ outputs, onAdd, added }}>
        {null}
      </Lazy>
    );
  }
  return onAdd === undefined || sensors.length === 0 ? null : (
    <Button kind="quiet" onClick={onAdd}>
      {greenhouse.addOutput}
    </Button>
  );
}

/** The form of a new output. It stays open while the first output replaces the button. */
export function OutputAdding(props: BoardOutputsProps): VNode | null {
  const { sensors, isAdding, onAdding, onAdded } = props;
  const { role } = useFarm();
  if (role !== "owner" || !isAdding) return null;
  return (
    <Lazy load={NEW_OUTPUT} props={{ sensors, onAdded, onClose: () => onAdding(false) }}>
      {null}
    </Lazy>
  );
}
