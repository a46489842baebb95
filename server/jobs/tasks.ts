import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { cleanUpCatalog } from '#features/admin/clean-up-catalog.server.ts';
import { mailAlert } from '#features/admin/mail-alert.server.tsx';
import { clearClientNetworks } from '#features/checkout/clear-client-networks.server.ts';
import { closeOrder } from '#features/checkout/close-order.server.ts';
import { reconcilePayments } from '#features/checkout/reconcile-payments.server.ts';
import { refundPayment } from '#features/checkout/refund-payment.server.ts';
import { advanceCrawl } from '#features/importer/advance-crawl.server.ts';
import type { Jobs } from '#jobs';
import type { Database, Payments, Scraping } from '#services';
import { maintainAuditTrail } from '../audit/months.ts';
import { tidyAccounts } from '../auth/mailed-links.ts';
import type { Pools } from '../database/pools.ts';
import { clearExpiredLimits } from '../limits/limits.ts';
import { giveUpAbandonedMails } from '../mail/give-up-mail.ts';
import { redactOldMails } from '../mail/redact-secrets.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { MailTransport } from '../mail/mail-transport.ts';
import { checkSearchNightly, foldSearchStock } from '../search/tend-search.ts';
import type { QueueName, RegularTasks } from './worker.ts';

type Tasks = { [Task in keyof Jobs]: (payload: Jobs[Task], helpers: JobHelpers) => Promise<void> } & {
  /** Queued by the database itself (db/migrations/0012_importer.sql). */
  'advance-crawl': (payload: { crawlId: string }, helpers: JobHelpers) => Promise<void>;
};

export interface JobServices {
  /** The shop's public address, without a slash at the end. */
  siteUrl: string;
  database: Database;
  payments: Payments;
  scraping: Scraping;
  transport: MailTransport;
  log: Logger;
}

/** Which queue works on which task: what may be slow never keeps another queue waiting. */
export const taskQueues: Record<keyof Tasks, QueueName> = {
  'send-mail': 'mail',
  'end-hold': 'rest',
  'mail-alert': 'rest',
  'refund-payment': 'rest',
  'advance-crawl': 'crawls',
};

/** What is done at certain times (as crontab writes them), by one process of all, in the queue 'rest'. */
export function regularTasks(
  database: Pools,
  { siteUrl, payments, log }: Pick<JobServices, 'siteUrl' | 'payments' | 'log'>,
): RegularTasks {
  return {
    'reconcile-payments': {
      times: '*/2 * * * *',
      task: () =>
        reconcilePayments({
          database,
          payments,
          siteUrl,
          logError: (error, what) => log.error({ err: error }, what),
        }),
    },
    'clear-expired-limits': { times: '17 * * * *', task: () => clearExpiredLimits(database.limits) },
    'forget-networks': { times: '23 * * * *', task: () => clearClientNetworks(database) },
    'tidy-accounts': { times: '43 4 * * *', madeUpFor: '1d', task: () => tidyAccounts(database.auth) },
    'redact-old-mails': { times: '51 4 * * *', madeUpFor: '1d', task: () => redactOldMails(database) },
    'tend-audit-trail': {
      times: '29 3 * * *',
      madeUpFor: '1d',
      task: () => maintainAuditTrail(database, log),
    },
    'give-up-abandoned-mails': { times: '*/10 * * * *', task: () => giveUpAbandonedMails(database, log) },
    'clean-up-catalog': { times: '17 3 * * *', madeUpFor: '1d', task: () => cleanUpCatalog(database) },
    'fold-search-stock': { times: '* * * * *', task: () => foldSearchStock(database) },
    'check-search': { times: '37 3 * * *', madeUpFor: '1d', task: () => checkSearchNightly(database, log) },
  };
}

/** What is done with each job of the queue. A job that throws is tried again later, for about four days. */
export function jobTasks({ siteUrl, database, payments, scraping, transport, log }: JobServices): TaskList {
  const tasks: Tasks = {
    'send-mail': ({ mailId }, { job, abortSignal: signal }) =>
      sendMail({ database, transport, log, mailId, isLastAttempt: job.attempts >= job.max_attempts, signal }),
    'end-hold': async ({ orderId }) => {
      await closeOrder({ database, payments, siteUrl, orderId });
    },
    'mail-alert': ({ alertId }) => mailAlert({ database, siteUrl, alertId }),
    'refund-payment': (payment, { job }) =>
      refundPayment({
        database,
        payments,
        siteUrl,
        ...payment,
        attempt: job.attempts,
        isLastAttempt: job.attempts >= job.max_attempts,
      }),
    'advance-crawl': ({ crawlId }, { abortSignal: signal }) =>
      advanceCrawl({ database, scraping, crawlId, signal }),
  };
  return tasks as TaskList;
}
