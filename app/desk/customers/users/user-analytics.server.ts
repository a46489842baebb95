import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { cursorTime, isBeyond, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, readStart } from '#core/platform/list-page.server.ts';
import type { PagePlace } from '#core/values/list-address.ts';

const PAGE_SIZE = 25;
const WEEKS = 12;

const isFilled = (column: string) => sql<boolean>`btrim(coalesce(${sql.ref(column)}, '')) <> ''`;
const hasLocation = sql<boolean>`${isFilled('city')} and ${isFilled('state')}`;
const isComplete = sql<boolean>`${isFilled('display_name')} and ${isFilled('phone')} and ${hasLocation}`;

export async function userAnalytics(
  transaction: Transaction<DB>,
  { timeZone, ...place }: PagePlace & { timeZone: string },
) {
  const { rows: counted } = await sql<Record<Figure, string>>`
    select count(*) as total,
      count(*) filter (where ${isComplete}) as complete,
      count(*) filter (where ${isFilled('phone')}) as "withPhone",
      count(*) filter (where ${hasLocation}) as "withLocation",
      count(*) filter (where created_at >= now() - interval '30 days') as recent
    from profiles`.execute(transaction);
  const figures = Object.fromEntries(
    Object.entries(counted[0] ?? {}).map(([name, value]) => [name, Number(value)]),
  ) as Record<Figure, number>;

  const { rows: weeks } = await sql<{ week: string; signups: number }>`
    select to_char(weeks.week, 'YYYY-MM-DD') as week, count(profiles.id)::integer as signups
    from generate_series(
      date_trunc('week', now() at time zone ${timeZone}) - make_interval(weeks => ${WEEKS - 1}),
      date_trunc('week', now() at time zone ${timeZone}), interval '1 week'
    ) as weeks (week)
    left join profiles on profiles.created_at >= weeks.week at time zone ${timeZone}
      and profiles.created_at < (weeks.week + interval '1 week') at time zone ${timeZone}
    group by weeks.week order by weeks.week`.execute(transaction);

  return { figures, weeks, list: await listUsers(transaction, place) };
}

/** Lists one page, newest first. */
async function listUsers(transaction: Transaction<DB>, place: PagePlace) {
  const start = readStart(place, ...timePlace);
  const direction = start.backwards ? 'asc' : 'desc';
  // Avatars can be large.
  const found = await transaction
    .selectFrom('profiles')
    .select([
      'id',
      'user_id',
      'display_name',
      'phone',
      'city',
      'state',
      'created_at',
      sql<boolean>`avatar_url is not null`.as('has_avatar'),
      isComplete.as('complete'),
      cursorTime('created_at').as('cursor_time'),
    ])
    .where(isBeyond(start.place, direction, ['created_at', 'id']))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(PAGE_SIZE + 1)
    .execute();
  return cutPage(found, start, PAGE_SIZE, (row) => [row.cursor_time, row.id]);
}

type Figure = 'total' | 'complete' | 'withPhone' | 'withLocation' | 'recent';

export type UserAnalytics = Awaited<ReturnType<typeof userAnalytics>>;

/** Replaces a failed query, which is only logged (Spec §8). */
export const noAnalytics: UserAnalytics = {
  figures: { total: 0, complete: 0, withPhone: 0, withLocation: 0, recent: 0 },
  weeks: [],
  list: { rows: [], previous: null, next: null },
};

const AVATAR = /^data:(image\/(?:jpeg|png|webp|gif|avif));base64,([A-Za-z\d+/=]+)$/;

/** Returns undefined if the picture has no safe image type. */
export async function readAvatar(transaction: Transaction<DB>, userId: string) {
  const profile = await transaction
    .selectFrom('profiles')
    .select('avatar_url')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const [, type, content] = AVATAR.exec(profile?.avatar_url ?? '') ?? [];
  return type && content ? { type, content: Buffer.from(content, 'base64') } : undefined;
}
