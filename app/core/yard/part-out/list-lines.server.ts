import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { type CarFacts, listCarLines } from './car-lines.ts';

/** Lists the parts that a car has, by the shop's kinds. */
export async function listLines(transaction: Transaction<DB>, car: CarFacts) {
  const kinds = await transaction
    .selectFrom('part_kinds')
    .select(['key', 'name', 'category', 'car_places as places', 'only_for as onlyFor'])
    .orderBy(sql`category nulls last`)
    .orderBy('name')
    .execute();
  return listCarLines(kinds, car);
}
