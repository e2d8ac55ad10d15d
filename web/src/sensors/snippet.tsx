/** What goes onto a board, filled in, to be copied. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { FarmKeys } from "../../../domain/src/farm-key";
import { isLoopback, LANGUAGES, snippetOf } from "../model/snippet";
import type { SnippetLanguage } from "../model/snippet";
import { Button, Dialog } from "../shared/controls";
import { CopyButton } from "../shared/copy-button";
import { useFarm } from "../shared/farm";
import { WarningIcon } from "../shared/icons";
import { OwnNotices } from "../shared/notices";
import { usePage } from "../shared/page";
import type { BoardKey } from "./board-key";
import { BoardKeySection, useBoardKey } from "./board-key";

/** The lines that send a first reading. */
export function FirstReading({ uid }: { readonly uid: string }): VNode {
  return <Snippet uid={uid} language="shell" board={useBoardKey(uid)} />;
}

interface SnippetProps {
  readonly uid: string;
  readonly language: SnippetLanguage;
  readonly board: BoardKey;
}

function Snippet({ uid, language, board }: SnippetProps): VNode {
  const farm = useFarm();
  const { backend, texts } = usePage();
  const { sensors, problems } = texts;
  const { functionsUrl } = backend;
  const { inForce: key, problem } = board;
  const text = snippetOf(language, { uid, functionsUrl, key });
  return (
    <div class="snippet">
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <div class="row">
        <CopyButton text={text} what={sensors.snippet} hasWord />
        {farm.role === "owner" && key === undefined && (
          <Button onClick={board.read}>{sensors.snippetKey}</Button>
        )}
      </div>
      {key === undefined && <p class="hint">{sensors.snippetKeyHint}</p>}
      {isLoopback(backend) && (
        <p class="hint">
          {sensors.snippetLoopback} <code>npm start -- --host 0.0.0.0</code>
        </p>
      )}
      {problem && (
        <p class="error" role="alert">
          {problems[problem]}
        </p>
      )}
    </div>
  );
}

export interface SnippetDialogProps {
  readonly uid: string;
  /** The sensor's own, where it was made just now. */
  readonly keys?: FarmKeys | undefined;
  readonly onClose: () => void;
}

export function SnippetDialog({ uid, keys, onClose }: SnippetDialogProps): VNode {
  const farm = useFarm();
  const { sensors } = usePage().texts;
  const [language, setLanguage] = useState<SnippetLanguage>("shell");
  const board = useBoardKey(uid, keys);
  const sensor = farm.sensors.find((one) => one.uid === uid);
  const name = sensor?.name ?? uid;
  return (
    <Dialog title={sensors.snippetOf(name)} onClose={onClose} isWide>
      {sensor?.greenhouse === undefined && (
        <p class="attention warn">
          <WarningIcon />
          <span>{sensors.snippetUnlinked}</span>
        </p>
      )}
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
      <p class="quiet">{sensors.snippetLeads[language]}</p>
      <Snippet uid={uid} language={language} board={board} />
      {farm.role === "owner" && (
        <OwnNotices>
          <BoardKeySection sensor={{ uid, name }} board={board} />
        </OwnNotices>
      )}
    </Dialog>
  );
}
