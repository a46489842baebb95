import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { readMakes } from '../files/read-shop-facts.server.ts';
import type { ImportFindings } from './findings.ts';
import { isReferenceKind, MAX_CODE, readVehicleName, type ReferenceKind } from './references.ts';

const MAX_NAME = 300;

/** Ids that a form shows. Others follow when these have names. */
const SHOWN = 50;

export interface UnnamedReference {
  /** Example: 'Make 59'. */
  key: string;
  kind: ReferenceKind;
  code: string;
  /** Lines of the file that have it. */
  lines: number;
}

/** Lists the ids without a name that most lines of a checked file have. */
export function listUnnamed({ unnamed = {} }: ImportFindings): { rows: UnnamedReference[]; total: number } {
  const all = Object.entries(unnamed).flatMap(([key, lines]) => {
    const [kind = '', code = ''] = key.split(' ');
    return isReferenceKind(kind) ? [{ key, kind, code, lines }] : [];
  });
  return { rows: all.toSorted((one, other) => other.lines - one.lines).slice(0, SHOWN), total: all.length };
}

/**
 * Saves the names that a form gives to ids, in fields such as 'name-Make 59'. Empty ones stay without a name.
 * @throws {Refused} if no field has a name.
 */
export async function nameReferencesByHand(
  transaction: Transaction<DB>,
  form: Readonly<Record<string, unknown>>,
): Promise<ActionResult> {
  const makes = await readMakes(transaction);
  const errors: Record<string, string> = {};
  const names: { kind: string; code: string; name: string }[] = [];
  for (const [field, sent] of Object.entries(form)) {
    const [, kind = '', code = ''] = /^name-([A-Za-z]+) ([\w.-]+)$/.exec(field) ?? [];
    if (!isReferenceKind(kind) || code.length > MAX_CODE || typeof sent !== 'string') continue;
    const typed = sent.replaceAll(/\s+/g, ' ').trim().toWellFormed();
    if (typed === '') continue;
    const name = kind === 'BaseVehicle' ? readVehicleName(typed, makes) : typed;
    if (name === undefined) errors[field] = 'Enter year, make and model, such as 2008 Honda Civic';
    else if (name.length > MAX_NAME) errors[field] = `At most ${MAX_NAME} characters`;
    else if (/[\0{}]/.test(name)) errors[field] = 'This contains an invalid character';
    else names.push({ kind, code, name });
  }
  if (Object.keys(errors).length > 0) return { done: false, errors };
  if (names.length === 0) throw new Refused('please enter at least one name');
  await sql`
    insert into standard_names (kind, code, name)
    select kind, code, name from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as named (kind text, code text, name text)
    on conflict on constraint standard_names_key do update set name = excluded.name`.execute(transaction);
  return { done: true };
}

/** Removes a name that the owner gave. */
export async function removeOwnName(
  transaction: Transaction<DB>,
  { kind, code }: { kind: string; code: string },
): Promise<ActionResult> {
  await transaction
    .deleteFrom('standard_names')
    .where('kind', '=', kind)
    .where('code', '=', code)
    .where('delivery_id', 'is', null)
    .execute();
  return { done: true };
}
