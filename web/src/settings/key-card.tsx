/** The farm's key: shown on request, replaced after a warning; the old one may stay valid for a while. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { checkOldKey, readFarmKeys } from "../../../domain/src/farm-key";
import type { FarmKeys } from "../../../domain/src/farm-key";
import { Button, Dialog, Field, Form } from "../shared/controls";
import { CopyButton } from "../shared/copy-button";
import { useFarm } from "../shared/farm";
import { useWatch } from "../shared/hooks";
import type { Texts } from "../text/en";
import { usePage } from "../shared/page";
import { newFarmKey } from "../shared/random";

export function KeyCard(): VNode {
  const farm = useFarm();
  const { settings, problems } = usePage().texts;
  // Read at once, to remind owners of an old key; shown on request only.
  const watched = useWatch(`farms/${farm.id}/apiKey`, (stored) => ({ keys: readFarmKeys(stored) }));
  return (
    <section class="card" aria-labelledby="key-title">
      <h2 id="key-title">{settings.key}</h2>
      <p class="quiet">{settings.keyLead}</p>
      {watched.status === "loading" && <KeysSkeleton />}
      {watched.status === "failed" && <p class="error">{problems[watched.problem]}</p>}
      {watched.status === "ready" && <Keys keys={watched.value.keys} />}
    </section>
  );
}

/** The same buttons, so that nothing moves when the key arrives. */
function KeysSkeleton(): VNode {
  const { settings } = usePage().texts;
  return (
    <div class="row">
      <Button isDisabled>{settings.reveal}</Button>
      <Button kind="danger" isDisabled>
        {settings.rotate}
      </Button>
    </div>
  );
}

function Keys({ keys }: { readonly keys: FarmKeys | undefined }): VNode {
  const { settings } = usePage().texts;
  const [isShown, setShown] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const toggle = (
    <Button isExpanded={isShown} onClick={() => setShown(!isShown)}>
      {isShown ? settings.hide : settings.reveal}
    </Button>
  );
  return (
    <>
      {keys === undefined && <p>{settings.noKey}</p>}
      {isShown && keys && (
        <dl class="keys">
          <KeyText
            label={keys.old === undefined ? settings.key : settings.newKey}
            text={keys.key}
          />
          {keys.old !== undefined && <KeyText label={settings.oldKey} text={keys.old} />}
        </dl>
      )}
      {keys?.old !== undefined && <OldKey keys={keys} old={keys.old} />}
      <div class="row">
        {keys && toggle}
        <Button kind={keys ? "danger" : "primary"} onClick={() => setReplacing(true)}>
          {keys ? settings.rotate : settings.makeKey}
        </Button>
      </div>
      {isReplacing && (
        <ReplaceKey
          keys={keys}
          onClose={() => setReplacing(false)}
          onReplaced={() => setShown(true)}
        />
      )}
    </>
  );
}

function KeyText({ label, text }: { readonly label: string; readonly text: string }): VNode {
  return (
    <div>
      <dt class="label">{label}</dt>
      <dd class="uid">
        <code>{text}</code>
        <CopyButton text={text} what={label} />
      </dd>
    </div>
  );
}

/** What is left to do while two keys are accepted. */
function OldKey({ keys, old }: { readonly keys: FarmKeys; readonly old: string }): VNode {
  const farm = useFarm();
  const { texts, changes, attempt } = usePage();
  const { settings } = texts;
  const end = (): void =>
    attempt(changes.changeKeys(farm.id, { key: keys.key, old: undefined }), {
      text: settings.oldKeyEnded,
      undo: () => attempt(changes.changeKeys(farm.id, { key: keys.key, old })),
    });
  return (
    <div class="old-key">
      <p>{settings.oldKeyWorks}</p>
      <Button kind="danger" onClick={end}>
        {settings.endOldKey}
      </Button>
    </div>
  );
}

interface ReplaceKeyProps {
  readonly keys: FarmKeys | undefined;
  readonly onClose: () => void;
  readonly onReplaced: () => void;
}

function ReplaceKey({ keys, onClose, onReplaced }: ReplaceKeyProps): VNode {
  const farm = useFarm();
  const { texts, changes, attempt } = usePage();
  const { settings } = texts;
  const current = keys?.key;
  const mayStay = current !== undefined && checkOldKey(current) === undefined;
  const [isKept, setKept] = useState(mayStay);
  const [typed, setTyped] = useState("");
  /** Boards lose their key: owners type the farm's name first. */
  const isEnding = keys !== undefined && (!isKept || keys.old !== undefined);
  const isConfirmed = !isEnding || typed.trim() === farm.name.trim();
  const replace = (): void => {
    if (!isConfirmed) return;
    const key = newFarmKey();
    const change = changes.changeKeys(farm.id, { key, old: isKept ? current : undefined });
    attempt(change.then(onReplaced), { text: isKept ? settings.rotatedKept : settings.rotated });
    onClose();
  };
  return (
    <Dialog title={keys ? settings.rotateTitle : settings.makeKey} onClose={onClose}>
      <Form onSubmit={replace}>
        {mayStay && <KeepChoice isKept={isKept} onKept={setKept} />}
        <p>{warning(keys, isKept, settings)}</p>
        {isEnding && (
          <Field label={settings.confirmName(farm.name)} value={typed} onValue={setTyped} />
        )}
        <div class="row">
          <Button kind={isEnding ? "danger" : "primary"} type="submit" isDisabled={!isConfirmed}>
            {keys ? settings.rotateSubmit : settings.makeKey}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function warning(keys: FarmKeys | undefined, isKept: boolean, texts: Texts["settings"]): string {
  if (keys === undefined) return texts.noKey;
  if (!isKept) return texts.rotateWarning;
  return keys.old === undefined ? texts.rotateKept : texts.rotateKeptTwice;
}

interface KeepChoiceProps {
  readonly isKept: boolean;
  readonly onKept: (isKept: boolean) => void;
}

function KeepChoice({ isKept, onKept }: KeepChoiceProps): VNode {
  const { settings } = usePage().texts;
  return (
    <fieldset class="choices">
      <legend>{settings.keepQuestion}</legend>
      {([true, false] as const).map((one) => (
        <label key={String(one)}>
          <input type="radio" name="keep" checked={isKept === one} onChange={() => onKept(one)} />
          {one ? settings.keepOld : settings.endAtOnce}
        </label>
      ))}
    </fieldset>
  );
}
