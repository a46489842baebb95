import type { ClientBase } from 'pg';

/** How often a job is tried that says nothing else, as graphile-worker documents it. */
export const MAX_ATTEMPTS = 25;

/**
 * Makes jobs due now, unless a worker has them. `which` is a condition over graphile_worker.jobs, with `values` for its
 * $1 and so on; `attempts` is how often they count as tried.
 */
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

/** Removes all jobs that no worker has. */
export async function removeJobs(owner: Pick<ClientBase, 'query'>, which = 'true'): Promise<void> {
  await owner.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where ${which}))`,
  );
}
