import { z } from 'zod';

const tableSchema = z.object({
  /** With its schema, such as public.orders. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** The sum of the first 64 bits of the MD5 of each row's text. It does not depend on their order. */
  checksum: z.string(),
});

const partitionSchema = z.object({
  name: z.string(),
  parent: z.string(),
  /** Such as FOR VALUES FROM (…) TO (…). */
  bound: z.string(),
  /** Such as LIST (action), if it has partitions itself. */
  key: z.string().nullable(),
  constraints: z.array(z.object({ name: z.string(), definition: z.string() })),
});

export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** All that were applied, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
  /** Parents first. */
  partitions: z.array(partitionSchema),
  /** Constraints that some rows from before break. Absent in older backups. */
  unchecked: z.array(z.object({ table: z.string(), name: z.string() })).default([]),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Names of pictures, with the SHA-256 of their content. */
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Of AUTH_SECRET, to notice a restore with another one. */
  secretFingerprint: z.string(),
  /** Only if the shop made its secret itself. */
  secret: z.string().optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackedUpTable = z.infer<typeof tableSchema>;

/** For people. */
export function describeManifest({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const count = (number: number) => number.toLocaleString('en-US');
  return `${count(rows)} rows in ${tables.length} tables, ${count(files.length)} pictures`;
}
