import { execFile } from 'node:child_process';
import type { Logger } from 'pino';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { findScript } from '#core/platform/own-process.server.ts';

const ALERT = { kind: 'backup-failed', subject: 'backup' } as const;

const MAX_MILLISECONDS = 6 * 60 * 60 * 1_000;

const COMMAND = findScript('backup', '#server/backup/command.ts');

/**
 * Runs "npm run backup" in a process of its own, because requests must not wait for it. Fails after it raised an alert, so
 * that the job is tried again.
 *
 * @param environment The variables that the shop was started with.
 */
export async function makeNightlyBackup(
  { database, log }: { database: Database; log: Logger },
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const { output, failure } = await runCommand(environment);
  await database.as({ role: 'service_role' }, (transaction) =>
    failure === undefined
      ? settleAlert(transaction, ALERT)
      : raiseAlert(transaction, { ...ALERT, details: { Reason: failure } }),
  );
  if (failure !== undefined) throw new Error(`The backup failed: ${failure}`);
  log.info({ output }, 'A backup was made');
}

function runCommand(env: NodeJS.ProcessEnv): Promise<{ output: string; failure?: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND], { env, timeout: MAX_MILLISECONDS }, (error, stdout, stderr) => {
      const failure = error && (stderr.trim().split('\n').at(0) || error.message);
      resolve({ output: stdout.trim(), ...(failure && { failure }) });
    });
  });
}
