import { sql } from 'kysely';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import { DownloadError, type Downloads } from '#core/platform/downloads.server.ts';
import { applyRun, checkRun } from './check-run.server.ts';
import { endRun, failRun } from './end-run.server.tsx';
import { fetchFile } from './fetch-file.server.ts';
import { hideLeft, markLeft } from './hide-parts.server.ts';
import { type Advanced, readRun, type RunStep } from './read-run.server.ts';
import { recordStep } from './record-parts.server.ts';
import { sendBack } from './send-back.server.ts';
import { undoHiding } from './undo-hiding.server.ts';

interface AdvanceImportRun {
  database: Database;
  downloads: Downloads;
  siteUrl: string;
  runId: string;
  /** Aborts when the process stops. */
  signal: AbortSignal;
  isLastAttempt: boolean;
}

/**
 * Takes a run of a scheduled import as far as it goes: fetches the file, starts the steps of its import, notes which parts it
 * has, and hides those that left it. The stored state decides the next step, so the process can be killed anywhere.
 */
export async function advanceImportRun(job: AdvanceImportRun): Promise<void> {
  const { database, siteUrl, runId, signal, isLastAttempt } = job;
  try {
    while ((await advance(job)) === 'again') signal.throwIfAborted();
  } catch (error) {
    if (isLastAttempt && !signal.aborted)
      await failRun({ database, siteUrl, runId }, { error: 'An error stopped it.' });
    throw error;
  }
}

async function advance({ database, downloads, siteUrl, runId, signal }: AdvanceImportRun): Promise<Advanced> {
  const run = await database.as({ role: 'service_role' }, (transaction) => readRun(transaction, runId));
  if (!run) return 'wait';
  const { importId, importState, importError, state } = run;
  const fail = (error: string) => failRun({ database, siteUrl, runId }, { error });
  const admin: UserIdentity = { role: 'authenticated', userId: run.userId ?? '' };
  if (run.userId === null || !(await isAdmin(database, admin))) {
    return run.endedAt === null
      ? fail('The person who set it up is no longer an admin. Another admin must resume it')
      : 'wait';
  }
  const step: RunStep = { database, run, admin };
  if (run.endedAt !== null) {
    return importState === 'undone' && state === 'done' ? undoHiding(step) : 'wait';
  }
  if (state === 'started') return fetchFile(step, { downloads, siteUrl, signal });
  if (importId === null) return fail('The file was discarded');
  switch (importState) {
    case 'uploading':
      return fetchFile(step, { downloads, siteUrl, signal });
    case 'mapping':
      return checkRun(step, siteUrl);
    case 'checked':
      return applyRun(step, siteUrl);
    case 'failed':
    case 'undone':
      return fail(importError ?? 'The import was undone');
    case 'ended':
      if (importError !== null) return fail(importError);
      if (run.recorded < (run.lines ?? 0)) return recordStep(step);
      // An admin who applies a file that waits has not confirmed that parts are hidden.
      if (run.kind === 'full' && (state === 'importing' || state === 'confirmed')) return markLeft(step);
      if (state === 'hiding') await hideLeft(step);
      try {
        await sendBack(step, { downloads, signal });
      } catch (error) {
        if (error instanceof DownloadError) return fail(`The file was imported. ${error.message}`);
        throw error;
      }
      return endRun({ database, siteUrl, runId }, 'done');
    default:
      return 'wait';
  }
}

async function isAdmin(database: Database, admin: UserIdentity): Promise<boolean> {
  return database.as(admin, async (transaction) => {
    const { rows } = await sql<{ ok: boolean | null }>`select is_admin() as ok`.execute(transaction);
    return rows[0]?.ok === true;
  });
}
