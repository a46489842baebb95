import { execFile } from 'node:child_process';
import { access, mkdtemp, readlink, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { copyProject } from '../support/copied-project.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';

const run = promisify(execFile);
const ELSEWHERE = '/var/lib/partyard';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
if (!isRoot) console.log('Skipped: a project in a folder of root is tried by root on Linux only.');

describe.runIf(isRoot)('a project in a folder that only root can enter', () => {
  /** Only root can enter it, like root's home folder. */
  let home: string;
  let project: string;
  let hadElsewhere: boolean;
  let shops: ShopProcess[];
  /** The files that the tests created outside of the project. */
  let made: Set<string>;

  beforeEach(async () => {
    hadElsewhere = await isThere(ELSEWHERE);
    home = await mkdtemp(join(tmpdir(), 'partyard-root-only-'));
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    project = await copyProject(join(home, 'partyard'), { built: true });
    shops = [];
    made = new Set();
  });

  afterEach(async () => {
    await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
    for (const folder of made) await rm(folder, { recursive: true, force: true });
    if (!hadElsewhere) await rm(ELSEWHERE, { recursive: true, force: true });
    await rm(home, { recursive: true, force: true });
  });

  function start(cwd = project): ShopProcess {
    const shop = runShop({}, { command: ['npm', 'start'], cwd });
    shops.push(shop);
    return shop;
  }

  async function partsOf(shop: ShopProcess): Promise<number> {
    const answer = await fetch(`${await shop.ready()}/api/parts?limit=1`);
    return ((await answer.json()) as { total: number }).total;
  }

  async function placeOf(folder = project): Promise<string> {
    const place = await readlink(join(folder, 'data/postgres'));
    made.add(dirname(place));
    return place;
  }

  const databaseLines = (shop: ShopProcess) => shop.lines.filter((line) => line.startsWith('Database'));

  inLong('npm start works there: its database is elsewhere, for its user only, and is kept', async () => {
    const first = start();
    expect(await partsOf(first)).toBe(60);
    const place = await placeOf();
    expect(dirname(dirname(place))).toBe(join(ELSEWHERE, 'data'));
    expect(databaseLines(first)).toEqual([
      `Database   ${place} (user "postgres" can't enter ${join(project, 'data')})`,
    ]);
    const { stdout: postgres } = await run('id', ['-u', 'postgres']);
    const info = await stat(place);
    expect({ uid: info.uid, mode: info.mode & 0o777 }).toEqual({ uid: Number(postgres), mode: 0o700 });
    for (const folder of [ELSEWHERE, join(ELSEWHERE, 'data'), dirname(place)]) {
      const { uid, mode } = await stat(folder);
      expect([folder, uid, mode & 0o022]).toEqual([folder, 0, 0]);
    }
    // Operator commands find it too.
    const { stdout } = await run('npm', ['run', '--silent', 'admin', '--', 'list'], { cwd: project });
    expect(stdout).toBe('admin   admin@localhost.test\n');
    expect(await first.kill('SIGTERM')).toEqual({ code: 0, signal: null });

    // The project is moved, and starts with its data.
    const moved = join(home, 'moved');
    await rename(project, moved);
    const second = start(moved);
    expect(await partsOf(second)).toBe(60);
    expect(second.lines.filter((line) => line.startsWith('Admin'))).toEqual([]);
    expect(await placeOf(moved)).toBe(place);
    await second.kill('SIGTERM');
  });

  inLong('an existing database is never ignored, even if it is gone or its link was copied', async () => {
    const first = start();
    expect(await partsOf(first)).toBe(60);
    await first.kill('SIGTERM');
    const place = await placeOf();

    const copied = join(home, 'copied');
    await run('cp', ['-a', project, copied]);
    const other = start(copied);
    expect(await other.exited).toMatchObject({ code: 1 });
    expect(other.lines).toContainEqual(
      `Partyard can't start. ${copied}/data/postgres is a copied link to the database of ${project}/data: ` +
        'remove it to start with an empty database.',
    );

    await rename(dirname(place), `${dirname(place)}.away`);
    made.add(`${dirname(place)}.away`);
    const lost = start();
    expect(await lost.exited).toMatchObject({ code: 1 });
    expect(lost.lines).toContainEqual(
      `Partyard can't start. The database of this shop was in ${place}, which is gone: restore it, or remove ` +
        `${project}/data/postgres to start over.`,
    );
  });

  inLong('a database that was created while others could enter stays in its place', async () => {
    await run('chmod', ['755', home]);
    const first = start();
    expect(await partsOf(first)).toBe(60);
    expect(databaseLines(first)).toEqual([]);
    await first.kill('SIGTERM');
    await run('chmod', ['700', home]);
    const second = start();
    expect(await second.exited).toMatchObject({ code: 1 });
    expect(second.lines).toContainEqual(
      expect.stringContaining(`can't enter ${project}/data/postgres, where the database of this shop is`),
    );
  });
});

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
