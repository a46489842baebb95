import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PublicKey } from '#core/agents/public-key.ts';
import type { Database } from '#core/platform/database.server.ts';

/** Platforms may keep the profile for a minute, and some keep it longer than they should. */
const PUBLISHED_BEFORE = '10 minutes';
const PUBLISHED_AFTER = '7 days';

/** Other processes learn of a rotation within this time, long before the new key signs. */
const REMEMBER_MS = 30_000;

const asShop = { role: 'service_role' } as const;

interface Keys {
  database: Database;
  seal: (text: string, owner: string) => string;
  open: (sealed: string, owner: string) => string | undefined;
}

interface ReadKeys {
  published: PublicKey[];
  signing: { id: string; key: KeyObject };
}

/** Keeps the keys that sign for the shop (https://ucp.dev/2026-04-08/specification/signatures#key-rotation). */
export function createKeys({ database, seal, open }: Keys) {
  let remembered: { keys: Promise<ReadKeys>; until: number } | undefined;

  async function find(transaction: Transaction<DB>): Promise<ReadKeys | undefined> {
    const rows = await transaction
      .selectFrom('agent_keys')
      .select(['id', 'public_key', 'sealed_key'])
      .select(sql<boolean>`signs_from <= now()`.as('signs'))
      .where((where) =>
        where.or([where('published_until', 'is', null), where('published_until', '>', sql<Date>`now()`)]),
      )
      .orderBy('signs_from', 'desc')
      .execute();
    const newest = rows.find(({ signs }) => signs);
    // A key that was sealed with another AUTH_SECRET is lost.
    const opened = newest && open(newest.sealed_key, newest.id);
    if (!newest || opened === undefined) return undefined;
    return {
      published: rows.map(({ public_key: key }) => key as unknown as PublicKey),
      signing: { id: newest.id, key: createPrivateKey(opened) },
    };
  }

  /** @param waits True if the key signs after it was published for a while. */
  async function add(transaction: Transaction<DB>, waits: boolean): Promise<void> {
    const id = randomUUID();
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const jwk: PublicKey = { kid: id, kty: 'EC', crv: 'P-256', x, y, use: 'sig', alg: 'ES256' };
    const signsFrom = sql<Date>`now() + ${waits ? PUBLISHED_BEFORE : '0'}::interval`;
    await transaction
      .updateTable('agent_keys')
      .set({ published_until: sql<Date>`${signsFrom} + ${PUBLISHED_AFTER}::interval` })
      .where('published_until', 'is', null)
      .execute();
    await transaction
      .insertInto('agent_keys')
      .values({
        id,
        public_key: JSON.stringify(jwk),
        sealed_key: seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), id),
        signs_from: signsFrom,
      })
      .execute();
  }

  async function findOrAdd(): Promise<ReadKeys> {
    const found = await database.as(asShop, find);
    if (found) return found;
    return database.as(asShop, async (transaction) => {
      await lock(transaction);
      const added = await find(transaction);
      if (added) return added;
      await add(transaction, false);
      const keys = await find(transaction);
      if (!keys) throw new Error('A new key was not found');
      return keys;
    });
  }

  function read(): Promise<ReadKeys> {
    if (remembered && remembered.until > performance.now()) return remembered.keys;
    const keys = findOrAdd();
    remembered = { keys, until: performance.now() + REMEMBER_MS };
    keys.catch(() => (remembered = undefined));
    return keys;
  }

  return {
    read,
    async rotate({ isCompromised = false } = {}): Promise<void> {
      await database.as(asShop, async (transaction) => {
        await lock(transaction);
        if (isCompromised) await transaction.deleteFrom('agent_keys').execute();
        // Without a key that signs meanwhile, it signs at once.
        await add(transaction, (await find(transaction)) !== undefined);
      });
      remembered = undefined;
    },
  };
}

/** Two processes must not add a first key each. */
async function lock(transaction: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('agent keys', 0))`.execute(transaction);
}
