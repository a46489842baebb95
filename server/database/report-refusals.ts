import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import type { Database } from '#core/platform/database.server.ts';

const REPORT_EVERY_MS = 60_000;

const RAISE_AGAIN_MS = 2_000;

/** After this time without a refusal, the shortage counts as over. */
const SETTLE_AFTER_MS = 5 * 60_000;

const ALERT = { kind: 'connections-refused', subject: 'database' } as const;

export interface RefusalReport {
  refused(error: unknown): void;
  stop(): void;
}

/** Logs at most once a minute that the database server has no connection left, and keeps one alert for all processes. */
export function reportRefusals({ database, log }: { database: () => Database; log: Logger }): RefusalReport {
  let reportedAt = -Infinity;
  let refusedAt = performance.now();
  const stopping = new AbortController();
  // An earlier process may have raised it.
  let isOpen = true;

  /** Raises the alert, which needs a connection itself. */
  async function raise(reason: string): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await database().as({ role: 'service_role' }, (transaction) =>
          raiseAlert(transaction, { ...ALERT, details: { Reason: reason } }),
        );
      } catch {
        await wait(RAISE_AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  const timer = setInterval(() => {
    if (!isOpen || performance.now() - refusedAt < SETTLE_AFTER_MS) return;
    isOpen = false;
    database()
      .as({ role: 'service_role' }, (transaction) => settleAlert(transaction, ALERT))
      .catch((error: unknown) => log.error(error, 'The alert about connections could not be settled'));
  }, REPORT_EVERY_MS).unref();

  return {
    refused(error) {
      refusedAt = performance.now();
      if (refusedAt - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = refusedAt;
      isOpen = true;
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, 'The database server has no connection left: raise its max_connections');
      void raise(reason);
    },
    stop() {
      stopping.abort();
      clearInterval(timer);
    },
  };
}
