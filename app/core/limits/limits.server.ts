import { createContext } from 'react-router';
import type { LimitRule, TallyRule } from './limits.ts';

export type Allowance =
  | { allowed: true }
  /** `counted` is false if the counter failed. */
  | { allowed: false; seconds: number; counted: boolean };

export type Counted = readonly [rule: LimitRule, key: string];

/** Counts rate limits for all processes. limits.ts has the rules. */
export interface Limits {
  /** Counts for `key`, such as an address, and stores only its hash. Never throws. */
  take(rule: LimitRule, key: string, times?: number): Promise<Allowance>;
  /** Counts for all rules, or for none if one is over its limit. Never throws. */
  takeAll(counted: readonly Counted[]): Promise<Allowance>;
  /** Undoes one count. Never throws. */
  giveBack(rule: LimitRule, key: string): Promise<void>;
  /** Undoes `takeAll`. Never throws. */
  giveBackAll(counted: readonly Counted[]): Promise<void>;
  /** Counts approximately. Returns the seconds to wait, or undefined if allowed. Never throws. */
  tally(rule: TallyRule, key: string): Promise<number | undefined>;
}

export const limitsContext = createContext<Limits>();
