import type { PreparedAddress } from '../database/pools.ts';
import type { Env } from '../env.ts';
import type { Answer, Question } from './questions.ts';

/** Everything that a worker needs to serve the shop. The supervisor has prepared the database. */
export interface WorkerStart {
  env: Env;
  port: number;
  secret: string;
  address: PreparedAddress;
  clientFiles: string;
}

export type ToWorker = { start: WorkerStart & { worker: number } } | { stop: true } | Question | Answer;

export type FromWorker =
  /** Heartbeat, sent every `BEAT_MS`. */
  | { alive: true }
  | { serving: true }
  /** Why the worker ends, in one line. */
  | { failed: string }
  | Question
  | Answer;

export const BEAT_MS = 1_000;
