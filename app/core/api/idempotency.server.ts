import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { hashToken } from '#core/platform/link-token.server.ts';
import { ApiProblem } from './problem.server.ts';

/** A repeated request gets the same answer again. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

const HEADER = 'Idempotency-Key';

function readKey({ headers }: Request): string | undefined {
  const key = headers.get(HEADER);
  if (key === null) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ApiProblem(400, `${HEADER} must have 1 to 255 visible ASCII characters`);
}

/**
 * Returns the answer to the same request with the same Idempotency-Key within 24 hours. Undefined means that this is the first
 * request: what follows in the transaction is kept with it. Waits for another transaction with the same key.
 * @throws {ApiProblem} for another request with the key.
 */
export async function repeatRequest(
  transaction: Transaction<DB>,
  request: Request,
  text: string,
): Promise<StoredAnswer | undefined> {
  const key = readKey(request);
  if (key === undefined) return undefined;
  const { pathname } = new URL(request.url);
  const condition = request.headers.get('If-Match') ?? '';
  const hash = hashToken([request.method, pathname, condition, text].join('\n'));
  const { rows } = await sql`
    insert into api_requests as earlier (idempotency_key, request_hash) values (${key}, ${hash})
    on conflict (key_id, idempotency_key) do update
    set request_hash = excluded.request_hash, response = null, created_at = now()
    where earlier.created_at < now() - interval '24 hours'
    returning 1`.execute(transaction);
  if (rows.length > 0) return undefined;
  const stored = await transaction
    .selectFrom('api_requests')
    .select(['request_hash', 'response'])
    .where('key_id', '=', sql<string>`own_api_key()`)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  if (stored.request_hash !== hash)
    throw new ApiProblem(422, `Another request has used this ${HEADER} within 24 hours`);
  const answer = stored.response as unknown as StoredAnswer;
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } };
}

/** Keeps the answer to a request with an Idempotency-Key, in the transaction of its change. */
export async function completeRequest(
  transaction: Transaction<DB>,
  request: Request,
  answer: StoredAnswer,
): Promise<void> {
  const key = readKey(request);
  if (key === undefined) return;
  await transaction
    .updateTable('api_requests')
    .set({ response: JSON.stringify(answer) })
    .where('key_id', '=', sql<string>`own_api_key()`)
    .where('idempotency_key', '=', key)
    .execute();
}

/** Removes answers older than 24 hours. */
export function tidyApiRequests(transaction: Transaction<DB>): Promise<unknown> {
  return transaction
    .deleteFrom('api_requests')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute();
}
