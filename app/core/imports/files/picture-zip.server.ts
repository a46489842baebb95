import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { pictureFileName } from '../cells/pictures-cell.ts';
import { importLimits } from './import-limits.ts';
import { isIgnored, refuseEntry, type ZipEntry } from './zip-entries.ts';
import type { FileSource } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';
import { hasLongName, isDamage, openZip } from './open-zip.server.ts';

export interface PictureZip {
  /** Lower-case name of a picture -> its name. Neither has folders. */
  names: ReadonlyMap<string, string>;
  /** Files that are no pictures. */
  refused: { path: string; reason: string }[];
  /** Returns undefined if there is no such picture. */
  read(name: string): Promise<{ content: Uint8Array<ArrayBuffer> } | { problem: string } | undefined>;
}

const DAMAGED = 'The ZIP file is damaged or incomplete';

/** Reads the list of a ZIP file. Limits the number of files and the unpacked bytes. Ignores folders. */
export async function openPictureZip(file: FileSource): Promise<PictureZip> {
  const { zip, entries } = await orDamaged(async () => {
    const opened = await openZip(file, { decodeStrings: false });
    if (opened.entryCount > importLimits.zipEntries)
      throw new ImportFileError(
        `The ZIP file has more than ${importLimits.zipEntries.toLocaleString('en-US')} files`,
      );
    const listed: Entry[] = [];
    for await (const entry of opened.eachEntry()) {
      if (hasLongName(entry)) throw new ImportFileError('The ZIP file has a file with too long a name in it');
      listed.push(entry);
    }
    return { zip: opened, entries: listed };
  });
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpacked > importLimits.zipUnpackedBytes)
    throw new ImportFileError('The ZIP file is too large when unpacked');
  const found = new Map<string, Entry>();
  const names = new Map<string, string>();
  const refused: PictureZip['refused'] = [];
  for (const entry of entries) {
    const stated = describe(entry);
    if (isIgnored(stated)) continue;
    const name = pictureFileName(stated.path);
    const key = name.toLowerCase();
    const reason =
      refuseEntry(stated) ?? (found.has(key) ? 'Another file of the ZIP file has this name' : undefined);
    if (reason !== undefined) {
      refused.push({ path: stated.path.slice(0, 200), reason });
      continue;
    }
    found.set(key, entry);
    names.set(key, name);
  }
  return {
    names,
    refused,
    async read(name) {
      const entry = found.get(name.toLowerCase());
      return entry && readEntry(zip, entry);
    },
  };
}

function describe(entry: Entry): ZipEntry {
  const { generalPurposeBitFlag: flags, fileNameRaw, extraFields, externalFileAttributes } = entry;
  return {
    path: yauzl
      .getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
      .toWellFormed()
      .replaceAll('\0', '\uFFFD'),
    packedBytes: entry.compressedSize,
    unpackedBytes: entry.uncompressedSize,
    isEncrypted: entry.isEncrypted(),
    // The upper bits are the file type of Unix.
    isLink: ((externalFileAttributes >>> 16) & 0o170000) === 0o120000,
  };
}

/** Reads an entry. The reader refuses more bytes than stated. */
async function readEntry(
  zip: ZipFile,
  entry: Entry,
): Promise<{ content: Uint8Array<ArrayBuffer> } | { problem: string }> {
  try {
    const stream = await zip.openReadStreamPromise(entry);
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream as AsyncIterable<Uint8Array>) chunks.push(chunk);
    return { content: new Uint8Array(Buffer.concat(chunks)) };
  } catch (error) {
    if (error instanceof ImportFileError || isDamage(error))
      return { problem: 'This file of the ZIP file is damaged' };
    throw error;
  }
}

async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ImportFileError || !isDamage(error) ? error : new ImportFileError(DAMAGED);
  }
}
