import { effect, signal } from "@preact/signals-core";
import { announce } from "../../../../web/src/data/connection/publish";

test("a change that a change causes is announced too", async () => {
  const [history, day] = [signal(0), signal(0)];
  const end = effect(() => {
    if (history.value > 0) announce(day);
  });
  const changed = new Promise<void>((resolve) => {
    day.subscribe((value) => value > 0 && resolve());
  });
  announce(history);
  await changed;
  end();
});

test("changes that arrive together are announced together", async () => {
  const [one, other] = [signal(0), signal(0)];
  let times = 0;
  const announced = new Promise<void>((resolve) => {
    effect(() => {
      times += 1;
      if (one.value + other.value === 2) resolve();
    });
  });
  announce(one);
  announce(other);
  announce(one);
  await announced;
  expect([one.value, other.value, times]).toEqual([1, 1, 2]);
});
