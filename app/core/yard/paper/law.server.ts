import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { readNow } from '#core/platform/read-now.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { dayIn } from '#core/values/zoned-time.ts';
import {
  defaultLaw,
  isLawRuleName,
  type Law,
  lawRule,
  type LawRuleName,
  lawRuleNames,
  MAX_RULE_VALUE,
  MAX_SOURCE,
} from './law.ts';

/** Reads the rules in force, and the day in the shop's time zone. */
export async function readLaw(database: Kysely<DB>): Promise<{ law: Law; today: string }> {
  const changed = await database.selectFrom('yard_rules').select(['name', 'value']).execute();
  const { timeZone } = (await readSettings(database)).business;
  return {
    law: { ...defaultLaw, ...Object.fromEntries(changed.map(({ name, value }) => [name, value])) },
    today: dayIn(timeZone, await readNow(database)),
  };
}

export interface RuleInForce {
  name: LawRuleName;
  value: number;
  source: string;
  /** Null if the shop's own value applies. */
  changed: { at: string; by: string | null } | null;
}

/** Lists all rules for the owner. */
export async function listRules(transaction: Transaction<DB>): Promise<RuleInForce[]> {
  const rows = await transaction
    .selectFrom('yard_rules as rule')
    .leftJoin('profiles', 'profiles.user_id', 'rule.user_id')
    .select(['name', 'value', 'source', 'changed_at'])
    .select(sql<string | null>`coalesce(nullif(profiles.display_name, ''), user_name)`.as('by'))
    .execute();
  const changed = new Map(rows.map((row) => [row.name, row]));
  return lawRuleNames.map((name) => {
    const row = changed.get(name);
    const { value, source } = row ?? lawRule(name);
    return { name, value, source, changed: row ? { at: row.changed_at.toISOString(), by: row.by } : null };
  });
}

/** Changes the value and the source of a rule. @throws {Refused} */
export async function changeRule(
  transaction: Transaction<DB>,
  form: Readonly<Record<string, unknown>>,
): Promise<ActionResult> {
  const name = readName(form);
  const { label, unit } = lawRule(name);
  const typed = String(form['value'] ?? '').trim();
  const source = String(form['source'] ?? '')
    .trim()
    .toWellFormed();
  const errors: Record<string, string> = {};
  if (!/^\d{1,3}$/.test(typed) || Number(typed) > MAX_RULE_VALUE[unit])
    errors['value'] =
      unit === 'flag' ? 'Please choose Yes or No' : `A whole number from 0 to ${MAX_RULE_VALUE[unit]}`;
  if (source === '') errors['source'] = 'Please enter where this is written';
  else if (source.length > MAX_SOURCE || /\p{Cc}/u.test(source))
    errors['source'] = `One line of at most ${MAX_SOURCE} characters`;
  if (Object.keys(errors).length > 0) return { done: false, errors };
  const value = Number(typed);
  const before = await transaction
    .selectFrom('yard_rules')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  await transaction
    .insertInto('yard_rules')
    .values({ name, value, source })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value,
        source,
        changed_at: sql<Date>`now()`,
        user_id: sql<string>`auth.uid()`,
      }),
    )
    .execute();
  await log(transaction, 'change_yard_rule', {
    rule: label,
    before: before?.value ?? lawRule(name).value,
    after: value,
    source,
  });
  return { done: true, message: 'Rule saved' };
}

/** Makes a rule as the shop knows it again. @throws {Refused} */
export async function resetRule(
  transaction: Transaction<DB>,
  form: Readonly<Record<string, unknown>>,
): Promise<ActionResult> {
  const name = readName(form);
  const removed = await transaction
    .deleteFrom('yard_rules')
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirst();
  if (!removed) throw new Refused('it is as it was already');
  const { label, value } = lawRule(name);
  await log(transaction, 'change_yard_rule', { rule: label, before: removed.value, after: value });
  return { done: true, message: 'Rule reset' };
}

function readName({ rule }: Readonly<Record<string, unknown>>): LawRuleName {
  if (!isLawRuleName(rule)) throw new Refused('please choose a rule from the list');
  return rule;
}

function log(transaction: Transaction<DB>, action: string, details: Record<string, unknown>): Promise<void> {
  return logAdminAction(transaction, action, { resourceType: 'yard_rules', ...details });
}
