/** Changes an output, or removes it. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { DefinedOutput } from "@greenhouse/domain/outputs/model";
import { minLeaseSeconds, typedOutput } from "../model/input/typed-output";
import { Button, Form } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useOutputTexts } from "../text/outputs";
import { OutputFields, useOutputChanges, useOutputForm } from "./output-fields";

export interface EditOutputProps {
  readonly definedOutput: DefinedOutput;
  /** `outputPlans/<farmId>/<uid>/<output>`. */
  readonly plan: unknown;
  readonly onClose: () => void;
}

export function EditOutput({ definedOutput, plan, onClose }: EditOutputProps): VNode {
  const { defined, ...id } = definedOutput;
  const { sensors } = useFarm();
  const { texts: common, attempt, locale } = usePage();
  const { form: texts } = useOutputTexts();
  const { changes, stored } = useOutputChanges();
  const [isRemoving, setRemoving] = useState(false);
  const minLease = minLeaseSeconds(plan, defined);
  const form = useOutputForm(typedOutput(defined, locale), defined.kind, minLease);
  const board = sensors.find(({ uid }) => uid === id.uid)?.name ?? id.uid;
  const save = (): void => {
    const next = form.submit();
    if (next === undefined) return;
    onClose();
    if (form.draft.changed.length === 0) return;
    attempt(changes.define(id, next, stored), {
      text: common.saved,
      undo: () => attempt(changes.define(id, defined, stored)),
    });
  };
  return (
    <Dialog title={texts.edit(defined.name)} onClose={onClose}>
      <Form onSubmit={save}>
        <p class="quiet">
          {texts.place(id.output, board)}. {texts.kinds[defined.kind]}.
        </p>
        <OutputFields form={form} />
        <DialogActions submit={common.save} onCancel={onClose}>
          <Button kind="quiet danger" onClick={() => setRemoving(true)}>
            {texts.remove}
          </Button>
        </DialogActions>
      </Form>
      {isRemoving && (
        <Removal
          definedOutput={definedOutput}
          onClose={() => setRemoving(false)}
          onRemoved={onClose}
        />
      )}
    </Dialog>
  );
}

interface RemovalProps extends Omit<EditOutputProps, "plan"> {
  readonly onRemoved: () => void;
}

function Removal({ definedOutput, onClose, onRemoved }: RemovalProps): VNode {
  const { defined, ...id } = definedOutput;
  const { texts: common, attempt } = usePage();
  const { form: texts } = useOutputTexts();
  const { changes } = useOutputChanges();
  const remove = (): void => {
    onRemoved();
    attempt(changes.remove(id), { text: texts.removed(defined.name) });
  };
  return (
    <Dialog title={texts.removeTitle(defined.name)} onClose={onClose}>
      <p>{texts.removeWarning}</p>
      <DialogActions isDanger submit={common.remove} onSubmit={remove} onCancel={onClose} />
    </Dialog>
  );
}
