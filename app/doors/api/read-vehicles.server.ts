import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import { isPartId as isId } from '#core/catalog/part.ts';
import { fieldOf, vehicleColumns } from '#core/yard/vehicle-fields.ts';
import { decodePlace, encodePlace, timeOf } from './place.server.ts';
import type { vehicleSchema } from './vehicle-schemas.ts';

type ApiVehicle = z.infer<typeof vehicleSchema>;

interface VehiclesQuery {
  limit: number;
  after?: string | undefined;
  updated_since?: string | undefined;
  stock_number?: string | undefined;
}

/** Lists cars by their last change, the oldest first. `next` is null on the last page. */
export async function listApiVehicles(
  transaction: Transaction<DB>,
  { limit, after, updated_since: since, stock_number: stockNumber }: VehiclesQuery,
): Promise<{ vehicles: ApiVehicle[]; next: string | null }> {
  const place = after === undefined ? undefined : decodePlace(after, isId);
  const conditions = [
    sql`true`,
    ...(place ? [sql`(updated_at, id) > (${timeOf(place)}, ${place.id}::uuid)`] : []),
    ...(since === undefined ? [] : [sql`updated_at >= ${since}::timestamptz`]),
    ...(stockNumber === undefined ? [] : [sql`stock_key = oem_number_key(${stockNumber})`]),
  ];
  const columns = vehicleColumns.map((column) =>
    fieldOf(column).kind === 'date' ? sql`${sql.ref(column)}::text as ${sql.ref(column)}` : sql.ref(column),
  );
  const { rows } = await sql<
    Record<string, unknown> & { id: string; created_at: Date; updated_at: Date; at: string }
  >`
    select id, created_at, updated_at, ${sql.join(columns)}, holds,
      (extract(epoch from updated_at) * 1000000)::bigint::text as at
    from yard_vehicles where ${sql.join(conditions, sql` and `)} order by updated_at, id limit ${limit}`.execute(
    transaction,
  );
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    vehicles: rows.map(
      ({ at: _, created_at: created, updated_at: updated, ...facts }) =>
        Object.assign(facts, {
          created_at: created.toISOString(),
          updated_at: updated.toISOString(),
        }) as unknown as ApiVehicle,
    ),
    next: last ? encodePlace({ microseconds: last.at, id: last.id }) : null,
  };
}
