import type { Kysely, Transaction } from 'kysely';
import { createContext, type RouterContext } from 'react-router';
import type { DB } from '#db/types.ts';

/** Whom a transaction acts as. Row-level security decides what that may do. */
export type Identity =
  | { role: 'anon' }
  | { role: 'authenticated'; userId: string }
  /** The shop itself: payments, jobs. Never on behalf of what a visitor says. */
  | { role: 'service_role' };

export interface Database {
  /** Reads of what everybody may see. Its login can do nothing else. */
  readonly public: Kysely<DB>;
  /** Runs `work` in one transaction as `identity`. It is rolled back when `work` throws. */
  as<T>(identity: Identity, work: (transaction: Transaction<DB>) => Promise<T>): Promise<T>;
}

/** Who sends a request, looked up in the database each time. */
export interface Visitor {
  user: { id: string; email: string; createdAt: Date } | null;
  /** False when signed out and when the look-up fails (Spec §4). */
  isAdmin: boolean;
}

export interface Accounts {
  visitor(request: Request): Promise<Visitor>;
}

/**
 * A key of the load context. The server runs from source and the screens from the build, so that this module is
 * there twice: the keys are shared through the global registry of symbols.
 */
function serviceContext<T>(name: string): RouterContext<T> {
  const slot = Symbol.for(`partyard.${name}`);
  const registry = globalThis as { [slot: symbol]: RouterContext<T> | undefined };
  return (registry[slot] ??= createContext<T>());
}

export const databaseContext = serviceContext<Database>('database');
export const accountsContext = serviceContext<Accounts>('accounts');

/** What the screens say about the shop that runs them. */
export interface ShopSettings {
  /** Its parts are made up. */
  demo: boolean;
}

export const shopContext = serviceContext<ShopSettings>('shop');

/** The request being answered. */
export interface RequestInfo {
  /** Told to a visitor when something fails, and found in the log. */
  id: string;
  /** Notes a failure of ours in the log. */
  logError(error: unknown): void;
}

export const requestContext = serviceContext<RequestInfo>('request');
