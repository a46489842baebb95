import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { isPartId } from '#core/catalog/part.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import type { DB } from '#db/types.ts';
import { pieceField } from './pieces.ts';

const problems = {
  car: 'an assembly includes parts of its own car only',
  nested: "a part of an assembly can't be an assembly itself",
  stock:
    'the assembly and each new part of it must be in stock once, and not held. Reload the page to see what has changed',
} as const;

/**
 * Says which parts of its car an assembly consists of. The form has what each box was and what it is, so that the changes of two
 * people both count. @throws {Refused}
 */
export async function changePieces(
  transaction: Transaction<DB>,
  form: Readonly<Partial<Record<string, string>>>,
): Promise<ActionResult> {
  const { part = '' } = form;
  const was = form['was']?.split(' ').filter(isPartId) ?? [];
  const chosen = Object.keys(form).flatMap((name) => {
    const id = name.startsWith(pieceField('')) ? name.slice(pieceField('').length) : '';
    return isPartId(id) ? [id] : [];
  });
  if (!isPartId(part)) throw new Refused('this part does not exist');
  const added = chosen.filter((id) => !was.includes(id));
  const removed = was.filter((id) => !chosen.includes(id));
  const { rows } = await sql<{ problem: keyof typeof problems | null }>`
    select change_pieces(${part}::uuid, ${added}::uuid[], ${removed}::uuid[]) as problem`.execute(
    transaction,
  );
  const problem = rows[0]?.problem;
  if (problem) throw new Refused(problems[problem]);
  await logAdminAction(transaction, 'change_part_pieces', { resourceId: part, added, removed });
  return { done: true, message: 'Included parts saved' };
}
