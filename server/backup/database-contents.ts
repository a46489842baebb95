import pg from 'pg';
import type { BackedUpTable, Manifest } from './manifest.ts';

type Owner = Pick<pg.Client, 'query'>;

const SCHEMAS = ['public', 'auth', 'audit', 'graphile_worker'];

/** Begins a transaction for long statements, in which the text of each row is the same in all sessions. */
export async function beginLong(owner: Owner, mode = ''): Promise<void> {
  await owner.query(`begin ${mode}`);
  await owner.query(
    `set local time zone 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
     set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
     set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  );
}

/** Leaves out tables that extensions bring. */
const IN_SHOP = `space.nspname = any ($1) and not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')`;

/** Reads the tables that have rows of their own: partitions, but not the tables that they divide. */
export async function readTables(owner: Owner): Promise<Pick<BackedUpTable, 'name' | 'columns'>[]> {
  const { rows } = await owner.query<Pick<BackedUpTable, 'name' | 'columns'>>(
    `select format('%I.%I', space.nspname, class.relname) as name, array(
       select attname::text from pg_attribute
       where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
     ) as columns
     from pg_class as class join pg_namespace as space on space.oid = class.relnamespace
     where class.relkind = 'r' and class.relpersistence = 'p' and ${IN_SHOP}
     order by 1`,
    [SCHEMAS],
  );
  return rows;
}

/** Reads the checks that hold for new and changed rows only, because some earlier rows break them. */
export async function readUncheckedConstraints(owner: Owner): Promise<Manifest['unchecked']> {
  const { rows } = await owner.query<Manifest['unchecked'][number]>(
    `select format('%I.%I', space.nspname, class.relname) as table, conname as name
     from pg_constraint join pg_class as class on class.oid = conrelid
     join pg_namespace as space on space.oid = class.relnamespace
     where contype = 'c' and not convalidated and ${IN_SHOP} order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

export async function readPartitions(owner: Owner): Promise<Manifest['partitions']> {
  const { rows } = await owner.query<Manifest['partitions'][number]>(
    `with recursive tree as (
       select class.oid, 0 as level
       from pg_class as class join pg_namespace as space on space.oid = class.relnamespace
       where class.relkind = 'p' and not class.relispartition and ${IN_SHOP}
       union all
       select inherits.inhrelid, tree.level + 1
       from tree join pg_inherits as inherits on inherits.inhparent = tree.oid
     )
     select format('%I.%I', space.nspname, class.relname) as name, inherits.inhparent::regclass::text as parent,
       pg_get_expr(class.relpartbound, class.oid) as bound,
       case when class.relkind = 'p' then pg_get_partkeydef(class.oid) end as key,
       coalesce((
         select json_agg(json_build_object('name', conname, 'definition', pg_get_constraintdef(own.oid)) order by conname)
         from pg_constraint as own where conrelid = class.oid and conislocal and conparentid = 0 and contype in ('p', 'u', 'c')
       ), '[]') as constraints
     from tree
     join pg_class as class on class.oid = tree.oid
     join pg_namespace as space on space.oid = class.relnamespace
     join pg_inherits as inherits on inherits.inhrelid = class.oid
     order by tree.level, 1`,
    [SCHEMAS],
  );
  return rows;
}

export async function readSequences(owner: Owner): Promise<Manifest['sequences']> {
  const { rows: names } = await owner.query<{ name: string }>(
    `select format('%I.%I', space.nspname, class.relname) as name
     from pg_class as class join pg_namespace as space on space.oid = class.relnamespace
     where class.relkind = 'S' and ${IN_SHOP} order by 1`,
    [SCHEMAS],
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of names) {
    const { rows } = await owner.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    const [row] = rows;
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

export async function sumUpTable(
  owner: Owner,
  { name, columns }: Pick<BackedUpTable, 'name' | 'columns'>,
): Promise<Pick<BackedUpTable, 'rows' | 'checksum'>> {
  const { rows } = await owner.query<{ rows: string; checksum: string }>(
    `select count(*) as rows,
       coalesce(sum(('x' || left(md5(row(${listColumns(columns)})::text), 16))::bit(64)::bigint), 0)::text as checksum
     from only ${name}`,
  );
  const [sums = { rows: '0', checksum: '0' }] = rows;
  return { rows: Number(sums.rows), checksum: sums.checksum };
}

export function listColumns(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}
