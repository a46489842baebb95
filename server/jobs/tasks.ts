import type { TaskList } from 'graphile-worker';
import type { Jobs } from '#features/checkout/add-job.server.ts';
import { endExpiredHold } from '#features/checkout/end-expired-hold.server.ts';
import type { Database, Payments } from '#services';
import type { Pools } from '../database/pools.ts';
import { clearExpiredLimits } from '../limits/limits.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Postman } from '../mail/postman.ts';
import type { RegularTasks } from './worker.ts';

type Tasks = { [Task in keyof Jobs]: (payload: Jobs[Task]) => Promise<void> };

/** What is done at certain times (as crontab writes them), by one process of all. */
export function regularTasks({ limits }: Pick<Pools, 'limits'>): RegularTasks {
  return { 'clear-expired-limits': { times: '17 * * * *', task: () => clearExpiredLimits(limits) } };
}

/** What is done with each job of the queue. A job that throws is tried again later. */
export function jobTasks(services: { database: Database; payments: Payments; postman: Postman }): TaskList {
  const { database, payments, postman } = services;
  const tasks: Tasks = {
    'send-mail': ({ mailId }) => sendMail({ database, postman, mailId }),
    'end-hold': ({ orderId }) => endExpiredHold({ database, payments, orderId }),
    'refund-payment': (payment) => payments.refund(payment),
  };
  return tasks as TaskList;
}
