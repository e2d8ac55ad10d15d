/** An owner who is called: they press 1, or they sleep on. Somebody else forges or repeats the provider's request. */

import { SECOND_MS } from "@greenhouse/domain/time";
import { sign } from "../../../jobs/src/delivery/twilio-signature";
import type { FarmPlan } from "../farm";
import { AUTH_TOKEN } from "../jobs";
import type { Random } from "../random";
import type { Received } from "../receivers";
import type { Actor, Simulation } from "../simulation";

/** The address that a call sends the pressed key to, as XML. */
const ACTION = /action="([^"]+)"/;
const BODY = "Digits=1";

export function callee({ id, phone }: FarmPlan): Actor {
  return (simulation) => {
    const { world, receivers } = simulation;
    const random = world.random.fork(`callee ${id}`);
    receivers.onReceived((received) => {
      if (received.to !== phone || received.channel !== "call") return;
      if (random.chance(0.5))
        world.after(random.between(10, 60) * SECOND_MS, () => press(simulation, received, random));
    });
  };
}

function press(simulation: Simulation, { text }: Received, random: Random): void {
  const url = ACTION.exec(text)?.[1]?.replaceAll("&amp;", "&");
  if (url === undefined) return;
  const { world, answered } = simulation;
  const isForged = random.chance(0.2);
  const token = isForged ? "guessed" : AUTH_TOKEN;
  const signature = sign(token, url, new URLSearchParams(BODY));
  const send = (): void => {
    const request = { method: "POST", query: new URL(url).search, signature, body: BODY };
    void simulation.jobs
      .answerCall(request)
      .then(({ status }) => answered.push({ isForged, status }));
  };
  send();
  if (random.chance(0.3)) world.after(random.between(0, 90) * SECOND_MS, send);
}
