import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts that the lines of the log name while a request or a job runs. */
export interface LogContext {
  /** Id of the request, or of the one that added the job. */
  requestId?: string | undefined;
  jobId?: string;
  task?: string;
}

export const logContext = new AsyncLocalStorage<LogContext>();
