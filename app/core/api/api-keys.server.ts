import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import {
  API_KEY_PREFIX,
  type ApiKey,
  apiScopeNames,
  type ApiScope,
  MAX_API_KEY_NAME,
  MAX_API_KEYS,
} from './api-key.ts';
import { createLinkToken, hashToken } from '#core/platform/link-token.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';

export const apiKeyRefusals = { api_keys_name_key: 'another key has this name' };

interface UsedKey {
  id: string;
  name: string;
  scopes: ApiScope[];
}

/** Finds the key of the transaction, and notes that it was used. Returns undefined if it is unknown or revoked. */
export async function findApiKey(transaction: Transaction<DB>): Promise<UsedKey | undefined> {
  const { rows } = await sql<UsedKey>`select id, name, scopes from use_api_key()`.execute(transaction);
  return rows[0];
}

const MAX_REVOKED = 20;

/** Lists the keys in use, newest first, then those revoked last. */
export async function listApiKeys(transaction: Transaction<DB>): Promise<ApiKey[]> {
  const keys = await transaction
    .selectFrom('api_keys')
    .leftJoin('profiles', 'profiles.user_id', 'api_keys.created_by')
    .select(['api_keys.id', 'name', 'scopes', 'profiles.display_name as created_by'])
    .select(['api_keys.created_at', 'last_used_at', 'revoked_at'])
    .orderBy('revoked_at', (order) => order.desc().nullsFirst())
    .orderBy('api_keys.created_at', 'desc')
    .limit(MAX_API_KEYS + MAX_REVOKED)
    .execute();
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    scopes: key.scopes as ApiScope[],
    createdBy: key.created_by,
    createdAt: key.created_at.toISOString(),
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
    revokedAt: key.revoked_at?.toISOString() ?? null,
  }));
}

interface CreatedKey extends ActionResult {
  /** No other answer has it. */
  secret?: string;
}

/** Creates a key as the signed-in admin. */
export async function createApiKey(transaction: Transaction<DB>, form: FormData): Promise<CreatedKey> {
  const sent = form.get('name');
  const name = (typeof sent === 'string' ? sent : '').replaceAll(/\s+/g, ' ').trim();
  const scopes = apiScopeNames.filter((scope) => form.getAll('scopes').includes(scope));
  const errors = {
    ...(name === '' && { name: 'Please name the program that uses it' }),
    ...(name.length > MAX_API_KEY_NAME && { name: `At most ${MAX_API_KEY_NAME} characters` }),
    ...(/\p{Cc}/u.test(name) && { name: 'Use plain text' }),
    ...(scopes.length === 0 && { scopes: 'Please choose what it may do' }),
  };
  if (Object.keys(errors).length > 0) return { done: false, errors };
  const { active } = await transaction
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<string>().as('active'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(active) >= MAX_API_KEYS) throw new Refused(`there are ${MAX_API_KEYS} keys. Revoke one first`);
  const key = API_KEY_PREFIX + createLinkToken();
  const { id } = await transaction
    .insertInto('api_keys')
    .values({ name: name.toWellFormed(), token_hash: hashToken(key), scopes })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logAdminAction(transaction, 'create_api_key', {
    resourceType: 'api_keys',
    resourceId: id,
    name,
    scopes,
  });
  return { done: true, secret: key };
}

/** Ends a key at once. Does nothing if it is already revoked. */
export async function revokeApiKey(transaction: Transaction<DB>, id: string): Promise<ActionResult> {
  const revoked = await transaction
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (revoked) {
    await logAdminAction(transaction, 'revoke_api_key', {
      resourceType: 'api_keys',
      resourceId: id,
      name: revoked.name,
    });
  }
  return { done: true, message: 'Key revoked' };
}
