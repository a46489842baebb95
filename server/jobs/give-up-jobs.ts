import type { JobHelpers } from 'graphile-worker';
import type { Logger } from 'pino';
import { raiseAlert } from '#alerts';
import { stopBulkChange } from '#features/admin/bulk/run-bulk-change.server.ts';
import { failRun } from '#features/admin/import-sources/end-run.server.tsx';
import { failPictures } from '#features/admin/part-import/pictures/add-import-pictures.server.ts';
import { stopPartImport } from '#features/admin/part-import/run-part-import.server.ts';
import { failCrawl } from '#features/importer/advance-crawl.server.ts';
import type { Jobs } from '#jobs';
import type { Database } from '#services';
import { giveUpUnsent } from '../mail/give-up-mail.ts';

const REASON = 'It was stopped, because the shop ended unexpectedly twice while it ran.';

type GiveUps = { [Task in keyof Jobs]?: (payload: Jobs[Task]) => Promise<unknown> };

interface GiveUpServices {
  siteUrl: string;
  database: Database;
  log: Logger;
}

/**
 * What becomes of a job whose process died twice: what it worked on fails, and an alert says so. Those that are not listed have
 * nothing that could wait for them, or regular tasks add them again.
 */
export function createGiveUp({ siteUrl, database, log }: GiveUpServices) {
  const giveUps: GiveUps = {
    'run-part-import': ({ importId }) => stopPartImport(database, importId, { error: REASON, canUndo: true }),
    'run-bulk-change': ({ changeId }) => stopBulkChange(database, changeId, REASON),
    'add-import-pictures': ({ importId }) => failPictures(database, importId, REASON),
    'advance-import-run': ({ runId }) => failRun({ database, siteUrl, runId }, { error: REASON }),
    'advance-crawl': ({ crawlId }) => failCrawl(database, crawlId, REASON),
    'send-mail': ({ mailId }) => giveUpUnsent({ database, log, mailId }),
  };
  return async (payload: unknown, { job }: JobHelpers): Promise<void> => {
    const { task_identifier: task } = job;
    log.error({ job: job.id, task, payload }, 'A job is given up, because its process died twice');
    await giveUps[task as keyof Jobs]?.(payload as never);
    // The alert would be mailed by the same job.
    if (task === 'mail-alert') return;
    const { requestId: _, ...named } = (payload ?? {}) as Record<string, unknown>;
    await database.as({ role: 'service_role' }, (transaction) =>
      raiseAlert(transaction, {
        kind: 'job-killed',
        subject: `${task} ${job.id}`,
        details: { Job: task, Subject: Object.values(named).join(', ').slice(0, 200) },
      }),
    );
  };
}
