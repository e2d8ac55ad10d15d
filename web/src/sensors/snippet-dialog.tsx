/** The code for a board in every language, and for owners its key. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import { BOARD_LANGUAGES, clientAddress, LANGUAGES } from "../model/farm/snippet";
import type { SnippetLanguage } from "../model/farm/snippet";
import { Dialog } from "../shared/controls/dialog";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useMedia } from "../shared/hooks/hooks";
import { WarningIcon } from "../shared/controls/icons";
import { OwnNotices } from "../shared/problems/notices";
import { useBoardKey } from "../shared/controls/board-key";
import { BoardCode, BoardKeySection } from "./board-key-section";
import { Snippet } from "../shared/controls/snippet";
import { useSensorTexts } from "../text/sensors";

export interface SnippetDialogProps {
  readonly uid: string;
  /** The sensor's own keys, if they were just created. */
  readonly keys?: FarmKeys | undefined;
  readonly onClose: () => void;
}

export function SnippetDialog({ uid, keys, onClose }: SnippetDialogProps): VNode {
  const farm = useFarm();
  const sensors = useSensorTexts();
  const isPhone = useMedia("(max-width: 599px)");
  const languages = isPhone ? BOARD_LANGUAGES : LANGUAGES;
  const [chosen, setLanguage] = useState<SnippetLanguage>(languages[0]);
  const language = languages.find((option) => option === chosen) ?? languages[0];
  const board = useBoardKey(uid, keys);
  const client = clientAddress(language, usePage().backend.devicesUrl);
  const sensor = farm.sensors.find((sensor) => sensor.uid === uid);
  const name = sensor?.name ?? uid;
  return (
    <Dialog title={sensors.snippetOf(name)} onClose={onClose} isWide>
      {sensor?.greenhouse === undefined && (
        <p class="attention warn">
          <WarningIcon />
          <span>{sensors.snippetUnlinked}</span>
        </p>
      )}
      {isPhone && <BoardCode sensor={{ uid, name }} board={board} />}
      <div class="segments" role="group" aria-label={sensors.snippetLanguage}>
        {languages.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === language}
            onClick={() => setLanguage(option)}
          >
            {sensors.languages[option]}
          </button>
        ))}
      </div>
      <p class="quiet">
        {sensors.snippetLeads[language]}{" "}
        {client && (
          <a href={client} target="_blank" rel="noreferrer">
            {sensors.snippetClient}
          </a>
        )}
      </p>
      <Snippet uid={uid} language={language} board={board} />
      {farm.role === "owner" && (
        <OwnNotices>
          <BoardKeySection sensor={{ uid, name }} board={board} hasCode={!isPhone} />
        </OwnNotices>
      )}
    </Dialog>
  );
}
