/**
 * A farm's or a sensor's keys. They are shown on request and replaced after a warning. The old key may stay valid for a
 * while.
 */

import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { checkOldKey } from "@greenhouse/domain/identity/farm-key";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { SettingsTexts } from "../../text/en/settings";
import { Button, Field, Form } from "./controls";
import { Dialog, DialogActions } from "./dialog";
import { CopyButton } from "./copy-button";
import { usePage } from "../hooks/page";
import { useSettingsTexts } from "../../text/settings";
import { newFarmKey } from "../hooks/random";
import "./keys.css";

type KeyWords = SettingsTexts["keys"]["farm"];

export interface KeysProps {
  readonly keys: FarmKeys | undefined;
  /** The key that devices use without a key of their own. It may stay valid as the old key. */
  readonly inherited?: string | undefined;
  readonly words: KeyWords;
  /** Owners must type this name before a key stops working. */
  readonly name: string;
  /** @param before the keys to replace */
  readonly change: (keys: FarmKeys, before: FarmKeys | undefined) => Promise<void>;
  /** Whether the key is in the code on the screen. It then is not shown a second time. */
  readonly isInCode?: boolean;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

export function Keys(props: KeysProps): VNode {
  const { keys, words, isInCode = false } = props;
  const { keys: texts } = useSettingsTexts();
  const [isShown, setShown] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  return (
    <>
      {keys === undefined && <p>{words.missing}</p>}
      {isShown && keys && !isInCode && (
        <dl class="keys">
          <KeyText label={keys.old === undefined ? words.key : texts.newKey} text={keys.key} />
          {keys.old !== undefined && <KeyText label={texts.oldKey} text={keys.old} />}
        </dl>
      )}
      {keys?.old !== undefined && <OldKey {...props} keys={keys} />}
      <div class="row">
        {keys && !isInCode && (
          <Button isExpanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? texts.hide : texts.reveal}
          </Button>
        )}
        <Button kind={keys ? "danger" : "primary"} onClick={() => setReplacing(true)}>
          {keys ? texts.replace : words.make}
        </Button>
        {props.children}
      </div>
      {isReplacing && (
        <ReplaceKey
          {...props}
          onClose={() => setReplacing(false)}
          onReplaced={() => setShown(true)}
        />
      )}
    </>
  );
}

/** Has the same buttons, so that nothing moves when the key arrives. */
export function KeysSkeleton(): VNode {
  const { keys } = useSettingsTexts();
  return (
    <div class="row">
      <Button isDisabled>{keys.reveal}</Button>
      <Button kind="danger" isDisabled>
        {keys.replace}
      </Button>
    </div>
  );
}

function KeyText({ label, text }: { readonly label: string; readonly text: string }): VNode {
  return (
    <div>
      <dt class="label">{label}</dt>
      <dd class="uid">
        <code>{text}</code>
        <CopyButton text={text} label={label} />
      </dd>
    </div>
  );
}

interface OldKeyProps extends KeysProps {
  readonly keys: FarmKeys;
}

/** Shown while two keys are accepted. Its button revokes the old key. */
function OldKey({ keys, words, change }: OldKeyProps): VNode {
  const { attempt } = usePage();
  const texts = useSettingsTexts();
  const ended: FarmKeys = { key: keys.key, old: undefined };
  const end = (): void =>
    attempt(change(ended, keys), {
      text: words.oldEnded,
      undo: () => attempt(change(keys, ended)),
    });
  return (
    <div class="old-key">
      <p>{words.oldWorks}</p>
      <Button kind="danger" onClick={end}>
        {texts.keys.endOld}
      </Button>
    </div>
  );
}

interface ReplaceKeyProps extends KeysProps {
  readonly onClose: () => void;
  readonly onReplaced: () => void;
}

function ReplaceKey(props: ReplaceKeyProps): VNode {
  const { keys, inherited, words, name, change, onClose, onReplaced } = props;
  const { attempt } = usePage();
  const { replaceSubmit } = useSettingsTexts().keys;
  const current = keys?.key ?? inherited;
  const mayStay = current !== undefined && checkOldKey(current) === undefined;
  const [isKept, setKept] = useState(mayStay);
  const [typed, setTyped] = useState("");
  /** A key that devices use becomes invalid, so owners must type the name first. */
  const isEnding = current !== undefined && (!isKept || keys?.old !== undefined);
  const isConfirmed = !isEnding || typed.trim() === name.trim();
  const replace = (): void => {
    if (!isConfirmed) return;
    const changed = change({ key: newFarmKey(), old: isKept ? current : undefined }, keys);
    attempt(changed.then(onReplaced), { text: isKept ? words.replacedKept : words.replaced });
    onClose();
  };
  return (
    <Dialog title={keys ? words.replaceTitle : words.make} onClose={onClose}>
      <Form onSubmit={replace}>
        {mayStay && <KeepChoice question={words.keepQuestion} isKept={isKept} onKept={setKept} />}
        <p>{warning(props, current, isKept)}</p>
        {isEnding && <Field label={words.confirm(name)} value={typed} onValue={setTyped} />}
        <DialogActions
          isDanger={isEnding}
          isDisabled={!isConfirmed}
          submit={keys ? replaceSubmit : words.make}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

function warning({ keys, words }: KeysProps, current: string | undefined, isKept: boolean): string {
  if (current === undefined) return words.missing;
  if (!isKept) return words.warning;
  return keys?.old === undefined ? words.kept : words.keptTwice;
}

interface KeepChoiceProps {
  readonly question: string;
  readonly isKept: boolean;
  readonly onKept: (isKept: boolean) => void;
}

function KeepChoice({ question, isKept, onKept }: KeepChoiceProps): VNode {
  const { keys } = useSettingsTexts();
  return (
    <fieldset class="choices">
      <legend>{question}</legend>
      {([true, false] as const).map((choice) => (
        <label key={String(choice)}>
          <input
            type="radio"
            name="keep"
            checked={isKept === choice}
            onChange={() => onKept(choice)}
          />
          {choice ? keys.keepOld : keys.endAtOnce}
        </label>
      ))}
    </fieldset>
  );
}
