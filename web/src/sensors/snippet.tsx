/** The code for a board, filled in, to be copied. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { problemOf } from "../data/problem";
import type { Problem } from "../data/problem";
import { isLoopback, LANGUAGES, snippetOf } from "../model/snippet";
import type { SnippetLanguage } from "../model/snippet";
import { Button, Dialog } from "../shared/controls";
import { CopyButton } from "../shared/copy-button";
import { useFarm } from "../shared/farm";
import { WarningIcon } from "../shared/icons";
import { usePage } from "../shared/page";

export interface SnippetProps {
  readonly uid: string;
  readonly language: SnippetLanguage;
}

export function Snippet({ uid, language }: SnippetProps): VNode {
  const farm = useFarm();
  const { backend, changes, texts } = usePage();
  const { sensors, problems } = texts;
  const [farmKey, setKey] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const text = snippetOf(language, { uid, functionsUrl: backend.functionsUrl, farmKey });
  const fillIn = (): void => {
    changes.readKeys(farm.id).then(
      (keys) => setKey(keys?.key),
      (error: unknown) => setProblem(problemOf(error)),
    );
  };
  return (
    <div class="snippet">
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <div class="row">
        <CopyButton text={text} what={sensors.snippet} hasWord />
        {farm.role === "owner" && farmKey === undefined && (
          <Button onClick={fillIn}>{sensors.snippetKey}</Button>
        )}
      </div>
      {farmKey === undefined && <p class="hint">{sensors.snippetKeyHint}</p>}
      {isLoopback(backend) && (
        <p class="hint">
          {sensors.snippetLoopback} <code>npm start -- --host 0.0.0.0</code>
        </p>
      )}
      {problem && <p class="error">{problems[problem]}</p>}
    </div>
  );
}

export interface SnippetDialogProps {
  readonly uid: string;
  readonly onClose: () => void;
}

export function SnippetDialog({ uid, onClose }: SnippetDialogProps): VNode {
  const farm = useFarm();
  const { sensors } = usePage().texts;
  const [language, setLanguage] = useState<SnippetLanguage>("shell");
  const sensor = farm.sensors.find((one) => one.uid === uid);
  return (
    <Dialog title={sensors.snippetOf(sensor?.name ?? uid)} onClose={onClose} isWide>
      {sensor?.greenhouse === undefined && (
        <p class="attention warn">
          <WarningIcon />
          <span>{sensors.snippetUnlinked}</span>
        </p>
      )}
      <p class="quiet">{sensors.snippetLead}</p>
      <div class="segments" role="group" aria-label={sensors.snippetLanguage}>
        {LANGUAGES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === language}
            onClick={() => setLanguage(one)}
          >
            {sensors.languages[one]}
          </button>
        ))}
      </div>
      <Snippet uid={uid} language={language} />
    </Dialog>
  );
}
