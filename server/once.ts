import type pg from 'pg';

/** Runs `work` once in the life of the database, in one transaction with the note that it is done. */
export async function once(owner: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  await owner.query('begin');
  try {
    const noted = await owner.query(
      'insert into public.installation_steps (name) values ($1) on conflict do nothing',
      [name],
    );
    if (noted.rowCount === 1) await work();
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
}
