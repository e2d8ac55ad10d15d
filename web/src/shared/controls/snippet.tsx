/** The code or settings for a board, with all values filled in, to be copied. */

import type { VNode } from "preact";
import { isLoopback } from "@greenhouse/domain/loopback";
import { snippetOf } from "../../model/farm/snippet";
import type { SnippetLanguage } from "../../model/farm/snippet";
import { Button } from "./controls";
import { CopyButton } from "./copy-button";
import { useFarm } from "../hooks/farm";
import { usePage } from "../hooks/page";
import { useBoardCodeTexts } from "../../text/board-code";
import type { BoardKey } from "./board-key";
import { useBoardKey } from "./board-key";

/** The lines that send a first reading. */
export function FirstReading({ uid }: { readonly uid: string }): VNode {
  return <Snippet uid={uid} language="shell" board={useBoardKey(uid)} />;
}

interface SnippetProps {
  readonly uid: string;
  readonly language: SnippetLanguage;
  readonly board: BoardKey;
}

export function Snippet({ uid, language, board }: SnippetProps): VNode {
  const farm = useFarm();
  const { backend, texts } = usePage();
  const words = useBoardCodeTexts();
  const { problems } = texts;
  const { functionsUrl } = backend;
  const { inForce: key, problem } = board;
  const text = snippetOf(language, { uid, functionsUrl, key });
  return (
    <div class="snippet">
      <div class="row">
        <CopyButton text={text} label={words.name} hasWord />
        {farm.role === "owner" && key === undefined && (
          <Button onClick={board.read}>{words.insertKey}</Button>
        )}
      </div>
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      {key === undefined && <p class="hint">{words.keyHint}</p>}
      {isLoopback(functionsUrl) && (
        <p class="hint">
          {words.loopback} <code>npm start -- --host 0.0.0.0</code>
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
