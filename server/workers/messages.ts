import type { PreparedAddress } from '../database/pools.ts';
import type { Env } from '../env.ts';
import type { Answer, Question } from './questions.ts';

/** What a worker needs to serve the shop. The supervisor has prepared the database. */
export interface WorkerStart {
  env: Env;
  port: number;
  secret: string;
  address: PreparedAddress;
  clientFiles: string;
}

export type ToWorker = { start: WorkerStart & { worker: number } } | { stop: true } | Question | Answer;

export type FromWorker =
  /** A sign of life, every `BEAT_MS`. */
  | { alive: true }
  | { serving: true }
  /** Why it ends, in a line. */
  | { failed: string }
  | Question
  | Answer;

export const BEAT_MS = 1_000;
