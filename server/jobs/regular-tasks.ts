import { startImportRuns } from '#core/imports/sources/start-runs.server.ts';
import { cleanUpCatalog } from '#core/part-changes/clean-up-catalog.server.ts';
import { findAllKinds } from '#core/search/find-kinds.server.ts';
import { gradeParts } from '#core/part-changes/grade-parts.server.ts';
import { tidyWebhookDeliveries } from '#core/api/deliver-webhook.server.ts';
import { tidyAgents } from '#core/agents/repeated-requests.server.ts';
import { tidyApiRequests } from '#core/api/idempotency.server.ts';
import { forgetBrowserKeys } from '#core/checkout/browser-id.server.ts';
import { addJobsOfEndedHolds } from '#core/payments/end-holds.server.ts';
import { clearClientNetworks } from '#core/payments/clear-client-networks.server.ts';
import { reviewTaxSettings } from '#core/payments/review-tax-settings.server.ts';
import { reconcilePayments } from '#core/payments/reconcile-payments.server.ts';
import { countCustomers } from '#core/customers/count-customers.server.ts';
import { tellWaiting } from '#core/back-in-stock/tell-waiting.server.tsx';
import { tellOfCars } from '#core/car-mail/tell-of-cars.server.tsx';
import { tidyCarWaits } from '#core/car-mail/tidy-car-waits.server.ts';
import { tidyStockWaits } from '#core/back-in-stock/tidy-stock-waits.server.ts';
import { reviewOverdueOrders } from '#core/orders/review-overdue-orders.server.ts';
import { remindOfCores } from '#core/returns/remind-of-cores.server.tsx';
import { forgetSellers } from '#core/yard/paper/forget-sellers.server.ts';
import { noteReadyDays } from '#core/yard/paper/note-ready-days.server.ts';
import { foldSales } from '#core/sales/fold-sales.server.ts';
import { readPayouts } from '#core/sales/read-payouts.server.ts';
import { settleCrawlAlerts } from '#core/imports/crawl/crawl-alerts.server.ts';
import type { Files } from '#core/platform/files.server.ts';
import { tidyPhotographs } from '#core/pictures/tidy-photographs.server.ts';
import { maintainAuditTrail } from '../audit/months.ts';
import { makeNightlyBackup } from '../backup/nightly-backup.ts';
import { tidyCarts } from '#core/carts/account-cart.server.ts';
import { forgetBuyers } from '../auth/delete-account.ts';
import { tidyAccounts } from '../auth/mailed-links.ts';
import type { Pools } from '../database/pools.ts';
import { deleteOldChanges } from '../live/change-feed.ts';
import { clearExpiredLimits } from '../limits/limits.ts';
import { giveUpAbandonedMails } from '../mail/give-up-mail.ts';
import { redactOldMails } from '../mail/redact-secrets.ts';
import { checkSearchNightly } from '../search/maintain-search.ts';
import type { RegularTasks } from './worker.ts';
import type { JobServices } from './tasks.ts';

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
    'note-ready-days': { schedule: '* * * * *', task: () => noteReadyDays(database) },
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
    'tidy-agents': { schedule: '27 * * * *', task: () => tidyAgents(database) },
    'count-customers': { schedule: '* * * * *', task: () => countCustomers(database) },
    'check-search': {
      schedule: '37 3 * * *',
      catchUpWithin: '1d',
      task: () => checkSearchNightly(database, log),
    },
  };
}
