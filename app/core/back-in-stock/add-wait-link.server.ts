import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { createLinkToken, hashToken } from '#core/platform/link-token.server.ts';
import { waitLinkAddress } from './wait-address.ts';

interface LinkedWait {
  waitId: string;
  /** Without a trailing slash. */
  siteUrl: string;
}

/** Adds a link for a mail, which confirms and ends waits. Of its secret, only the hash is stored. */
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
