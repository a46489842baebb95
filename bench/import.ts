import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { importLimits } from '#domain/part-import/import-limits.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { addAdmin, signIn } from './admin.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { printTable } from './measure.ts';
import { runWatchedShop } from './watched-shop.ts';

const LINES = 100_000;

const fields = [
  'stock_number',
  'part_name',
  'oem_number',
  'vehicle_make',
  'vehicle_model',
  'vehicle_year',
  'price',
  'stock_quantity',
];

/** An import of new parts from a file, and its undoing, with the memory of the process. */
export async function benchImport(catalogs: Catalogs, { parts }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(parts);
  await addAdmin(url);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await using shop = await runWatchedShop({
    DATABASE_URL: url,
    AUTH_SECRET: BENCH_SECRET,
    TRUST_PROXY: 'true',
  });
  const cookie = await signIn(shop.address);
  const headers = { Cookie: cookie, Origin: shop.address, 'X-Forwarded-For': randomAddress() };
  const { megabytes: atRest } = await shop.watch(2);

  async function send(path: string, values: Record<string, string>): Promise<{ id: string }> {
    const body = new URLSearchParams(values);
    const response = await fetch(`${shop.address}/admin/part-import/${path}`, {
      method: 'POST',
      body,
      headers,
    });
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  }
  async function upload(content: Buffer<ArrayBuffer>): Promise<string> {
    const { id } = await send('new', { name: 'bench.csv', supplier: 'Bench', bytes: String(content.length) });
    const { pieceBytes } = importLimits;
    for (let place = 0; place * pieceBytes < content.length; place += 1) {
      const response = await fetch(`${shop.address}/admin/part-import/${id}/pieces/${place}`, {
        method: 'POST',
        body: content.subarray(place * pieceBytes, (place + 1) * pieceBytes),
        headers: { ...headers, 'Content-Type': 'application/octet-stream' },
      });
      if (!response.ok) throw new Error(`A piece was answered ${response.status}`);
    }
    return id;
  }
  async function reach(id: string, state: string): Promise<void> {
    for (;;) {
      const { rows } = await owner.query('select state, error from part_imports where id = $1', [id]);
      if (rows[0]?.state === state) return;
      if (rows[0]?.state === 'failed') throw new Error(rows[0].error);
      await wait(100);
    }
  }

  const rows: Record<string, string | number>[] = [];
  async function measure(stage: string, work: () => Promise<void>): Promise<void> {
    const { length } = shop.readSeconds();
    const startedAt = performance.now();
    await work();
    const watched = shop.readSeconds().slice(length);
    const most = Math.max(0, ...watched.map(({ memory }) => memory)) / 1024 / 1024;
    rows.push({
      stage,
      seconds: (performance.now() - startedAt) / 1_000,
      'more memory at most, MB': Math.max(0, most - atRest),
      'longest turn, ms': Math.max(0, ...watched.map((each) => each.most)),
    });
  }
  let id = '';
  await measure('upload and read', async () => {
    id = await upload(writeFile());
    await send(id, { do: 'read' });
    await reach(id, 'mapping');
  });
  await measure('check', async () => {
    await send(id, {
      do: 'check',
      ...Object.fromEntries(fields.map((field, index) => [`field-${index}`, field])),
    });
    await reach(id, 'checked');
  });
  await measure('import', async () => {
    await send(id, { do: 'apply', mode: 'all' });
    await reach(id, 'ended');
  });
  await measure('undo', async () => {
    await send(id, { do: 'undo' });
    await reach(id, 'undone');
  });
  await owner.query('delete from part_imports where id = $1', [id]);
  await owner.end();
  console.log(`${LINES.toLocaleString('en-US')} lines into ${parts.toLocaleString('en-US')} parts.\n`);
  printTable(rows);
}

function writeFile(): Buffer<ArrayBuffer> {
  const lines = Array.from(
    { length: LINES },
    (_, line) =>
      `BENCH-${line},Bench part ${line},B${line}-TR3,Honda,Civic,2015,${(line % 500) + 10}.99,${line % 9}`,
  );
  return Buffer.from(`${fields.join(',')}\n${lines.join('\n')}\n`);
}
