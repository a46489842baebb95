import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { createLinkToken, hashToken } from '#core/platform/link-token.server.ts';
import { waitLinkAddress } from './wait-address.ts';

interface LinkedWait {
  waitId: string;
  /** Has no trailing slash. */
  siteUrl: string;
}

/** Adds a link that confirms and ends waits, for a mail. Stores only the hash of its secret. */
export async function addWaitLink(
  transaction: Transaction<DB>,
  { waitId, siteUrl }: LinkedWait,
): Promise<string> {
  const token = createLinkToken();
  await transaction
    .insertInto('stock_wait_links')
    .values({ token_hash: hashToken(token), wait_id: waitId })
    .execute();
  return siteUrl + waitLinkAddress(token);
}
