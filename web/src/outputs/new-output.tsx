/** Adds an output of a board. The board, the name in its code and the kind cannot be changed later. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { OUTPUT_KINDS } from "@greenhouse/domain/outputs/model";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { Sensor } from "../model/farm/farm";
import { faultsOfPlace, NEW_OUTPUT } from "../model/input/typed-output";
import type { PlaceFault } from "../model/input/typed-output";
import { Field, Form, Select } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useOutputTexts } from "../text/outputs";
import { OutputFields, useOutputChanges, useOutputForm } from "./output-fields";

export interface NewOutputProps {
  /** The sensors whose boards may get the output. */
  readonly sensors: readonly Sensor[];
  /** Called if the output appears soon, but not while the change waits for the connection. */
  readonly onAdded: (added: OutputId) => void;
  readonly onClose: () => void;
}

export function NewOutput({ sensors, onAdded, onClose }: NewOutputProps): VNode {
  const { id: farmId } = useFarm();
  const { attempt, connection } = usePage();
  const { form: texts } = useOutputTexts();
  const { changes, stored } = useOutputChanges();
  const [only, ...others] = sensors;
  const [uid, setUid] = useState((others.length === 0 ? only?.uid : undefined) ?? "");
  const [typed, setTyped] = useState("");
  const [kind, setKind] = useState<(typeof OUTPUT_KINDS)[number]>("switch");
  const form = useOutputForm(NEW_OUTPUT, kind);
  const output = typed.trim();
  const faults = faultsOfPlace({ uid, output }, stored);
  const wordsFor = (fault: PlaceFault | undefined): string | undefined =>
    form.isTried && fault !== undefined ? texts.faults[fault] : undefined;
  const save = (): void => {
    const defined = form.submit();
    if (defined === undefined || faults.uid !== undefined || faults.output !== undefined) return;
    const id = { farmId, uid, output };
    if (connection.state.value.isConnected) onAdded(id);
    onClose();
    attempt(changes.define(id, defined, stored), {
      text: texts.added(defined.name, output),
    });
  };
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <Form onSubmit={save}>
        <OutputFields form={form}>
          <Select
            label={texts.board}
            hint={texts.boardHint}
            value={uid}
            options={[
              ...(uid === "" ? [["", texts.choose] as const] : []),
              ...sensors.map((sensor) => [sensor.uid, sensor.name] as const),
            ]}
            onValue={setUid}
            error={wordsFor(faults.uid)}
          />
          <Field
            label={texts.output}
            hint={texts.outputHint}
            isCode
            value={typed}
            onValue={setTyped}
            error={wordsFor(faults.output)}
          />
          <Select
            label={texts.kind}
            hint={texts.kindHint}
            value={kind}
            options={OUTPUT_KINDS.map((option) => [option, texts.kinds[option]] as const)}
            onValue={(value) => setKind(OUTPUT_KINDS.find((option) => option === value) ?? kind)}
          />
        </OutputFields>
        <DialogActions submit={texts.add} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
