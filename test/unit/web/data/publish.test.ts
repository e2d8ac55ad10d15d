import { effect, signal } from "@preact/signals-core";
import { publish } from "../../../../web/src/data/connection/publish";

test("publishes a value that another published value causes", async () => {
  const [history, day] = [signal(0), signal(0)];
  const end = effect(() => {
    if (history.value > 0) publish(day, () => history.peek() + 1);
  });
  const changed = new Promise<void>((resolve) => {
    day.subscribe((value) => value > 0 && resolve());
  });
  publish(history, () => 1);
  await changed;
  end();
  expect(day.value).toBe(2);
});

test("publishes values together that arrive together", async () => {
  const [history, day] = [signal(""), signal("")];
  let times = 0;
  let newest = "first";
  const published = new Promise<void>((resolve) => {
    effect(() => {
      times += 1;
      if (history.value !== "" && day.value !== "") resolve();
    });
  });
  publish(history, () => "replaced");
  publish(day, () => newest);
  publish(history, () => newest);
  newest = "second";
  await published;
  expect([history.value, day.value, times]).toEqual(["second", "second", 2]);
});
