import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Duplex, PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { reason, StartError } from '../start-error.ts';
import { listBackups, toBackupName } from './backup-names.ts';
import { type Manifest, manifestSchema } from './manifest.ts';
import { decrypt, encrypt } from './encryption.ts';

const MANIFEST = 'manifest.json';
const PARTIAL = '.partial';

/**
 * A folder of backups. Each one is a folder with a manifest and a file for each table. Pictures never change, so all
 * backups share them, in the folder `files`.
 */
export interface BackupStore {
  /** Lists the complete backups, newest first. */
  list(): Promise<string[]>;
  /** Removes what a killed backup left, and starts a new one. Returns its name. */
  begin(now: Date): Promise<string>;
  /** Adds the backup to the list. */
  finish(name: string, manifest: Manifest): Promise<void>;
  /** Reads the manifest of a backup. @throws {StartError} */
  readManifest(name: string): Promise<Manifest>;
  writeTable(name: string, table: string, content: Readable): Promise<void>;
  readTable(name: string, table: string, target: Writable): Promise<void>;
  hasFile(file: string): Promise<boolean>;
  writeFile(file: string, content: Readable): Promise<void>;
  readFile(file: string): Promise<Buffer>;
  /** Removes backups, and the pictures that no other backup needs. */
  remove(names: readonly string[]): Promise<void>;
}

/** Opens the backups of a folder. @param key Encrypts all files, including the manifest. */
export function openBackupStore(folder: string, key: string | undefined): BackupStore {
  const pathOf = (...parts: string[]) => join(folder, ...parts);
  const fileOf = (file: string) => pathOf('files', file);
  const tableOf = (name: string, table: string) => pathOf(name, `${table}.copy.gz`);
  const stored = new Map<string, Set<string>>();

  /** Gives a file its name only when it is complete and on the disk. */
  async function write(path: string, steps: readonly [Readable, ...Duplex[]]): Promise<void> {
    const temporary = `${path}${PARTIAL}`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const [content, ...others] = steps;
    const sealed = key === undefined ? others : [...others, encrypt(key)];
    await pipeline([content, ...sealed, createWriteStream(temporary, { mode: 0o600, flush: true })]);
    await rename(temporary, path);
  }

  async function read(path: string, ...steps: (Duplex | Writable)[]): Promise<void> {
    const opened = key === undefined ? [] : [decrypt(key)];
    await pipeline([createReadStream(path), ...opened, ...steps]);
  }

  async function readWhole(path: string): Promise<Buffer> {
    const content = new PassThrough();
    const [, buffers] = await Promise.all([read(path, content), content.toArray()]);
    return Buffer.concat(buffers as Buffer[]);
  }

  async function list(): Promise<string[]> {
    return listBackups(folder).catch((error: unknown) => {
      throw new StartError(`The backups in ${folder} can't be read: ${reason(error)}.`);
    });
  }

  async function readManifest(name: string): Promise<Manifest> {
    try {
      return manifestSchema.parse(JSON.parse((await readWhole(pathOf(name, MANIFEST))).toString('utf8')));
    } catch (error) {
      const why = error instanceof SyntaxError ? 'it is encrypted, or was changed' : reason(error);
      throw new StartError(`The backup ${name} in ${folder} can't be read: ${why}.`);
    }
  }

  async function namesIn(kind: string): Promise<Set<string>> {
    const known = stored.get(kind) ?? new Set(await readdir(pathOf('files', kind)).catch(() => []));
    stored.set(kind, known);
    return known;
  }

  return {
    list,
    readManifest,
    async begin(now) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw new StartError(`The folder of backups ${folder} can't be created: ${reason(error)}.`);
      });
      for (const left of (await readdir(folder)).filter((entry) => entry.endsWith(PARTIAL)))
        await rm(pathOf(left), { recursive: true });
      const taken = new Set(await list());
      let time = now.getTime();
      while (taken.has(toBackupName(time))) time += 1000;
      const name = `${toBackupName(time)}${PARTIAL}`;
      await mkdir(pathOf(name), { mode: 0o700 });
      return name;
    },
    async finish(name, manifest) {
      const content = new PassThrough();
      content.end(JSON.stringify(manifest, null, 1));
      await write(pathOf(name, MANIFEST), [content]);
      await rename(pathOf(name), pathOf(name.slice(0, -PARTIAL.length)));
      await syncFolder(folder);
    },
    writeTable: (name, table, content) => write(tableOf(name, table), [content, createGzip({ level: 1 })]),
    readTable: (name, table, target) => read(tableOf(name, table), createGunzip(), target),
    async hasFile(file) {
      const [kind = '', name = ''] = file.split('/');
      return (await namesIn(kind)).has(name);
    },
    async writeFile(file, content) {
      await write(fileOf(file), [content]);
      const [kind = '', name = ''] = file.split('/');
      (await namesIn(kind)).add(name);
    },
    readFile: (file) => readWhole(fileOf(file)),
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { recursive: true });
      const needed = new Set<string>();
      for (const name of await list())
        for (const file of (await readManifest(name)).files) needed.add(file.name);
      for (const kind of await readdir(pathOf('files')).catch(() => []))
        for (const file of await readdir(pathOf('files', kind)))
          if (!needed.has(`${kind}/${file}`)) await rm(fileOf(`${kind}/${file}`));
      stored.clear();
    },
  };
}

/** A rename is safe on the disk only after this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
