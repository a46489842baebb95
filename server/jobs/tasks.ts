import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { addImportPictures } from '#core/imports/files/add-import-pictures.server.ts';
import { failImportPictures, changeWork } from '#core/imports/files/fail-part-change.server.ts';
import { deliveryWork } from '#core/imports/standards/read-delivery.server.ts';
import { advanceImportRun } from '#core/imports/sources/advance-run.server.ts';
import { failRun } from '#core/imports/sources/end-run.server.tsx';
import { startImportRuns } from '#core/imports/sources/start-runs.server.ts';
import { cleanUpCatalog } from '#core/part-changes/clean-up-catalog.server.ts';
import { findAllKinds, findKinds } from '#core/search/find-kinds.server.ts';
import { gradeParts } from '#core/part-changes/grade-parts.server.ts';
import { mailAlert } from '#core/alerts/mail-alert.server.tsx';
import { deliverWebhook, tidyWebhookDeliveries } from '#core/api/deliver-webhook.server.ts';
import { tidyApiRequests } from '#core/api/idempotency.server.ts';
import { checkRisk } from '#core/payments/check-risk.server.ts';
import { forgetBrowserKeys } from '#core/checkout/browser-id.server.ts';
import { addJobsOfEndedHolds } from '#core/payments/end-holds.server.ts';
import { clearClientNetworks } from '#core/payments/clear-client-networks.server.ts';
import { closeOrder } from '#core/payments/close-order.server.ts';
import { mailQuote } from '#core/orders/quotes/mail-quote.server.tsx';
import { reviewTaxSettings } from '#core/payments/review-tax-settings.server.ts';
import { reconcilePayments } from '#core/payments/reconcile-payments.server.ts';
import { refundPayment } from '#core/payments/refund-payment.server.ts';
import { mailOrderEvent } from '#core/orders/mail-order-event.server.tsx';
import { countCustomers } from '#core/customers/count-customers.server.ts';
import { mailAnswer } from '#core/inbox/mail-answer.server.tsx';
import { matchArrivals } from '#core/inbox/match-arrivals.server.ts';
import { tellWaiting } from '#core/back-in-stock/tell-waiting.server.tsx';
import { tellOfCars } from '#core/car-mail/tell-of-cars.server.tsx';
import { tidyCarWaits } from '#core/car-mail/tidy-car-waits.server.ts';
import { tidyStockWaits } from '#core/back-in-stock/tidy-stock-waits.server.ts';
import { advanceCrawl, failCrawl } from '#core/imports/crawl/advance-crawl.server.ts';
import { mailInvitation } from '#core/customers/mail-invitation.server.tsx';
import { reviewOverdueOrders } from '#core/orders/review-overdue-orders.server.ts';
import { mailReturnStep } from '#core/returns/mail-return-step.server.tsx';
import { remindOfCores } from '#core/returns/remind-of-cores.server.tsx';
import { forgetSellers } from '#core/yard/paper/forget-sellers.server.ts';
import { foldSales } from '#core/sales/fold-sales.server.ts';
import { readPayouts } from '#core/sales/read-payouts.server.ts';
import { settleCrawlAlerts } from '#core/imports/crawl/crawl-alerts.server.ts';
import type { Jobs } from '#core/platform/jobs.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Files } from '#core/platform/files.server.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import type { PictureDownloads } from '#core/pictures/picture-downloads.server.ts';
import type { Scraping } from '#core/imports/scraping.server.ts';
import type { Webhooks } from '#core/api/webhooks.server.ts';
import type { Downloads } from '#core/platform/downloads.server.ts';
import { tidyPhotographs } from '#core/pictures/tidy-photographs.server.ts';
import { maintainAuditTrail } from '../audit/months.ts';
import { makeNightlyBackup } from '../backup/nightly-backup.ts';
import { createInvitationLink } from '../auth/invitations.ts';
import { tidyCarts } from '#core/carts/account-cart.server.ts';
import { forgetBuyers } from '../auth/delete-account.ts';
import { tidyAccounts } from '../auth/mailed-links.ts';
import type { Pools } from '../database/pools.ts';
import { deleteOldChanges } from '../live/change-feed.ts';
import { clearExpiredLimits } from '../limits/limits.ts';
import { giveUpAbandonedMails } from '../mail/give-up-mail.ts';
import { redactOldMails } from '../mail/redact-secrets.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { MailTransport } from '../mail/mail-transport.ts';
import { checkSearchNightly } from '../search/maintain-search.ts';
import { endAfterDeaths } from './end-after-deaths.ts';
import type { QueueName, RegularTasks } from './worker.ts';

/** Jobs that only triggers add, by queue_job: their payload is the id of a row. */
interface RowJobs extends Record<'run-part-change' | 'run-bulk-change', { changeId: string }> {
  'mail-quote': { linkId: string };
  'mail-invitation': { invitationId: string };
  'mail-order-event': { eventId: string };
  'mail-return-step': { eventId: string };
  'mail-inbox-answer': { entryId: string };
  'match-arrivals': { arrivalId: string };
  'run-part-import': { importId: string };
  'read-standard-delivery': { deliveryId: string };
  'advance-crawl': { crawlId: string };
  'advance-import-run': { runId: string };
  /** Kinds or names have changed (db/migrations/0041_part_kinds.sql). It has no row. */
  'find-kinds': Record<string, never>;
}

type AllJobs = Jobs & RowJobs;

type Tasks = { [Task in keyof AllJobs]: (payload: AllJobs[Task], helpers: JobHelpers) => Promise<void> };

export interface JobServices {
  /** The address has no trailing slash. */
  siteUrl: string;
  database: Database;
  payments: Payments;
  scraping: Scraping;
  webhooks: Webhooks;
  downloads: Downloads;
  pictureDownloads: PictureDownloads;
  files: Files;
  transport: MailTransport;
  log: Logger;
}

/** Task -> queue. Slow tasks do not delay other queues. */
export const taskQueues: Record<keyof AllJobs, QueueName> = {
  'send-mail': 'mail',
  'end-hold': 'shop',
  'mail-quote': 'shop',
  'mail-alert': 'shop',
  'mail-invitation': 'shop',
  'refund-payment': 'shop',
  'check-risk': 'shop',
  'mail-order-event': 'shop',
  'mail-return-step': 'shop',
  'mail-inbox-answer': 'shop',
  'match-arrivals': 'shop',
  'run-part-change': 'crawls',
  'run-bulk-change': 'crawls',
  'run-part-import': 'crawls',
  'read-standard-delivery': 'crawls',
  'add-import-pictures': 'crawls',
  'advance-crawl': 'crawls',
  'advance-import-run': 'downloads',
  'deliver-webhook': 'webhooks',
  'find-kinds': 'shop',
};

/** Scheduled tasks, in crontab format. One process runs each, in the queue 'shop'. */
export function regularTasks(
  database: Pools,
  {
    siteUrl,
    payments,
    files,
    log,
    production,
    backupEnvironment,
  }: Pick<JobServices, 'siteUrl' | 'payments' | 'log'> & {
    files: Files;
    production: boolean;
    /** The variables of "npm run backup". If they are missing, no backup is scheduled. */
    backupEnvironment?: NodeJS.ProcessEnv | undefined;
  },
): RegularTasks {
  return {
    ...(backupEnvironment && {
      'make-backup': {
        schedule: '47 2 * * *',
        catchUpWithin: '1d',
        task: () => makeNightlyBackup({ database, log }, backupEnvironment),
      },
    }),
    'reconcile-payments': {
      schedule: '*/2 * * * *',
      task: () =>
        reconcilePayments({
          database,
          payments,
          siteUrl,
          logError: (error, what) => log.error({ err: error }, what),
        }),
    },
    'end-holds': { schedule: '* * * * *', task: () => addJobsOfEndedHolds(database) },
    'review-tax-settings': {
      schedule: '*/5 * * * *',
      task: () => reviewTaxSettings(database, production),
    },
    'review-overdue-orders': { schedule: '*/5 * * * *', task: () => reviewOverdueOrders(database) },
    'remind-of-cores': { schedule: '7,37 * * * *', task: () => remindOfCores({ database, siteUrl }) },
    'tell-waiting': { schedule: '* * * * *', task: () => tellWaiting({ database, siteUrl }) },
    'tell-of-cars': { schedule: '22 * * * *', task: () => tellOfCars({ database, siteUrl }) },
    'tidy-car-waits': { schedule: '58 3 * * *', task: () => tidyCarWaits(database) },
    'tidy-stock-waits': {
      schedule: '57 3 * * *',
      catchUpWithin: '1d',
      task: () => tidyStockWaits(database),
    },
    'start-import-runs': { schedule: '* * * * *', task: () => startImportRuns(database) },
    'settle-crawl-alerts': { schedule: '*/5 * * * *', task: () => settleCrawlAlerts(database) },
    'clear-expired-limits': { schedule: '17 * * * *', task: () => clearExpiredLimits(database.limits) },
    'forget-networks': { schedule: '23 * * * *', task: () => clearClientNetworks(database) },
    'forget-browser-keys': { schedule: '19 * * * *', task: () => forgetBrowserKeys(database) },
    'tidy-accounts': { schedule: '43 4 * * *', catchUpWithin: '1d', task: () => tidyAccounts(database.auth) },
    'forget-buyers': { schedule: '33 * * * *', task: () => forgetBuyers(database.auth) },
    'forget-sellers': { schedule: '39 4 * * *', catchUpWithin: '1d', task: () => forgetSellers(database) },
    'tidy-carts': { schedule: '47 4 * * *', catchUpWithin: '1d', task: () => tidyCarts(database) },
    'tidy-photographs': {
      schedule: '53 3 * * *',
      catchUpWithin: '1d',
      task: () => tidyPhotographs(database, files),
    },
    'redact-old-mails': { schedule: '51 4 * * *', catchUpWithin: '1d', task: () => redactOldMails(database) },
    'tend-audit-trail': {
      schedule: '29 3 * * *',
      catchUpWithin: '1d',
      task: () => maintainAuditTrail(database, log),
    },
    'give-up-abandoned-mails': { schedule: '*/10 * * * *', task: () => giveUpAbandonedMails(database, log) },
    'clean-up-catalog': { schedule: '17 3 * * *', catchUpWithin: '1d', task: () => cleanUpCatalog(database) },
    'grade-parts': { schedule: '57 3 * * *', catchUpWithin: '1d', task: () => gradeParts(database) },
    // Before the search is checked.
    'find-all-kinds': { schedule: '7 3 * * *', catchUpWithin: '1d', task: () => findAllKinds(database) },
    'fold-sales': { schedule: '27 3 * * *', catchUpWithin: '1d', task: () => foldSales(database) },
    'read-payouts': {
      schedule: '41 5 * * *',
      catchUpWithin: '1d',
      task: () =>
        readPayouts({ database, payments, logError: (error, what) => log.error({ err: error }, what) }),
    },
    'delete-old-changes': { schedule: '11 * * * *', task: () => deleteOldChanges(database) },
    'tidy-api': {
      schedule: '13 * * * *',
      task: async () => {
        await database.as({ role: 'service_role' }, tidyApiRequests);
        await database.as({ role: 'service_role' }, tidyWebhookDeliveries);
      },
    },
    'count-customers': { schedule: '* * * * *', task: () => countCustomers(database) },
    'check-search': {
      schedule: '37 3 * * *',
      catchUpWithin: '1d',
      task: () => checkSearchNightly(database, log),
    },
  };
}

function isLastAttempt({ job }: JobHelpers): boolean {
  return job.attempts >= job.max_attempts;
}

export function jobTasks({
  siteUrl,
  database,
  payments,
  scraping,
  webhooks,
  downloads,
  pictureDownloads,
  files,
  transport,
  log,
}: JobServices): TaskList {
  const changeParts: Tasks['run-part-change'] = ({ changeId }, helpers) =>
    endAfterDeaths(database, helpers, changeWork({ database, siteUrl }, changeId, isLastAttempt(helpers)));
  const tasks: Tasks = {
    'send-mail': ({ mailId }, helpers) =>
      sendMail({
        database,
        transport,
        log,
        mailId,
        isLastAttempt: isLastAttempt(helpers),
        signal: helpers.abortSignal,
      }),
    'end-hold': async ({ orderId, status }) => {
      await closeOrder({ database, payments, siteUrl, orderId, ...(status && { status }) });
    },
    'mail-quote': ({ linkId }) => mailQuote({ database, siteUrl, linkId }),
    'mail-alert': ({ alertId }) => mailAlert({ database, siteUrl, alertId }),
    'mail-invitation': ({ invitationId }) =>
      mailInvitation({ database, siteUrl, invitationId, link: createInvitationLink(siteUrl) }),
    'refund-payment': (payment, helpers) =>
      refundPayment({
        database,
        payments,
        siteUrl,
        ...payment,
        attempt: helpers.job.attempts,
        isLastAttempt: isLastAttempt(helpers),
      }),
    'check-risk': (payment, { job }) => checkRisk({ database, payments, ...payment, attempt: job.attempts }),
    'mail-order-event': ({ eventId }) => mailOrderEvent({ database, siteUrl, eventId }),
    'mail-return-step': ({ eventId }) => mailReturnStep({ database, siteUrl, eventId }),
    'mail-inbox-answer': ({ entryId }) => mailAnswer({ database, siteUrl, entryId }),
    'run-part-change': changeParts,
    // Versions before migration 0057 have queued these two.
    'run-bulk-change': changeParts,
    'run-part-import': ({ importId }, helpers) => changeParts({ changeId: importId }, helpers),
    'read-standard-delivery': ({ deliveryId }, helpers) =>
      endAfterDeaths(database, helpers, deliveryWork(database, deliveryId, isLastAttempt(helpers))),
    'add-import-pictures': ({ importId }, helpers) =>
      endAfterDeaths(database, helpers, {
        run: () =>
          addImportPictures({
            database,
            files,
            pictureDownloads,
            importId,
            signal: helpers.abortSignal,
            isLastAttempt: isLastAttempt(helpers),
          }),
        fail: (reason) => failImportPictures(database, importId, reason),
      }),
    'match-arrivals': async ({ arrivalId }) => {
      await matchArrivals({ database, siteUrl, arrivalId });
      // If this fails, the regular task does it within a minute.
      await tellWaiting({ database, siteUrl });
    },
    'deliver-webhook': ({ deliveryId }, { abortSignal: signal }) =>
      deliverWebhook({ database, webhooks, deliveryId, signal }),
    'advance-import-run': ({ runId }, helpers) =>
      endAfterDeaths(database, helpers, {
        run: () =>
          advanceImportRun({
            database,
            downloads,
            siteUrl,
            runId,
            signal: helpers.abortSignal,
            isLastAttempt: isLastAttempt(helpers),
          }),
        fail: (reason) => failRun({ database, siteUrl, runId }, { error: reason }),
      }),
    'advance-crawl': ({ crawlId }, helpers) =>
      endAfterDeaths(database, helpers, {
        run: () => advanceCrawl({ database, scraping, crawlId, signal: helpers.abortSignal }),
        fail: (reason) => failCrawl(database, crawlId, reason),
      }),
    'find-kinds': () => findKinds(database),
  };
  return tasks as TaskList;
}
