import type { Transaction } from 'kysely';
import { Refused } from '#core/values/refused.ts';
import type { DB } from '#db/types.ts';

const whyNot = {
  on_car: 'is still on its car. Pull it first',
  pulled: 'is pulled, but not inspected yet',
} as const;

/** Checks that parts are off their cars and inspected, before they are packed. @throws {Refused} */
export async function requireOffTheCar(
  transaction: Transaction<DB>,
  lines: readonly { partId: string | null; name: string }[],
): Promise<void> {
  const ids = lines.map(({ partId }) => partId).filter((id) => id !== null);
  if (ids.length === 0) return;
  const waiting = await transaction
    .selectFrom('part_private_facts')
    .select(['part_id', 'yard_state'])
    .where('part_id', 'in', ids)
    .where('yard_state', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return;
  const name = lines.find(({ partId }) => partId === waiting.part_id)?.name ?? 'A part';
  throw new Refused(`${name} ${whyNot[waiting.yard_state as keyof typeof whyNot]}`);
}
