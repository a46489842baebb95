import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { isReferenceKind, referenceKinds } from '#core/imports/standards/references.ts';

/** The screen lists at most this many names, and says if there are more. */
const MAX_OWN_NAMES = 200;

/** Lists deliveries, newest first, and the names that the owner gave. Names of deliveries are licensed, so only their kinds are listed. */
export async function listDatabases(transaction: Transaction<DB>) {
  const found = await transaction
    .selectFrom('standard_deliveries')
    .select(['id', 'file_name as fileName', 'names', 'kinds', 'error', 'user_name as by', 'created_at'])
    .select(sql<'reading' | 'ready' | 'failed'>`state`.as('state'))
    .where('state', '<>', 'uploading')
    .orderBy('created_at', 'desc')
    .execute();
  const own = await transaction
    .selectFrom('standard_names')
    .select(['kind', 'code', 'name'])
    .where('delivery_id', 'is', null)
    .orderBy('kind')
    .orderBy('code')
    .limit(MAX_OWN_NAMES + 1)
    .execute();
  const replaced = new Set<string>();
  const deliveries = found.map(({ created_at: time, kinds, ...row }) => {
    const used = kinds.filter((kind) => !replaced.has(kind));
    if (row.state === 'ready') for (const kind of kinds) replaced.add(kind);
    const names = used.filter(isReferenceKind).map((kind) => referenceKinds[kind]);
    return Object.assign(row, { time: time.toISOString(), kinds: names });
  });
  return {
    deliveries,
    ownNames: own
      .slice(0, MAX_OWN_NAMES)
      .flatMap(({ kind, code, name }) =>
        isReferenceKind(kind) ? [{ kind, code, name: name.replaceAll('|', ' ') }] : [],
      ),
    hasMoreNames: own.length > MAX_OWN_NAMES,
  };
}

export type Databases = Awaited<ReturnType<typeof listDatabases>>;
