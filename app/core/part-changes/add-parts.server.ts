import type { Transaction } from 'kysely';
import type { PartColumns } from '#core/catalog/part-fields.ts';
import type { FieldErrors } from '#core/catalog/part-form.ts';
import type { DB } from '#db/types.ts';
import type { Listing } from './listings.ts';
import { tableOf } from './part-table.server.ts';
import { checkByRules, readRules } from './part-rules.server.ts';
import { toRows } from './save-part.server.ts';

/** A new part without a list of vehicles. No part has its id. */
export interface PlainPart {
  id: string;
  listing: Listing;
  part: PartColumns;
}

/** Adds parts in a few statements, or none of them: returns the errors by the part's id. The caller writes the audit trail. */
export async function addParts(
  transaction: Transaction<DB>,
  parts: readonly PlainPart[],
): Promise<Map<string, FieldErrors>> {
  const rules = await readRules(transaction);
  const wrong = new Map<string, FieldErrors>();
  for (const { id, listing, part } of parts) {
    const errors = checkByRules(rules, { part, before: null, acceptsVin: true }, tableOf(listing));
    if (Object.keys(errors).length > 0) wrong.set(id, errors);
  }
  if (wrong.size > 0) return wrong;
  for (const [table, ofTable] of Map.groupBy(parts, ({ listing }) => tableOf(listing))) {
    const rows = ofTable.map(({ id, part }) => {
      const { catalog, facts } = toRows(part);
      return { catalog: Object.assign(catalog, { id }), facts: Object.assign(facts, { part_id: id }) };
    });
    await transaction
      .insertInto(table)
      .values(rows.map(({ catalog }) => catalog))
      .execute();
    await transaction
      .insertInto('part_private_facts')
      .values(rows.map(({ facts }) => facts))
      .execute();
  }
  return wrong;
}
