import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { computeGrade } from '#core/catalog/part-facts.ts';
import type { Database } from '#core/platform/database.server.ts';

const BATCH_SIZE = 1_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Grades used parts that have facts but no grade, because they were written without the shop's form (docs/used-parts.md). Each
 * batch is a transaction of its own.
 */
export async function gradeParts(database: Database): Promise<void> {
  let last: string | undefined = FIRST_ID;
  while (last !== undefined) {
    const after: string = last;
    last = await database.as({ role: 'service_role' }, (transaction) => gradeBatch(transaction, after));
  }
}

/** Returns the id of the last part of a full batch. */
async function gradeBatch(transaction: Transaction<DB>, after: string): Promise<string | undefined> {
  const parts = await transaction
    .selectFrom('parts_catalog as parts')
    .leftJoin('part_private_facts as facts', 'facts.part_id', 'parts.id')
    .select([
      'id',
      'part_name',
      'part_type',
      'origin',
      'mileage',
      'mileage_source',
      'donor_year',
      'damage_codes',
      'grade_rule',
      'grade_lowered_to',
      sql<string | null>`donor_arrived_on::text`.as('donor_arrived_on'),
      sql<string>`parts.xmin::text`.as('version'),
    ])
    .where('id', '>', after)
    .where('grade', 'is', null)
    .where((where) =>
      where.or([
        where('mileage', 'is not', null),
        where('damage_codes', 'is not', null),
        where('grade_rule', 'is not', null),
      ]),
    )
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
  const graded = parts.flatMap((part) => {
    const grade = computeGrade(part);
    return grade === null ? [] : [{ id: part.id, version: part.version, grade }];
  });
  if (graded.length > 0) {
    // A part that was saved since has another version, and its grade.
    await sql`
      update parts_catalog set grade = given.grade
      from jsonb_to_recordset(${JSON.stringify(graded)}::jsonb) as given (id uuid, version text, grade text)
      where parts_catalog.id = given.id and parts_catalog.xmin::text = given.version`.execute(transaction);
  }
  return parts.length === BATCH_SIZE ? parts.at(-1)?.id : undefined;
}
