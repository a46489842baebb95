import { sql } from 'kysely';
import { tidyCheckouts } from './tidy-checkouts.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Agents } from './agents.server.ts';

/** A request of a platform with a key against repetition. */
export interface KeyedRequest {
  platformId: string;
  operation: string;
  key: string;
  /** Everything that makes the request what it is, as text. */
  asked: string;
}

export interface AgentResponse {
  status: number;
  body: string;
}

export type Claim =
  /** The request is this process's to answer. */
  { newId: string } | { answered: AgentResponse } | { problem: 'other-request' | 'in-work' };

/** Answers are kept so long. The protocol asks for a day at least. */
const KEEP = '48 hours';

/** A process that has not answered by then is dead: each request ends after 30 seconds. */
const CLAIM = '60 seconds';

/**
 * Claims a request, so that no other process answers it. A claim without an answer ends after a minute. The next claim
 * has the same `newId`.
 */
export async function claimRequest(
  database: Database,
  agents: Agents,
  request: KeyedRequest,
): Promise<Claim> {
  const { platformId, operation, key, asked } = request;
  const hash = agents.hash(asked);
  const { rows } = await sql<{ new_id: string }>`
    insert into agent_requests as earlier (platform_id, operation, idempotency_key, request_hash)
    values (${platformId}, ${operation}, ${key}, ${hash})
    on conflict (platform_id, operation, idempotency_key) do update set
      request_hash = excluded.request_hash,
      new_id = case when earlier.created_at < now() - ${KEEP}::interval then gen_random_uuid() else earlier.new_id end,
      created_at = case when earlier.created_at < now() - ${KEEP}::interval then now() else earlier.created_at end,
      claimed_at = now(), status = null, sealed_answer = null
    where earlier.created_at < now() - ${KEEP}::interval
      or (earlier.status is null and earlier.claimed_at < now() - ${CLAIM}::interval
        and earlier.request_hash = excluded.request_hash)
    returning new_id`.execute(database.shop);
  const [claimed] = rows;
  if (claimed) return { newId: claimed.new_id };
  const earlier = await ofRequest(database, request);
  // It was forgotten at this moment.
  if (!earlier) return { problem: 'in-work' };
  if (earlier.request_hash !== hash) return { problem: 'other-request' };
  const body =
    earlier.sealed_answer === null ? undefined : agents.open(earlier.sealed_answer, ownerOf(request));
  if (earlier.status === null || body === undefined) return { problem: 'in-work' };
  return { answered: { status: earlier.status, body } };
}

function ofRequest(database: Database, { platformId, operation, key }: KeyedRequest) {
  return database.shop
    .selectFrom('agent_requests')
    .select(['request_hash', 'status', 'sealed_answer'])
    .where('platform_id', '=', platformId)
    .where('operation', '=', operation)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Keeps the answer to a claimed request, encrypted. */
export async function keepAnswer(
  database: Database,
  agents: Agents,
  request: KeyedRequest,
  { status, body }: AgentResponse,
): Promise<void> {
  const { platformId, operation, key } = request;
  await database.shop
    .updateTable('agent_requests')
    .set({ status, sealed_answer: agents.seal(body, ownerOf(request)) })
    .where('platform_id', '=', platformId)
    .where('operation', '=', operation)
    .where('idempotency_key', '=', key)
    .execute();
}

/** Ends a claim without an answer, so that the next try need not wait. */
export async function releaseRequest(
  database: Database,
  { platformId, operation, key }: KeyedRequest,
): Promise<void> {
  await database.shop
    .updateTable('agent_requests')
    .set({ claimed_at: sql<Date>`'-infinity'` })
    .where('platform_id', '=', platformId)
    .where('operation', '=', operation)
    .where('idempotency_key', '=', key)
    .where('status', 'is', null)
    .execute();
}

const ownerOf = ({ platformId, operation, key }: KeyedRequest) => `${platformId} ${operation} ${key}`;

/** Forgets what is kept of assistants no longer than needed. */
export async function tidyAgents(database: Database): Promise<void> {
  await database.shop
    .deleteFrom('agent_requests')
    .where('created_at', '<', sql<Date>`now() - ${KEEP}::interval`)
    .execute();
  await database.shop
    .deleteFrom('agent_keys')
    .where('published_until', '<', sql<Date>`now()`)
    .execute();
  await tidyCheckouts(database.shop);
  await sql`select forget_idle_platforms(7, 2000)`.execute(database.shop);
}
