import { type Migration, readMigrations } from '#server/database/migrate.ts';
import { sqlMutants } from './sql-mutants.ts';

/** Returns undefined without SQL_MUTANT. */
export async function mutatedMigrations(): Promise<Migration[] | undefined> {
  const number = process.env.SQL_MUTANT;
  if (number === undefined) return undefined;
  const mutant = sqlMutants[Number(number)];
  const migrations = await readMigrations();
  const migration = migrations.find(({ name }) => `${name}.sql` === mutant?.file);
  if (!mutant || !migration) throw new Error(`There is no SQL mutant ${number}`);
  const parts = migration.sql.split(mutant.original);
  if (parts.length !== 2) throw new Error(`${mutant.file} does not have this once: ${mutant.original}`);
  migration.sql = parts.join(mutant.mutated);
  return migrations;
}
