import { sql, type Transaction } from 'kysely';
import type { KnownPrices } from '#core/part-changes/known-prices.ts';
import { readKnownPrices } from '#core/part-changes/read-known-prices.server.ts';
import type { DB } from '#db/types.ts';
import type { CarFacts, CarLine } from '../part-out/car-lines.ts';
import { listLines } from '../part-out/list-lines.server.ts';
import { expectPart } from './bid.ts';

/** Requests and searches of this many days count. */
const DAYS = 365;

/** A car that is offered to the yard. */
export interface OfferedCar extends CarFacts {
  make: string;
  model: string;
  year: number | null;
}

export interface ExpectedLine {
  line: CarLine;
  known: KnownPrices;
  /** Cents within a year. */
  expectedCents: number;
}

export interface BidFacts {
  /** Kinds of which one was sold here, or is listed: the most valuable first. */
  lines: ExpectedLine[];
  /** Kinds of which nothing is known. */
  unknown: number;
  expectedCents: number;
  /** Requests for parts of such a car that no part answered. */
  requests: number;
  /** Searches for this model that found nothing. Null for who may not read the audit trail. */
  searches: number | null;
}

/** Reads what the parts of a car would bring here, as those of such cars did in the last 12 months. */
export async function readBid(transaction: Transaction<DB>, car: OfferedCar): Promise<BidFacts> {
  const { make, model, year, engine } = car;
  const { usual } = await listLines(transaction, car);
  const prices = await readKnownPrices(
    transaction,
    { make, model, year: year ?? undefined, engine: engine ?? undefined },
    usual,
  );
  const ofCar = Map.groupBy(usual, ({ kind, end }) => `${kind} ${end}`);
  const all = usual.map((line, place) => {
    const known = prices[place] as KnownPrices;
    const alike = ofCar.get(`${line.kind} ${line.end}`)?.length ?? 1;
    return { line, known, expectedCents: expectPart(known, alike) };
  });
  const lines = all.filter(({ known }) => known.sold + known.listed > 0);
  return {
    lines: lines.toSorted((one, other) => other.expectedCents - one.expectedCents),
    unknown: all.length - lines.length,
    expectedCents: lines.reduce((sum, { expectedCents }) => sum + expectedCents, 0),
    ...(await countDemand(transaction, car)),
  };
}

async function countDemand(transaction: Transaction<DB>, { make, model, year }: OfferedCar) {
  const { rows } = await sql<{ requests: number; searches: number; is_admin: boolean }>`
    select is_admin(),
      (
        select count(*)::int from part_requests
        where created_at > now() - ${`${DAYS} days`}::interval and part_id is null
          and lower(make) = lower(${make}) and lower(model) = lower(${model}) and (year = ${String(year ?? '')} or ${year}::int is null)
      ) as requests,
      (
        select count(*)::int from audit_logs
        where action = 'search' and details ->> 'results_count' = '0' and created_at > now() - ${`${DAYS} days`}::interval
          and lower(details ->> 'make') = lower(${make}) and lower(details ->> 'model') = lower(${model})
      ) as searches`.execute(transaction);
  const [found] = rows;
  return { requests: found?.requests ?? 0, searches: found?.is_admin ? found.searches : null };
}
