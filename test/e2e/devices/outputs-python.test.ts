/** The outputs of the Python and MicroPython clients do what the reference of the model does, and what it leaves open. */

import { PYTHON_CLIENTS } from "../../support/devices/clients";
import { statesOf } from "../../support/devices/outputs";
import { testTogether } from "../../support/devices/trial";
import { traceOf } from "../../support/outputs/traces";

/** FUZZ_RUNS tries more. */
const TRACES = Number(process.env["FUZZ_RUNS"] ?? 300);

testTogether(
  `agree with the model after each step of ${TRACES} traces`,
  PYTHON_CLIENTS,
  async (client) => {
    const traces = Array.from({ length: TRACES }, (_, seed) => traceOf(seed));
    const played = await statesOf(client, traces);
    const expected = traces.map((trace) =>
      trace.map(({ expected: state }) => [state, state.value]),
    );
    for (const [seed, states] of played.entries())
      expect([seed, states]).toEqual([seed, expected[seed]]);
    expect(expected.flat().filter(([, pin]) => pin === 1).length).toBeGreaterThan(TRACES);
  },
);
