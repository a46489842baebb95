import type { DatabaseAddress } from '../database/pools.ts';
import type { Env } from '../env.ts';

/** What a worker needs to serve the shop. The supervisor has prepared the database. */
export interface WorkerStart {
  env: Env;
  port: number;
  secret: string;
  address: DatabaseAddress;
  clientFiles: string;
}

export type ToWorker =
  | { start: WorkerStart & { worker: number } }
  | { stop: true }
  /** Asks for all changes to be read, and answers such a question by its number. */
  | { catchUp: number }
  | { caughtUp: number };

export type FromWorker =
  /** A sign of life, every `BEAT_MS`. */
  | { alive: true }
  | { serving: true }
  /** Why it ends, in a line. */
  | { failed: string }
  | { catchUp: number }
  | { caughtUp: number };

export const BEAT_MS = 1_000;
