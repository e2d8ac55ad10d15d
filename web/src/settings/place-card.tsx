/** Where the farm is, from which the page and the alerts know its nights. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Place } from "../../../domain/src/sun";
import { nightsIn, solarDay } from "../model/nights";
import { isTimeZone, parsePair, parsePlace, typedPlace } from "../model/typed-place";
import type { TypedPlace } from "../model/typed-place";
import { Button, Field, Form } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { useNow } from "../shared/hooks";
import { usePage } from "../shared/page";
import { useSettingsTexts } from "../shared/settings-texts";

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
  const { id, place } = useFarm();
  const { texts, locale, changes, attempt } = usePage();
  const { settings } = useSettingsTexts();
  const stored: TypedPlace =
    place === undefined
      ? { latitude: "", longitude: "", timeZone: browserZone() }
      : typedPlace(place, locale);
  /** Undefined until something is typed: the fields follow the database until then. */
  const [draft, setDraft] = useState<TypedPlace>();
  const [isTried, setTried] = useState(false);
  const typed = draft ?? stored;
  const parsed = parsePlace(typed);
  const errorOf = (field: keyof TypedPlace): string | undefined =>
    isTried && parsed === field ? settings.placeFaults[field] : undefined;
  const store = (next: Place | undefined): void => {
    setDraft(undefined);
    setTried(false);
    attempt(changes.setPlace(id, next), {
      text: texts.saved,
      undo: () => attempt(changes.setPlace(id, place)),
    });
  };
  const save = (): void => {
    if (typeof parsed === "string") setTried(true);
    else store(parsed);
  };
  const change = (field: keyof TypedPlace) => (text: string) =>
    setDraft({ ...typed, [field]: text, ...(field === "timeZone" ? {} : parsePair(text)) });
  const isChanged = JSON.stringify(typed) !== JSON.stringify(stored);
  return (
    <Form onSubmit={save}>
      <div class="place-fields">
        {(["latitude", "longitude"] as const).map((field) => (
          <Field
            key={field}
            label={settings[field]}
            inputMode="decimal"
            value={typed[field]}
            onValue={change(field)}
            error={errorOf(field)}
          />
        ))}
        <Field
          label={settings.timeZone}
          value={typed.timeZone}
          list={Intl.supportedValuesOf("timeZone")}
          onValue={change("timeZone")}
          error={errorOf("timeZone")}
        />
      </div>
      <p class="hint">{settings.placeHint}</p>
      {typeof parsed !== "string" && <Night place={parsed} />}
      <div class="row">
        <Button type="submit" kind={isChanged ? "primary" : "plain"}>
          {texts.save}
        </Button>
        {isChanged && draft !== undefined && (
          <Button kind="quiet" onClick={() => setDraft(undefined)}>
            {texts.cancel}
          </Button>
        )}
        {place !== undefined && !isChanged && (
          <Button kind="quiet" onClick={() => store(undefined)}>
            {texts.remove}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Today's night in the place's own time: whoever mistypes a degree sees it here. */
function Night({ place }: { readonly place: Place }): VNode {
  const { locale } = usePage();
  const { settings } = useSettingsTexts();
  const day = solarDay(useNow(), place);
  const [night] = nightsIn(day, place);
  const timeZone = isTimeZone(place.timeZone) ? place.timeZone : "UTC";
  const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
  if (night === undefined) return <p role="status">{settings.sunUp}</p>;
  if (night.from === day.from && night.to === day.to) {
    return <p role="status">{settings.sunDownAllDay}</p>;
  }
  return (
    <p role="status">{settings.sunDown(format.format(night.from), format.format(night.to))}</p>
  );
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
