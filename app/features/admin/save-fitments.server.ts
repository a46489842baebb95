import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Fitment } from '#domain/fitment.ts';

const columns = ['make', 'model', 'from_year', 'to_year', 'engine', 'trim', 'position', 'note'] as const;

/** The vehicles that the owner lists for a part, besides its own: by make, model and year. */
export async function readFitmentsOf(transaction: Transaction<DB>, partId: string): Promise<Fitment[]> {
  const rows = await transaction
    .selectFrom('part_fitments')
    .select(columns)
    .where('part_id', '=', partId)
    .orderBy('make')
    .orderBy('model')
    .orderBy('from_year')
    .orderBy('id')
    .execute();
  return rows.map(({ from_year: fromYear, to_year: toYear, ...others }) => ({ ...others, fromYear, toYear }));
}
