import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { findOrigin } from '#core/catalog/origin.ts';
import { toKey } from '../files/match-lines.server.ts';

/** Values by which a line names the part that it adds a vehicle to. Empty ones name nothing. */
export interface PartNames {
  id: string;
  stockNumber: string;
  number: string;
  brand: string;
}

export type FoundPart = { id: string } | { reason: string; hiddenId?: string };

interface Candidate {
  id: string;
  stock: string | null;
  number: string | null;
  brand: string | null;
  isUsed: boolean;
  isHidden: boolean;
}

/**
 * Finds the part of each line: by id, by stock number, or by part number and brand. A part without a brand has any brand. Of several
 * parts with a number, those that are not used count.
 */
export async function matchFitLines(
  transaction: Transaction<DB>,
  lines: readonly PartNames[],
): Promise<FoundPart[]> {
  const candidates = await readCandidates(transaction, lines);
  const byId = new Map(candidates.map((part) => [part.id, part]));
  const byStock = Map.groupBy(candidates, ({ stock }) => stock);
  const byNumber = Map.groupBy(candidates, ({ number }) => number);
  return lines.map(({ id, stockNumber, number, brand }): FoundPart => {
    if (id) return choose([byId.get(id.toLowerCase())], 'No part has this id');
    if (stockNumber)
      return choose(byStock.get(toKey(stockNumber)) ?? [], `No part has the stock number ${stockNumber}`);
    if (!number) return { reason: 'The line names no part' };
    const alike = (byNumber.get(toKey(number)) ?? []).filter(
      (part) => !brand || !part.brand || part.brand.toLowerCase() === brand.toLowerCase(),
    );
    const unused = alike.filter(({ isUsed }) => !isUsed);
    const name = brand ? `${brand} ${number}` : `the number ${number}`;
    return choose(unused.length > 0 ? unused : alike, `The shop doesn't have ${name}. Import the part first`);
  });
}

function choose(found: readonly (Candidate | undefined)[], reason: string): FoundPart {
  const [part, ...others] = found.filter((each) => each !== undefined).toSorted(shownFirst);
  if (!part) return { reason };
  if (others.some((other) => other.isHidden === part.isHidden)) {
    const count = (others.length + 1).toLocaleString('en-US');
    return { reason: `${count} parts have this number. Add the stock number or the id` };
  }
  return part.isHidden
    ? { reason: 'This part is hidden. Show it before you import it', hiddenId: part.id }
    : { id: part.id };
}

function shownFirst(one: Candidate, other: Candidate): number {
  return Number(one.isHidden) - Number(other.isHidden);
}

async function readCandidates(
  transaction: Transaction<DB>,
  lines: readonly PartNames[],
): Promise<Candidate[]> {
  const ids = lines.map(({ id }) => id).filter((id) => /^[\da-f-]{36}$/i.test(id));
  const stock = unique(lines.map(({ stockNumber }) => toKey(stockNumber)));
  const numbers = unique(lines.map(({ number }) => toKey(number)));
  const select = (table: 'parts_catalog' | 'hidden_parts') => sql`
    select id, oem_number_key(stock_number) as stock, oem_number_key(oem_number) as number, brand, origin, part_type,
      ${sql.lit(table === 'hidden_parts')} as "isHidden"
    from ${sql.table(table)}
    where id = any (${ids}::uuid[])
      or (stock_number is not null and oem_number_key(stock_number) = any (${stock}::text[]))
      or oem_number_key(oem_number) = any (${numbers}::text[])`;
  const { rows } = await sql<Omit<Candidate, 'isUsed'> & { origin: string | null; part_type: string | null }>`
    ${select('parts_catalog')} union all ${select('hidden_parts')}`.execute(transaction);
  return rows.map(({ origin, part_type: condition, ...part }) =>
    Object.assign(part, { isUsed: findOrigin({ origin, condition }) === 'used' }),
  );
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys.filter(Boolean))];
}
