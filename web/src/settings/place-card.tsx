/** The farm's location, from which the page and the alerts compute its nights. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Place } from "@greenhouse/domain/sun";
import { nightsIn, solarDay } from "../model/days/nights";
import { isTimeZone } from "@greenhouse/domain/words/format";
import { degreesOf, parsePair, parseTypedPlace, typedPlace } from "../model/input/typed-place";
import type { TypedPlace } from "../model/input/typed-place";
import { Button, Field, Form } from "../shared/controls/controls";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { useFarm } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import { SaveRow } from "../shared/controls/save-row";
import { useSettingsTexts } from "../text/settings";

export function PlaceCard(): VNode {
  const { role, place } = useFarm();
  const { settings } = useSettingsTexts();
  return (
    <section class="card place-card" aria-labelledby="place-title">
      <h2 id="place-title">{settings.place}</h2>
      <p class="quiet">{settings.placeLead}</p>
      {role === "owner" ? <Editor /> : <Reading place={place} />}
    </section>
  );
}

function Reading({ place }: { readonly place: Place | undefined }): VNode {
  const { locale } = usePage();
  const { settings } = useSettingsTexts();
  if (place === undefined) return <p>{settings.noPlace}</p>;
  const { latitude, longitude, timeZone } = typedPlace(place, locale);
  return (
    <>
      <p>
        {latitude}°, {longitude}°, {timeZone}
      </p>
      <Night place={place} />
    </>
  );
}

function Editor(): VNode {
  const { place } = useFarm();
  const { texts, locale } = usePage();
  const { settings } = useSettingsTexts();
  const draft = useDraft<TypedPlace>(
    place === undefined
      ? { latitude: "", longitude: "", timeZone: browserZone() }
      : typedPlace(place, locale),
    (field, text) =>
      field === "timeZone" ? text.trim() : (degreesOf(text, field as "latitude") ?? text),
  );
  const { shown, changed, conflicts } = draft;
  const [isTried, setTried] = useState(false);
  const parsed = parseTypedPlace(shown);
  const store = useStoring();
  const errorOf = (field: keyof Place): string | undefined =>
    isTried && parsed === field ? settings.placeFaults[field] : undefined;
  const reset = (): void => {
    draft.reset();
    setTried(false);
  };
  const save = (): void => {
    setTried(true);
    if (typeof parsed === "string" || conflicts.length > 0) return;
    store(
      parsed,
      FIELDS.filter((field) => changed.includes(field)),
    );
    reset();
  };
  const change = (field: keyof Place) => (text: string) => {
    // Splits only pasted pairs. Typed text would be split before it is complete.
    const isPasted = text.length - shown[field].length > 1;
    const pair = field === "timeZone" || !isPasted ? undefined : parsePair(text);
    const all = Object.entries(pair ?? { [field]: text });
    for (const [name, typed] of all) draft.type(name, typed);
  };
  return (
    <Form onSubmit={save}>
      <div class="place-fields">
        {(["latitude", "longitude"] as const).map((field) => (
          <Field
            key={field}
            label={settings[field]}
            inputMode="decimal"
            value={shown[field]}
            onValue={change(field)}
            error={errorOf(field)}
          />
        ))}
        <Field
          label={settings.timeZone}
          value={shown.timeZone}
          list={Intl.supportedValuesOf("timeZone")}
          onValue={change("timeZone")}
          error={errorOf("timeZone")}
        />
      </div>
      <p class="hint">{settings.placeHint}</p>
      {typeof parsed !== "string" && <Night place={parsed} />}
      <Conflicts draft={draft} nameOf={(field) => settings[field as keyof Place]} />
      <SaveRow isChanged={changed.length > 0} onCancel={reset}>
        {place !== undefined && changed.length === 0 && (
          <Button kind="quiet" onClick={() => store(undefined)}>
            {texts.remove}
          </Button>
        )}
      </SaveRow>
    </Form>
  );
}

const FIELDS = ["latitude", "longitude", "timeZone"] as const;

/** Saves the changed fields. A farm's first location must be complete, so all its fields are saved. Can be undone. */
function useStoring(): (next: Place | undefined, changed?: readonly (keyof Place)[]) => void {
  const { id, place } = useFarm();
  const { texts, attempt } = usePage();
  const changes = useChanges();
  return (next, changed = FIELDS) => {
    const pick = (from: Place): Partial<Place> =>
      Object.fromEntries(changed.map((field) => [field, from[field]]));
    const [storing, undo] =
      next === undefined || place === undefined
        ? [changes.setPlace(id, next), () => changes.setPlace(id, place)]
        : [changes.changePlace(id, pick(next)), () => changes.changePlace(id, pick(place))];
    attempt(storing, { text: texts.saved, undo: () => attempt(undo()) });
  };
}

/** Today's night in the location's own time zone. It reveals mistyped coordinates. */
function Night({ place }: { readonly place: Place }): VNode {
  const { locale, format: shown } = usePage();
  const { settings } = useSettingsTexts();
  const day = solarDay(useNow(), place);
  const [night] = nightsIn(day, place);
  const timeZone = isTimeZone(place.timeZone) ? place.timeZone : "UTC";
  const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
  if (night === undefined) return <p role="status">{settings.sunUp}</p>;
  if (night.from === day.from && night.to === day.to) {
    return <p role="status">{settings.sunDownAllDay}</p>;
  }
  const [from, to] = [format.format(night.from), format.format(night.to)];
  const isOther = timeZone !== (shown.timeZone ?? browserZone());
  return <p role="status">{settings.sunDown(from, to, isOther ? ` (${timeZone})` : "")}</p>;
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
