import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import sharp from 'sharp';
import { readOutcomeText } from '../support/read-outcome.ts';
import { type Play, signInOwner } from './players.ts';
import type { Answer, Visitor } from './visitor.ts';

const PAUSE_MS = 700;
const RETRY_MS = 300;

/** Maximum pictures of one part. */
const MAX_PICTURES = 12;

const LINES = 60;
const TIMEOUT_MS = 90_000;

export interface Uploads {
  /** Picture -> part, for uploads that were answered. */
  pictures: Map<string, string>;
  /** Number of uploads that got no answer or a refusal at first, and were sent again. */
  repeated: number;
  /** Imports by number. */
  imports: { id: string; number: number }[];
  mistakes: string[];
}

export function createUploads(): Uploads {
  return { pictures: new Map(), repeated: 0, imports: [], mistakes: [] };
}

/** Sends until it is done, as the admin panel does. */
async function sendUntilDone(
  uploads: Uploads,
  send: () => Promise<Answer>,
): Promise<Record<string, unknown> | undefined> {
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline;) {
    const { status, text } = await send();
    if (status === 200) return readOutcomeText<Record<string, unknown>>(text);
    if (status >= 400 && status < 500) {
      uploads.mistakes.push(`An upload was refused with ${status}: ${text.slice(0, 200)}`);
      return undefined;
    }
    uploads.repeated += 1;
    await pause(RETRY_MS);
  }
  uploads.mistakes.push('An upload was not accepted in time');
  return undefined;
}

/** Adds pictures to parts. */
export async function uploadPictures(play: Play, uploads: Uploads): Promise<void> {
  const owner = await signInOwner(play);
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer();
  for (let count = 0; !play.signal.aborted; count += 1) {
    const part = play.parts[Math.floor(count / MAX_PICTURES) % play.parts.length];
    if (!part) return;
    const id = randomUUID();
    const done = await sendUntilDone(uploads, () => {
      const body = new FormData();
      body.set('id', id);
      body.set('picture', new File([new Uint8Array(photo)], 'photo.jpg'));
      return owner.post(`/admin/part/${part.id}/pictures`, body);
    });
    if (done) uploads.pictures.set(id, part.id);
    await pause(PAUSE_MS, undefined, { signal: play.signal }).catch(() => undefined);
  }
  owner.leave();
}

/** Imports files of parts, one after the other. Finishes one that was begun. */
export async function importFiles(play: Play, uploads: Uploads, database: pg.Client): Promise<void> {
  const owner = await signInOwner(play);
  for (let number = 1; !play.signal.aborted; number += 1)
    await importFile(owner, uploads, { number, database });
  owner.leave();
}

async function importFile(
  owner: Visitor,
  uploads: Uploads,
  { number, database }: { number: number; database: pg.Client },
): Promise<void> {
  // Zeros fill it up, because 'C1-10' is the same number as 'C11-0'.
  const tag = (line: number) => `C${String(number).padStart(3, '0')}-${String(line).padStart(2, '0')}`;
  const lines = Array.from({ length: LINES }, (_, line) => `${tag(line)},Imported hood,12.50,2`);
  const content = Buffer.from(['Tag,Name,Price,Qty', ...lines].join('\n'));
  const supplier = `Cluster ${number}`;
  const find = async () => {
    const { rows } = await database.query<{ id: string; state: string }>(
      'select id, state from part_changes where supplier = $1',
      [supplier],
    );
    return rows[0];
  };
  const post = (path: string, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return owner.post(path, body);
  };
  const fileFields = { name: 'parts.csv', bytes: String(content.length), supplier };
  // If the answer is lost, the list of imports has it.
  const begun = await sendUntilDone(uploads, async () => {
    const known = await find();
    if (known) return { status: 200, text: JSON.stringify(known), location: undefined };
    return post('/admin/import.data', { intent: 'start', ...fileFields });
  });
  const id = typeof begun?.['id'] === 'string' ? begun['id'] : undefined;
  if (id === undefined) return void uploads.mistakes.push(`Import ${number} did not begin`);
  uploads.imports.push({ id, number });
  await sendUntilDone(uploads, () =>
    owner.post(`/admin/part-import/${id}/pieces/0`, new Uint8Array(content)),
  );
  const fields = ['stock_number', 'part_name', 'price', 'stock_quantity'];
  const mapping = Object.fromEntries(fields.map((field, index) => [`field-${index}`, field]));
  const screen = `/admin/import/${id}.data`;
  const steps: [state: string, path: string, form: Record<string, string>][] = [
    ['uploading', '/admin/import.data', { intent: 'read', id }],
    ['mapping', screen, { intent: 'check', ...mapping }],
    ['checked', screen, { intent: 'apply', mode: 'all' }],
    ['ended', screen, {}],
  ];
  for (const [state, path, form] of steps) {
    const deadline = performance.now() + TIMEOUT_MS;
    for (let found = await find(); found?.state !== state; found = await find()) {
      if (performance.now() > deadline)
        return void uploads.mistakes.push(`Import ${number} is ${found?.state}, not ${state}`);
      await pause(RETRY_MS);
    }
    if (state === 'ended') return;
    // A step may be done though its answer is lost.
    await sendUntilDone(uploads, async () =>
      (await find())?.state === state ? post(path, form) : { status: 200, text: '{}', location: undefined },
    );
  }
}

/** Lists everything that is not whole after all jobs are done, a line each. */
export async function findHalfUploads(
  { pictures, imports, mistakes }: Uploads,
  { site, folder, owner }: { site: string; folder: string; owner: pg.Client },
): Promise<string[]> {
  const { rows: stored } = await owner.query<{ id: string; part_id: string; address: string }>(
    'select id, part_id, address from part_pictures',
  );
  const byId = new Map(stored.map((row) => [row.id, row]));
  const lost = [...pictures]
    .filter(([id, part]) => byId.get(id)?.part_id !== part)
    .map(([id]) => `Picture ${id}: answered, but not stored`);
  const unreadable = await Promise.all(
    stored
      .flatMap(({ address }) => [320, 800, 1600].map((size) => address.replace('1600', String(size))))
      .map(async (address) => {
        const answer = await fetch(`${site}${address}`);
        const content = Buffer.from(await answer.arrayBuffer());
        return (await isWhole(content)) ? '' : `Picture ${address}: ${answer.status}, it can't be read`;
      }),
  );
  const names = await readdir(join(folder, 'data/files/pictures')).catch(() => []);
  const broken = await Promise.all(
    names.map(async (name) =>
      (await isWhole(await readFile(join(folder, 'data/files/pictures', name))))
        ? ''
        : `File ${name} is broken`,
    ),
  );
  const { rows: added } = await owner.query<{ number: string; parts: number }>(
    `select split_part(substr(stock_number, 2), '-', 1) as number, count(*)::int as parts
     from parts_catalog where stock_number ~ '^C\\d+-\\d+$' group by 1`,
  );
  const { rows: ended } = await owner.query<{ id: string; state: string; added: number; pieces: number }>(
    `select id, state, added,
       (select count(*)::int from part_import_pieces where import_id = part_changes.id) as pieces
     from part_changes`,
  );
  const byNumber = new Map(added.map(({ number, parts }) => [Number(number), parts]));
  const partly = imports.flatMap(({ id, number }) => {
    const found = ended.find((each) => each.id === id);
    const parts = byNumber.get(number) ?? 0;
    return found?.state === 'ended' && found.added === LINES && found.pieces === 0 && parts === LINES
      ? []
      : [`Import ${number}: ${JSON.stringify(found)}, ${parts} parts of ${LINES}`];
  });
  const others =
    ended.length === imports.length
      ? []
      : [`${ended.length} imports in the database, ${imports.length} known`];
  return [...mistakes, ...lost, ...unreadable, ...broken, ...partly, ...others].filter(Boolean);
}

async function isWhole(content: Buffer): Promise<boolean> {
  return sharp(content)
    .stats()
    .then(
      () => true,
      () => false,
    );
}
