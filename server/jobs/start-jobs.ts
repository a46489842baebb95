import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '../app.ts';
import type { Pools } from '../database/pools.ts';
import { createPictureDownloads } from '../downloads/picture-downloads.ts';
import type { Env } from '../env.ts';
import { createPictureReader, type PictureReader } from '../mail/embed-pictures.ts';
import { mailboxTransport, type MailTransport, smtpTransport } from '../mail/mail-transport.ts';
import { regularTasks } from './regular-tasks.ts';
import { jobTasks, taskQueues } from './tasks.ts';
import { startWorker, type Worker, type WorkerOptions } from './worker.ts';

const RETRY_DELAY_MS = 1_000;

/** Works on the jobs of the shop in this process, as soon as the database can be reached. */
export async function startJobs(
  env: Env,
  {
    siteUrl,
    services,
    clientFiles,
    signal,
  }: {
    siteUrl: string;
    services: Services & { database: Pools };
    clientFiles: string | undefined;
    signal: AbortSignal;
  },
): Promise<Worker | undefined> {
  const { database, payments, files, log } = services;
  const options: WorkerOptions = {
    pool: database.jobs,
    tasks: jobTasks({
      ...services,
      siteUrl,
      pictureDownloads: createPictureDownloads(),
      transport: createMailTransport(env, createPictureReader({ files, clientFiles })),
    }),
    queues: taskQueues,
    regularly: regularTasks(database, {
      siteUrl,
      payments,
      files,
      log,
      production: env.production,
      backupEnvironment: env.backup.isScheduled ? env.source : undefined,
    }),
    alone: env.databaseUrl === undefined,
    log,
  };
  while (!signal.aborted) {
    try {
      return await startWorker(options);
    } catch (error) {
      log.error(error, 'The jobs cannot be started');
      await wait(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

function createMailTransport(
  { smtp, shopMailTo, production }: Env,
  readPicture: PictureReader,
): MailTransport {
  return smtp
    ? smtpTransport({ ...smtp, shopMailTo, readPicture })
    : mailboxTransport({ hasPage: !production });
}
