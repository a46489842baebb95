import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { duplicatePart } from './duplicate-part.ts';
import { readPartForEditing } from '#core/part-changes/save-part.server.ts';

/** Reads what a new part's form begins with, to be like a part of some model years before. Undefined if the part was deleted. */
export async function readTemplate(transaction: Transaction<DB>, id: string, yearsLater: 0 | 1) {
  const found = await readPartForEditing(transaction, id);
  return found && { ...duplicatePart(found.part, yearsLater), fitments: found.part.fitments };
}
