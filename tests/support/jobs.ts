import type { ClientBase } from 'pg';

/** This is graphile-worker's default. */
export const MAX_ATTEMPTS = 25;

/** Makes jobs due, except running ones. `which` is a condition over graphile_worker.jobs, with `values` for $1, $2. */
export async function makeJobsDue(
  owner: Pick<ClientBase, 'query'>,
  which = 'true',
  values: unknown[] = [],
  attempts: number | null = null,
): Promise<void> {
  await owner.query(
    `select graphile_worker.reschedule_jobs(
       array(select id from graphile_worker.jobs where ${which}), run_at => now(), attempts => $${values.length + 1}::int)`,
    [...values, attempts],
  );
}

/** Removes all jobs that do not run. */
export async function removeJobs(owner: Pick<ClientBase, 'query'>, which = 'true'): Promise<void> {
  await owner.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where ${which}))`,
  );
}
