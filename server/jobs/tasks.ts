import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { endExpiredHold } from '#features/checkout/end-expired-hold.server.ts';
import { cleanUpCatalog } from '#features/admin/clean-up-catalog.server.ts';
import { advanceCrawl } from '#features/importer/advance-crawl.server.ts';
import type { Jobs } from '#jobs';
import type { Database, Payments, Scraping } from '#services';
import { tendTrail } from '../audit/tend-trail.ts';
import { tidyAccounts } from '../auth/mailed-links.ts';
import type { Pools } from '../database/pools.ts';
import { clearExpiredLimits } from '../limits/limits.ts';
import { redactOldMails } from '../mail/redact-secrets.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Postman } from '../mail/postman.ts';
import type { RegularTasks } from './worker.ts';

type Tasks = { [Task in keyof Jobs]: (payload: Jobs[Task], helpers: JobHelpers) => Promise<void> } & {
  /** Queued by the database itself (db/migrations/0013_importer.sql). */
  'advance-crawl': (payload: { crawlId: string }, helpers: JobHelpers) => Promise<void>;
};

export interface JobServices {
  database: Database;
  payments: Payments;
  scraping: Scraping;
  postman: Postman;
  log: Logger;
}

/** What is done at certain times (as crontab writes them), by one process of all. */
export function regularTasks(database: Pools, log: Logger): RegularTasks {
  return {
    'clear-expired-limits': { times: '17 * * * *', task: () => clearExpiredLimits(database.limits) },
    'tidy-accounts': { times: '43 4 * * *', madeUpFor: '1d', task: () => tidyAccounts(database.auth) },
    'redact-old-mails': { times: '51 4 * * *', madeUpFor: '1d', task: () => redactOldMails(database) },
    'tend-audit-trail': { times: '29 3 * * *', madeUpFor: '1d', task: () => tendTrail(database, log) },
    'clean-up-catalog': { times: '17 3 * * *', madeUpFor: '1d', task: () => cleanUpCatalog(database) },
  };
}

/** What is done with each job of the queue. A job that throws is tried again later, for about four days. */
export function jobTasks({ database, payments, scraping, postman, log }: JobServices): TaskList {
  const tasks: Tasks = {
    'send-mail': ({ mailId }, { job }) =>
      sendMail({ database, postman, log, mailId, lastTry: job.attempts >= job.max_attempts }),
    'end-hold': ({ orderId }) => endExpiredHold({ database, payments, orderId }),
    'refund-payment': (payment) => payments.refund(payment),
    'advance-crawl': ({ crawlId }, { abortSignal: signal }) =>
      advanceCrawl({ database, scraping, crawlId, signal }),
  };
  return tasks as TaskList;
}
