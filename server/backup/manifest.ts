import { z } from 'zod';

const tableSchema = z.object({
  /** The name includes the schema. Example: 'public.orders'. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** The sum of the first 64 bits of the MD5 of each row's text. It does not depend on the order of rows. */
  checksum: z.string(),
});

const partitionSchema = z.object({
  name: z.string(),
  parent: z.string(),
  /** Example: 'FOR VALUES FROM (…) TO (…)'. */
  bound: z.string(),
  /** Example: 'LIST (action)'. Null if the partition has no partitions itself. */
  key: z.string().nullable(),
  constraints: z.array(z.object({ name: z.string(), definition: z.string() })),
});

export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** All applied migrations, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableSchema),
  /** Parents come first. */
  partitions: z.array(partitionSchema),
  /** Constraints that some earlier rows break. Older backups lack this field. */
  unchecked: z.array(z.object({ table: z.string(), name: z.string() })).default([]),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Names of pictures, with the SHA-256 of their content. */
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** The fingerprint of AUTH_SECRET reveals a restore with another secret. */
  secretFingerprint: z.string(),
  /** Present only if the shop made its own secret. */
  secret: z.string().optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackedUpTable = z.infer<typeof tableSchema>;

/** Describes a backup for people. */
export function describeManifest({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const count = (number: number) => number.toLocaleString('en-US');
  return `${count(rows)} rows in ${tables.length} tables, ${count(files.length)} pictures`;
}
