import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { createContext } from 'react-router';

/** Row-level security decides what the role and user may do. */
export type Identity = (
  | { role: 'anon' }
  | { role: 'authenticated'; userId: string }
  /**
   * The shop itself, for payments and jobs. It never acts on a visitor's input alone. `userId` is the member of staff it acts
   * for.
   */
  | { role: 'service_role'; userId?: string }
  /** Another program of the owner. `keyHash` is the hash of its API key, whose scopes decide. */
  | { role: 'api_client'; keyHash: string }
) & {
  from?: Origin;
};

export type UserIdentity = Extract<Identity, { role: 'authenticated' }>;

export interface Origin {
  address: string;
  agent: string | null;
}

export interface Database {
  /** Its login can only read public data. */
  readonly public: Kysely<DB>;
  /** Runs as the shop itself (service_role). Each statement is its own transaction, and takes one round trip. */
  readonly shop: Kysely<DB>;
  /** Runs `work` in one transaction. Rolls back if `work` throws. */
  as<T>(identity: Identity, work: (transaction: Transaction<DB>) => Promise<T>): Promise<T>;
}

export const databaseContext = createContext<Database>();
