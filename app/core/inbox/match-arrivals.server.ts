import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import {
  type ArrivedPart,
  isWanted,
  MAX_MATCH_AGE,
  MAX_MATCH_MAILS,
  MAX_MATCH_MAILS_A_DAY,
  MAX_MATCHES,
} from './request-match.ts';
import type { Database } from '#core/platform/database.server.ts';
import { mailMatch } from './mail-match.server.tsx';
import { readFacts } from './read-thread.server.ts';

/** Parts in one transaction. */
const CHUNK = 500;

interface MatchArrivals {
  database: Database;
  /** Has no trailing slash. */
  siteUrl: string;
  arrivalId: string;
}

/**
 * Compares parts that came into stock with all open requests, and notes the parts that people wait for. Each chunk is one
 * transaction with its entries and mails, so a job that runs twice or is killed tells no one twice.
 */
export async function matchArrivals({ database, siteUrl, arrivalId }: MatchArrivals): Promise<void> {
  while (await database.as({ role: 'service_role' }, (each) => matchChunk(each, { siteUrl, arrivalId })));
}

/** Returns whether parts are left. */
async function matchChunk(
  transaction: Transaction<DB>,
  { siteUrl, arrivalId }: Omit<MatchArrivals, 'database'>,
): Promise<boolean> {
  const { rows } = await sql<{ ids: string[]; left: number }>`
    select part_ids[done + 1 : done + ${CHUNK}] as ids, cardinality(part_ids) - done as left
    from stock_arrivals where id = ${arrivalId} for update`.execute(transaction);
  const [arrival] = rows;
  if (!arrival) return false;
  await sql`select note_restocks(${arrival.ids}::uuid[])`.execute(transaction);
  const wanted = Map.groupBy(await findWanted(transaction, arrival.ids), ({ threadId }) => threadId);
  // All processes lock threads in this order.
  for (const threadId of [...wanted.keys()].toSorted((one, other) => Number(one) - Number(other))) {
    const partIds = (wanted.get(threadId) ?? []).map(({ partId }) => partId);
    await tellAboutMatches(transaction, { threadId, partIds, siteUrl });
  }
  if (arrival.left > CHUNK) {
    await transaction
      .updateTable('stock_arrivals')
      .set({ done: sql<number>`done + ${CHUNK}` })
      .where('id', '=', arrivalId)
      .execute();
    return true;
  }
  await transaction.deleteFrom('stock_arrivals').where('id', '=', arrivalId).execute();
  return false;
}

interface Match {
  threadId: string;
  partId: string;
}

/** Uses the indexes of requests for a part and for a vehicle. isWanted() compares the rest. */
async function findWanted(transaction: Transaction<DB>, partIds: string[]): Promise<Match[]> {
  const { rows } = await sql<
    ArrivedPart & {
      threadId: string;
      wantedId: string | null;
      wantedMake: string | null;
      wantedModel: string | null;
      wantedYear: string | null;
      wantedName: string;
    }
  >`
    with part as materialized (
      select id, part_name as name, category, oem_number as "oemNumber", vehicle_make as make, vehicle_model as model,
        vehicle_year as year
      from parts_catalog where id = any (${partIds}::uuid[]) and stock_quantity > stock_held
    ),
    candidate as (
      select part.id as part_id, request.id as request_id
      from part join part_requests as request on request.part_id = part.id
      union
      select part.id, request.id
      from part join part_requests as request
        on search_fold(request.make) = search_fold(part.make) and search_fold(request.model) = search_fold(part.model)
        and request.created_at > now() - make_interval(days => ${MAX_MATCH_AGE})
      union
      select part.id, request.id
      from part join part_requests as request
        on search_fold(request.make) = search_fold(part.make) and search_fold(request.model) is null
        and request.created_at > now() - make_interval(days => ${MAX_MATCH_AGE})
    )
    select part.*, thread.id as "threadId", request.part_id as "wantedId", request.make as "wantedMake",
      request.model as "wantedModel", request.year as "wantedYear", request.part_name as "wantedName"
    from candidate join part on part.id = candidate.part_id
    join part_requests as request on request.id = candidate.request_id
    join inbox_threads as thread on thread.request_id = request.id
    where thread.state in ('open', 'answered')
      and (request.part_id = part.id or coalesce(request.year, part.year::text) = part.year::text)
      and request.created_at > now() - make_interval(days => ${MAX_MATCH_AGE})`.execute(transaction);
  return rows
    .filter(({ wantedId, wantedMake, wantedModel, wantedYear, wantedName, ...part }) =>
      isWanted(part, {
        partId: wantedId,
        make: wantedMake,
        model: wantedModel,
        year: wantedYear,
        partName: wantedName,
      }),
    )
    .map(({ threadId, id: partId }) => ({ threadId, partId }));
}

/** Adds an entry to the thread, and a mail within the limits. */
async function tellAboutMatches(
  transaction: Transaction<DB>,
  { threadId, partIds, siteUrl }: { threadId: string; partIds: string[]; siteUrl: string },
): Promise<void> {
  const thread = await transaction
    .selectFrom('inbox_threads')
    .select('request_id')
    .where('id', '=', threadId)
    .where('state', 'in', ['open', 'answered'])
    .forUpdate()
    .executeTakeFirst();
  if (!thread) return;
  const told = await transaction
    .selectFrom('inbox_parts')
    .select('part_id')
    .where('matched_thread_id', '=', threadId)
    .execute();
  const known = new Set(told.map(({ part_id: id }) => id));
  const news = partIds.filter((id) => !known.has(id)).slice(0, MAX_MATCHES - known.size);
  const facts = await readFacts(transaction, news);
  const parts = news.flatMap((id) => {
    const now = facts.get(id);
    return now ? [{ ...now, id }] : [];
  });
  if (parts.length === 0) return;
  const { id: entryId } = await transaction
    .insertInto('inbox_entries')
    .values({ thread_id: threadId, kind: 'match' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('inbox_parts')
    .values(
      parts.map(({ id, name }, position) => ({
        entry_id: entryId,
        part_id: id,
        position,
        part_name: name.slice(0, 1000),
        matched_thread_id: threadId,
      })),
    )
    .execute();
  if (await mayMail(transaction, threadId, thread.request_id)) {
    const mailId = await mailMatch(transaction, { threadId, parts, siteUrl });
    await transaction
      .updateTable('inbox_entries')
      .set({ mail_id: mailId })
      .where('id', '=', entryId)
      .execute();
  }
  await transaction
    .updateTable('inbox_threads')
    .set({ changed_at: sql<Date>`now()` })
    .where('id', '=', threadId)
    .execute();
}

async function mayMail(
  transaction: Transaction<DB>,
  threadId: string,
  requestId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ to_thread: number; to_person: number }>`
    select count(*) filter (where thread.id = ${threadId})::int as to_thread,
      count(*) filter (where entry.at > now() - interval '1 day')::int as to_person
    from part_requests as own
    join part_requests as request on lower(request.email) = lower(own.email)
    join inbox_threads as thread on thread.request_id = request.id
    join inbox_entries as entry on entry.thread_id = thread.id
    where own.id = ${requestId} and entry.kind = 'match' and entry.mail_id is not null`.execute(transaction);
  const [sent] = rows;
  return sent !== undefined && sent.to_thread < MAX_MATCH_MAILS && sent.to_person < MAX_MATCH_MAILS_A_DAY;
}
