import type pg from 'pg';
import { readRolePrefix } from '#server/database/role-names.ts';

/** Returns one line per object, so that schemas can be compared. Omits function comments, audit months, and the role prefix. */
export async function describeSchema(owner: pg.Client): Promise<string[]> {
  await owner.query('begin');
  try {
    // An empty search path makes PostgreSQL write each name with its schema.
    await owner.query(`set local search_path = ''`);
    const { rows } = await owner.query<{ line: string }>(
      `select line from (${OBJECTS.join('\nunion all\n')}) as objects (line)`,
    );
    const prefix = await readRolePrefix(owner);
    const lines = rows.map(({ line }) => line.replaceAll(`${prefix}__`, '').replaceAll(prefix, 'PREFIX'));
    return [...new Set(lines.map((line) => withoutMonths(withoutComments(line))))].toSorted();
  } finally {
    await owner.query('rollback');
  }
}

function withoutComments(line: string): string {
  return line.replaceAll(/^ *--.*\n/gm, '').replaceAll(/\n{2,}/g, '\n');
}

function withoutMonths(line: string): string {
  if (!/\b(?:logs|links)_\d{4}_\d\d/.test(line)) return line;
  return line
    .replaceAll(/\b(logs|links)_\d{4}_\d\d/g, '$1_YYYY_MM')
    .replace(/FOR VALUES FROM \(.*?\) TO \(.*?\)/, 'FOR VALUES FROM … TO …')
    .replace(/FOR VALUES IN \('?\d+'?\)/, 'FOR VALUES IN (…)');
}

/** Objects with lower ids came with PostgreSQL. */
const FIRST_OWN_ID = 16_384;

const namespaces = `(select oid, nspname from pg_catalog.pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema')`;
const grants = (acl: string) => `(select string_agg(item::text, ', ' order by item::text)
  from unnest(${acl}) as item)`;
/** Excludes objects of extensions. */
const own = (oid: string) =>
  `not exists (select from pg_catalog.pg_depend where objid = ${oid} and deptype = 'e')`;

const OBJECTS = [
  `select format('schema %s: owner %s, grants %s', nspname, nspowner::pg_catalog.regrole, ${grants('nspacl')})
  from pg_catalog.pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,

  `select format('default grants of %s in %s on %s: %s', defaclrole::pg_catalog.regrole, defaclnamespace, defaclobjtype,
    ${grants('defaclacl')})
  from pg_catalog.pg_default_acl`,

  `select format('extension %s %s in %s', extname, extversion, extnamespace::pg_catalog.regnamespace)
  from pg_catalog.pg_extension`,

  `select format('relation %s: %s %s %s, owner %s, row security %s %s, options %s, grants %s, partition %s %s',
    c.oid::pg_catalog.regclass, relkind, relpersistence, relreplident, relowner::pg_catalog.regrole, relrowsecurity,
    relforcerowsecurity, reloptions, ${grants('relacl')}, pg_catalog.pg_get_partkeydef(c.oid),
    pg_catalog.pg_get_expr(relpartbound, c.oid))
  from pg_catalog.pg_class c join ${namespaces} n on n.oid = relnamespace where ${own('c.oid')}`,

  // A dropped column leaves a gap in the numbers, so only the order counts.
  `select format('column %s %s %s: %s, not null %s, default %s, %s %s %s %s %s, statistics %s, grants %s',
    c.oid::pg_catalog.regclass, row_number() over (partition by attrelid order by attnum), attname,
    pg_catalog.format_type(atttypid, atttypmod), attnotnull,
    (select pg_catalog.pg_get_expr(adbin, adrelid) from pg_catalog.pg_attrdef
      where adrelid = attrelid and adnum = attnum),
    attidentity, attgenerated, attstorage, attcompression, (select collname from pg_catalog.pg_collation
      where pg_collation.oid = attcollation), attstattarget, ${grants('attacl')})
  from pg_catalog.pg_attribute join pg_catalog.pg_class c on c.oid = attrelid
  join ${namespaces} n on n.oid = relnamespace
  where attnum > 0 and not attisdropped and ${own('c.oid')}`,

  `select format('constraint %s on %s %s: %s, %s %s', conname, nullif(conrelid, 0)::pg_catalog.regclass,
    nullif(contypid, 0)::pg_catalog.regtype, pg_catalog.pg_get_constraintdef(c.oid), convalidated, conislocal)
  from pg_catalog.pg_constraint c join ${namespaces} n on n.oid = connamespace`,

  `select format('index %s: valid %s, clustered %s', pg_catalog.pg_get_indexdef(indexrelid), indisvalid, indisclustered)
  from pg_catalog.pg_index join pg_catalog.pg_class c on c.oid = indrelid
  join ${namespaces} n on n.oid = relnamespace`,

  `select format('function %s: owner %s, grants %s, %s', p.oid::pg_catalog.regprocedure,
    proowner::pg_catalog.regrole, ${grants('proacl')},
    pg_catalog.pg_get_functiondef(p.oid))
  from pg_catalog.pg_proc p join ${namespaces} n on n.oid = pronamespace where prokind <> 'a' and ${own('p.oid')}`,

  `select format('trigger: %s, enabled %s', pg_catalog.pg_get_triggerdef(t.oid), tgenabled)
  from pg_catalog.pg_trigger t where not tgisinternal`,

  `select format('policy: %s', to_jsonb(p)) from pg_catalog.pg_policies p`,

  `select format('comment on %s %s: %s', named.type, named.identity, description)
  from pg_catalog.pg_description, pg_catalog.pg_identify_object(classoid, objoid, objsubid) as named
  where objoid >= ${FIRST_OWN_ID} and ${own('objoid')}`,

  `select format('rule: %s', to_jsonb(r)) from pg_catalog.pg_rules r where schemaname !~ '^pg_|^information_schema$'`,

  `select format('view %s: %s', c.oid::pg_catalog.regclass, pg_catalog.pg_get_viewdef(c.oid))
  from pg_catalog.pg_class c join ${namespaces} n on n.oid = relnamespace where relkind in ('v', 'm')`,

  `select format('type %s: %s, owner %s, base %s, default %s, grants %s, labels %s', t.oid::pg_catalog.regtype,
    typtype, typowner::pg_catalog.regrole, nullif(typbasetype, 0)::pg_catalog.regtype, typdefault, ${grants('typacl')},
    array(select enumlabel from pg_catalog.pg_enum where enumtypid = t.oid order by enumsortorder))
  from pg_catalog.pg_type t join ${namespaces} n on n.oid = typnamespace where ${own('t.oid')}`,

  `select format('sequence %s: %s from %s by %s, %s to %s, cache %s, cycle %s, owned by %s', seqrelid::pg_catalog.regclass,
    seqtypid::pg_catalog.regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
    (select format('%s %s', refobjid::pg_catalog.regclass, attname) from pg_catalog.pg_depend
      join pg_catalog.pg_attribute on attrelid = refobjid and attnum = refobjsubid
      where objid = seqrelid and deptype in ('a', 'i')))
  from pg_catalog.pg_sequence`,

  `select format('statistics: %s', pg_catalog.pg_get_statisticsobjdef(oid)) from pg_catalog.pg_statistic_ext`,
  `select format('event trigger: %s', evtname) from pg_catalog.pg_event_trigger`,
  `select format('publication: %s', pubname) from pg_catalog.pg_publication`,
];

/** Reads the rows of each table, except the list of migrations. */
export async function readContents(owner: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'auth', 'audit') and tablename <> 'migrations' order by 1`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select coalesce(string_agg(each::text, E'\\n' order by each::text), '') as content from ${name} as each`,
    );
    contents[name] = rows[0].content;
  }
  return contents;
}
