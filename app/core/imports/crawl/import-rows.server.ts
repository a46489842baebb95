import { sql } from 'kysely';
import { importColumns } from '#core/catalog/part-fields.ts';
import type { ImportFields } from '../files/import-fields.ts';

export const importColumnNames = sql.join(importColumns.map((column) => sql.ref(column)));

export function importColumnsOf(table: string) {
  return sql.join(importColumns.map((column) => sql.ref(`${table}.${column}`)));
}

/** Builds a JSON object of the columns of a table or alias. */
export function importFieldsOf<More extends string = never>(table: string, ...more: More[]) {
  const entries = [...more, ...importColumns].flatMap((column) => [
    sql.lit(column),
    sql.ref(`${table}.${column}`),
  ]);
  return sql<ImportFields & Record<More, string>>`json_build_object(${sql.join(entries)})`;
}
