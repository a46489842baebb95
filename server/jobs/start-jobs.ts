import type { Services } from '../app.ts';
import type { Pools } from '../database/pools.ts';
import { createPictureDownloads } from '../downloads/picture-downloads.ts';
import type { Env } from '../env.ts';
import { createPictureReader, type PictureReader } from '../mail/embed-pictures.ts';
import { mailboxTransport, type MailTransport, smtpTransport } from '../mail/mail-transport.ts';
import { jobTasks, regularTasks, taskQueues } from './tasks.ts';
import { startWorker, type Worker } from './worker.ts';

/** Works on the jobs of the shop in this process. */
export function startJobs(
  env: Env,
  {
    siteUrl,
    services,
    clientFiles,
  }: { siteUrl: string; services: Services & { database: Pools }; clientFiles: string | undefined },
): Promise<Worker> {
  const { database, payments, files, log } = services;
  return startWorker({
    pool: database.jobs,
    tasks: jobTasks({
      ...services,
      siteUrl,
      pictureDownloads: createPictureDownloads(),
      transport: createMailTransport(env, createPictureReader({ files, clientFiles })),
    }),
    queues: taskQueues,
    regularly: regularTasks(database, { siteUrl, payments, files, log, production: env.production }),
    alone: env.databaseUrl === undefined,
    log,
  });
}

function createMailTransport(
  { smtp, shopMailTo, production }: Env,
  readPicture: PictureReader,
): MailTransport {
  return smtp
    ? smtpTransport({ ...smtp, shopMailTo, readPicture })
    : mailboxTransport({ hasPage: !production });
}
