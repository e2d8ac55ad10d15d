/** Names what often keeps a test process from ending: a client that is connected long after the last request. */

/** What a server has to do with its clients. */
export interface Traffic {
  /** Clients on sockets. */
  readonly clients: number;
  /** Requests so far, over sockets and REST; what keeps a connection alive does not count. */
  readonly requests: number;
  /** Requests over REST that wait for their answer. */
  readonly unanswered: number;
}

/** Longer than tests are likely to be busy with something else. */
const SILENCE_S = 30;
const INTERVAL_S = 10;

/** Logs it once. */
export function warnOfOpenClients(
  traffic: () => Traffic,
  log: (line: string) => void,
): { close(): void } {
  let { requests: last } = traffic();
  let silence = 0;
  const timer = setInterval(() => {
    const { requests, clients, unanswered } = traffic();
    const isSilent = clients > 0 && unanswered === 0 && requests === last;
    silence = isSilent ? silence + INTERVAL_S : 0;
    last = requests;
    if (silence < SILENCE_S) return;
    clearInterval(timer);
    log(hint(clients));
  }, INTERVAL_S * 1_000);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

function hint(clients: number): string {
  const count = clients === 1 ? "1 client is" : `${clients} clients are`;
  return (
    `${count} connected, without a request for ${SILENCE_S} s. If the tests are over and their process does not ` +
    "end, a client is left open: close it with `await deleteApp(app)`, `await testEnv.cleanup()` or `goOffline(db)`."
  );
}
