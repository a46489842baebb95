import type pg from 'pg';

/** Runs `work` once per database, in one transaction with a record of it. */
export async function runOnce(owner: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  await owner.query('begin');
  try {
    const inserted = await owner.query(
      'insert into public.installation_steps (name) values ($1) on conflict do nothing',
      [name],
    );
    if (inserted.rowCount === 1) await work();
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
}
