import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { duplicateForNextYear } from './duplicate-part.ts';
import { readPartForEditing } from '#core/part-changes/save-part.server.ts';

/** Reads what a new part's form begins with, to be like a part for the next model year. Undefined if the part was deleted. */
export async function readTemplate(transaction: Transaction<DB>, id: string) {
  const found = await readPartForEditing(transaction, id);
  return found && { ...duplicateForNextYear(found.part), fitments: found.part.fitments };
}
