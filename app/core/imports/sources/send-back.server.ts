import type { Downloads } from '#core/platform/downloads.server.ts';
import { exportBack } from './export-back.server.ts';
import { secretOwner } from './import-source.ts';
import type { RunStep } from './read-run.server.ts';

/** Puts the file of the shop's changes where the other system expects it, if an admin has said where. Throws a DownloadError. */
export async function sendBack(
  { database, run, admin }: RunStep,
  { downloads, signal }: { downloads: Downloads; signal: AbortSignal },
): Promise<void> {
  if (run.backPath === null) return;
  const owner = secretOwner({ ...run, id: run.sourceId });
  const lines = exportBack((work) => database.as(admin, work), run.sourceId);
  await downloads.send({ ...run, owner }, { path: run.backPath, content: encode(lines) }, signal);
}

async function* encode(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
