/** The farm's key: shown when asked for, replaced after a warning. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { farmKeyOf } from "../model/secret";
import { Button, CopyButton, Dialog, Field, Form } from "./controls";
import { useFarm } from "./farm-context";
import { randomBytes } from "./farms";
import { usePage } from "./page";

const KEY_BYTES = 24;

export function KeyCard(): VNode {
  const farm = useFarm();
  const { speech, changes, attempt } = usePage();
  const { settings } = speech.texts;
  const [key, setKey] = useState<string>();
  const [isReplacing, setReplacing] = useState(false);
  const reveal = (): void => attempt(changes.readKey(farm.id).then(setKey));
  return (
    <section class="card" aria-labelledby="key-title">
      <h2 id="key-title">{settings.key}</h2>
      <p class="quiet">{settings.keyLead}</p>
      <p class="row key" aria-live="polite">
        {key === undefined ? (
          <Button onClick={reveal}>{settings.reveal}</Button>
        ) : (
          <>
            <code>{key}</code>
            <CopyButton text={key} what={settings.key} />
            <Button kind="quiet" onClick={() => setKey(undefined)}>
              {settings.hide}
            </Button>
          </>
        )}
      </p>
      <div>
        <Button kind="danger" onClick={() => setReplacing(true)}>
          {settings.rotate}
        </Button>
      </div>
      {isReplacing && <ReplaceKey onClose={() => setReplacing(false)} onKey={setKey} />}
    </section>
  );
}

interface ReplaceKeyProps {
  readonly onClose: () => void;
  readonly onKey: (key: string) => void;
}

function ReplaceKey({ onClose, onKey }: ReplaceKeyProps): VNode {
  const farm = useFarm();
  const { speech, changes, attempt } = usePage();
  const { texts } = speech;
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim() === farm.name.trim();
  const replace = (): void => {
    if (!isConfirmed) return;
    const key = farmKeyOf(randomBytes(KEY_BYTES));
    const change = changes.changeKey(farm.id, key).then(() => onKey(key));
    attempt(change, { text: texts.settings.rotated });
    onClose();
  };
  return (
    <Dialog title={texts.settings.rotateTitle} onClose={onClose}>
      <p>{texts.settings.rotateWarning}</p>
      <Form onSubmit={replace}>
        <Field label={texts.settings.rotateConfirm(farm.name)} value={typed} onValue={setTyped} />
        <div class="row">
          <Button kind="danger" type="submit" isDisabled={!isConfirmed}>
            {texts.settings.rotateSubmit}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
