import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { readRolePrefix, withRolePrefix } from '../database/role-names.ts';

/** graphile-worker enables row-level security but brings no policies: only its owner would see jobs. */
export async function prepareQueue(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  // The current statement fails too and reports the error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool });
    const rights = `
      alter table graphile_worker.migrations enable row level security;
      alter view graphile_worker.jobs set (security_invoker = true);
      grant usage on schema graphile_worker to job_service;
      grant select, insert, update, delete on all tables in schema graphile_worker to job_service;
      grant usage, select on all sequences in schema graphile_worker to job_service;
      grant execute on all functions in schema graphile_worker to job_service;
      do $$
      declare
        name text;
      begin
        for name in
          select tablename from pg_tables where schemaname = 'graphile_worker' and rowsecurity and not exists (
            select from pg_policies where schemaname = 'graphile_worker' and pg_policies.tablename = pg_tables.tablename
          )
        loop
          execute format(
            'create policy "The job service works the queue" on graphile_worker.%I for all to job_service using (true) with check (true)',
            name
          );
        end loop;
      end
      $$`;
    await pool.query(withRolePrefix(rights, await readRolePrefix(pool)));
  } finally {
    await pool.end();
  }
}
