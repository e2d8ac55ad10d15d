/** Warns of clients that stay connected long after the last request: they often keep a test process from ending. */

/** A server's traffic with its clients. */
export interface Traffic {
  /** Clients on sockets. */
  readonly clients: number;
  /** Requests so far, over sockets and REST, without keep-alive messages. */
  readonly requests: number;
  /** Requests over REST that wait for their answer. */
  readonly unanswered: number;
}

/** Tests are unlikely to be busy with something else for this long. */
const SILENCE_S = 30;
const INTERVAL_S = 10;

/** Logs the warning at most once. */
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
    `${count} connected, but sent no request for ${SILENCE_S} s. If your tests have finished but their process does ` +
    "not exit, close the client: `await deleteApp(app)`, `await testEnv.cleanup()` or `goOffline(db)`."
  );
}
