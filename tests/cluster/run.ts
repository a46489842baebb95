import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { copyProject } from '../support/copied-project.ts';
import { useTemporaryFolder } from '../support/temporary-folder.ts';
import { findMistakes, findUnsavedPages, readBooks } from './books.ts';
import { startCluster } from './cluster.ts';
import { edit, type Edits, readOfferedParts, shop } from './players.ts';
import { followParts } from './streams.ts';
import { createUploads, findHalfUploads, importFiles, uploadPictures } from './uploads.ts';
import type { Recorded } from './visitor.ts';

/**
 * npm run cluster [-- --shoppers 24] [--seconds 6] [--streams 20] [--port 4880]
 *
 * Three processes behind HAProxy sell parts, take pictures and files of parts, and keep open pages up to date, while each is
 * killed in turn, and then replaced in turn by a version with one more migration. Needs HAProxy. Fails if a request fails
 * that should not, if anything is lost, doubled or half written, or if an open page shows an earlier price.
 */
const { values } = parseArgs({
  options: {
    shoppers: { type: 'string', default: '24' },
    /** Seconds between two events. */
    seconds: { type: 'string', default: '6' },
    /** Number of open pages. */
    streams: { type: 'string', default: '20' },
    /** First of four ports. */
    port: { type: 'string', default: '4880' },
  },
});
const PROCESSES = 3;
const PARTS = 400;

/** Changes columns of tables that the earlier version reads, and adds an index. */
const NEXT_MIGRATION = `
  alter table public.parts_catalog add column cluster_test text;
  alter table public.orders add column cluster_test text not null default 'x';
  alter table public.shop_settings add column cluster_test text;
  create index orders_cluster_test_idx on public.orders (cluster_test);`;

type Phase = 'nothing happens' | 'killed' | 'replaced';

interface Seen {
  requests: number;
  failed: Map<string, number>;
}

useTemporaryFolder();
const seconds = Number(values.seconds);
await using cluster = await startCluster({
  processes: PROCESSES,
  parts: PARTS,
  firstPort: Number(values.port),
});
const next = await copyProject(join(cluster.folder, 'next'), { built: true });
await writeFile(join(next, 'db/migrations/9999_cluster_test.sql'), NEXT_MIGRATION);

let phase: Phase = 'nothing happens';
const seen = new Map<Phase, Seen>();
const record = ({ method, path, status, failure }: Recorded) => {
  const current = seen.get(phase) ?? { requests: 0, failed: new Map<string, number>() };
  seen.set(phase, current);
  current.requests += 1;
  if (status !== 0 && status < 500) return;
  const what = `${method} ${path.replace(/[^/]*[0-9a-f-]{36}/, ':id')}: ${failure ?? status}`;
  current.failed.set(what, (current.failed.get(what) ?? 0) + 1);
};
const stopping = new AbortController();
const play = {
  ...cluster,
  parts: await readOfferedParts(cluster.owner),
  record,
  signal: stopping.signal,
};
const edits: Edits = { saved: 0, stale: 0 };
const uploads = createUploads();
const streams = followParts({
  ...play,
  partIds: play.parts.map(({ id }) => id),
  count: Number(values.streams),
});
const players = [
  ...Array.from({ length: Number(values.shoppers) }, () => shop(play, () => 100 + Math.random() * 400)),
  edit(play, edits, streams.onSend),
  uploadPictures(play, uploads),
  importFiles(play, uploads, cluster.owner),
];
const rest = () => pause(seconds * 1_000);

await rest();
phase = 'killed';
for (let index = 0; index < PROCESSES; index += 1) {
  await cluster.end(index, 'SIGKILL');
  await rest();
  await cluster.begin(index);
  await rest();
}
phase = 'replaced';
for (let index = 0; index < PROCESSES; index += 1) {
  await cluster.end(index, 'SIGTERM');
  await cluster.begin(index, next);
  await rest();
}
stopping.abort();
await Promise.all(players);
await cluster.settle();

const read = () => readBooks(cluster.owner, { stripe: cluster.stripe, messages: cluster.smtp.messages });
// The provider may take money on a page that no buyer has, and lose the event: it is an order then, or refunded.
const unsaved = findUnsavedPages(await read());
for (const { id } of unsaved) cluster.stripe.pay(id);
await cluster.settle();

const books = await read();
const mistakes = [
  ...findMistakes(books, { stock: cluster.stock, maxCopies: 2 }),
  ...(await findHalfUploads(uploads, cluster)),
  ...(await streams.findStale(cluster.owner)),
];
await streams.stop();
for (const [name, { requests, failed }] of seen) {
  console.log(`${name}: ${requests} requests, ${[...failed.values()].reduce((a, b) => a + b, 0)} failed`);
  for (const [what, count] of failed) console.log(`  ${count} x ${what}`);
}
const doubled = [...books.delivered.values()].filter((copies) => copies > 1).length;
console.log(`${edits.saved} changes by the owner, ${edits.stale} pages with the price from before`);
console.log(
  `${books.orders.length} orders, ${books.payments.length} payments, ${books.mails.length} mails, ${doubled} of them twice`,
);
console.log(`${unsaved.length} payment pages that were made and not saved, and were paid at the end`);
console.log(
  `${values.streams} open pages: ${streams.messages} messages, ${streams.reconnects} new connections, ${streams.late} prices shown late`,
);
console.log(
  `${uploads.pictures.size} pictures, ${uploads.imports.length} imports, ${uploads.repeated} requests of them sent again`,
);
for (const mistake of mistakes) console.log(mistake);

/** A killed process can't answer, so only requests that change nothing may fail: the proxy asks those again elsewhere. */
const isWrong = [...seen].some(([name, { failed }]) =>
  [...failed.keys()].some((what) => name !== 'killed' || what.startsWith('GET')),
);
if (isWrong)
  for (const line of cluster
    .shopLines()
    .filter((each) => /"level":[56]0/.test(each))
    .slice(0, 20))
    console.log(line);
if (isWrong || mistakes.length > 0 || edits.stale > 0 || streams.late > 0) process.exitCode = 1;
