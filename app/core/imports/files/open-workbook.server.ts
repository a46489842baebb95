import type { Entry } from 'yauzl';
import { importLimits } from './import-limits.ts';
import type { FileSource } from './file-source.server.ts';
import { ImportFileError } from './import-file-error.ts';
import { hasLongName, isDamage, openZip } from './open-zip.server.ts';

const { ratioFreeBytes, workbookRatio } = importLimits;

/** A workbook whose files are streams. */
export interface Workbook {
  has(name: string): boolean;
  open(name: string): AsyncGenerator<Uint8Array>;
}

/** Reads the list of a ZIP file. Limits the number of its files and the total of unpacked bytes. */
export async function openWorkbook(file: FileSource): Promise<Workbook> {
  const zip = await orDamaged(() => openZip(file));
  if (zip.entryCount > importLimits.workbookEntries)
    throw new ImportFileError('The workbook has too many files in it');
  const entries = new Map<string, Entry>();
  await orDamaged(async () => {
    for await (const entry of zip.eachEntry()) {
      if (hasLongName(entry)) throw new ImportFileError('The workbook has a file with too long a name in it');
      entries.set(entry.fileName, entry);
    }
  });
  let unpacked = 0;
  /** Bytes of each file that were unpacked. A file that is read again counts once. */
  const seen = new Map<string, number>();
  return {
    has: (name) => entries.has(name),
    async *open(name) {
      const entry = entries.get(name);
      if (!entry) throw new ImportFileError('This is not an Excel workbook');
      if (entry.isEncrypted()) throw new ImportFileError('The workbook has a password. Please remove it');
      if (entry.uncompressedSize > importLimits.workbookBytes) throw tooLarge();
      const stream = await orDamaged(() => zip.openReadStreamPromise(entry));
      let own = 0;
      try {
        for await (const chunk of stream as AsyncIterable<Uint8Array>) {
          own += chunk.length;
          const before = seen.get(name) ?? 0;
          if (own > before) {
            unpacked += own - before;
            seen.set(name, own);
          }
          // The stated size may be wrong.
          if (unpacked > importLimits.workbookBytes) throw tooLarge();
          if (own > ratioFreeBytes && own > entry.compressedSize * workbookRatio)
            throw new ImportFileError('The workbook is compressed too much to be one. Please save it as CSV');
          yield chunk;
        }
      } catch (error) {
        throw error instanceof ImportFileError ? error : damaged(error);
      } finally {
        stream.destroy();
      }
    },
  };
}

function tooLarge() {
  return new ImportFileError('The workbook is too large when unpacked. Please save it as CSV');
}

async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ImportFileError ? error : damaged(error);
  }
}

function damaged(error: unknown): unknown {
  return isDamage(error) ? new ImportFileError('The workbook is damaged or incomplete') : error;
}
