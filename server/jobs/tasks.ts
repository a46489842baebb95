import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { addImportPictures } from '#core/imports/files/add-import-pictures.server.ts';
import { failImportPictures, changeWork } from '#core/imports/files/fail-part-change.server.ts';
import { deliveryWork } from '#core/imports/standards/read-delivery.server.ts';
import { advanceImportRun } from '#core/imports/sources/advance-run.server.ts';
import { failRun } from '#core/imports/sources/end-run.server.tsx';
import { findKinds } from '#core/search/find-kinds.server.ts';
import { mailAlert } from '#core/alerts/mail-alert.server.tsx';
import { sendAgentEvents } from '#core/agents/send-agent-events.server.ts';
import { deliverWebhook } from '#core/api/deliver-webhook.server.ts';
import { checkRisk } from '#core/payments/check-risk.server.ts';
import { closeOrder } from '#core/payments/close-order.server.ts';
import { mailQuote } from '#core/orders/quotes/mail-quote.server.tsx';
import { followClaims } from '#core/payments/stock.server.ts';
import { refundPayment } from '#core/payments/refund-payment.server.ts';
import { mailOrderEvent } from '#core/orders/mail-order-event.server.tsx';
import { mailAnswer } from '#core/inbox/mail-answer.server.tsx';
import { matchArrivals } from '#core/inbox/match-arrivals.server.ts';
import { tellWaiting } from '#core/back-in-stock/tell-waiting.server.tsx';
import { advanceCrawl, failCrawl } from '#core/imports/crawl/advance-crawl.server.ts';
import { mailInvitation } from '#core/customers/mail-invitation.server.tsx';
import { mailReturnStep } from '#core/returns/mail-return-step.server.tsx';
import type { Jobs } from '#core/platform/jobs.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Files } from '#core/platform/files.server.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import type { PictureDownloads } from '#core/pictures/picture-downloads.server.ts';
import type { Scraping } from '#core/imports/scraping.server.ts';
import type { Agents } from '#core/agents/agents.server.ts';
import type { Webhooks } from '#core/api/webhooks.server.ts';
import type { Downloads } from '#core/platform/downloads.server.ts';
import { createInvitationLink } from '../auth/invitations.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { MailTransport } from '../mail/mail-transport.ts';
import { endAfterDeaths } from './end-after-deaths.ts';
import type { QueueName } from './worker.ts';

/** Jobs that only triggers add, by queue_job: their payload is the id of a row. */
interface RowJobs extends Record<'run-part-change' | 'run-bulk-change', { changeId: string }> {
  'mail-quote': { linkId: string };
  'mail-invitation': { invitationId: string };
  'mail-order-event': { eventId: string };
  'mail-return-step': { eventId: string };
  'mail-inbox-answer': { entryId: string };
  'match-arrivals': { arrivalId: string };
  /** A part with pieces, or such a piece, was sold or came back (db/migrations/0069_assemblies_and_car_search.sql). */
  'follow-claims': { partId: string };
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
  agents: Agents;
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
  'follow-claims': 'shop',
  'run-part-change': 'crawls',
  'run-bulk-change': 'crawls',
  'run-part-import': 'crawls',
  'read-standard-delivery': 'crawls',
  'add-import-pictures': 'crawls',
  'advance-crawl': 'crawls',
  'advance-import-run': 'downloads',
  'deliver-webhook': 'webhooks',
  'send-agent-events': 'webhooks',
  'find-kinds': 'shop',
};

function isLastAttempt({ job }: JobHelpers): boolean {
  return job.attempts >= job.max_attempts;
}

export function jobTasks({
  siteUrl,
  database,
  payments,
  scraping,
  webhooks,
  agents,
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
    'follow-claims': ({ partId }) => followClaims(database.shop, partId),
    'deliver-webhook': ({ deliveryId }, { abortSignal: signal }) =>
      deliverWebhook({ database, webhooks, deliveryId, signal }),
    'send-agent-events': ({ orderId }, { abortSignal: signal }) =>
      sendAgentEvents({ database, agents, siteUrl, orderId, signal }),
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
