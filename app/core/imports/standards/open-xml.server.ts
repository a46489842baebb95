import type { Entry } from 'yauzl';
import { detectEncoding } from '../files/detect-text.ts';
import type { FileSource } from '../files/file-source.server.ts';
import { ImportFileError } from '../files/import-file-error.ts';
import { importLimits } from '../files/import-limits.ts';
import { hasLongName, isDamage, openZip } from '../files/open-zip.server.ts';

/** Enough for a declaration of XML. */
const START_BYTES = 2_000;

export interface OpenedXml {
  content: AsyncIterable<Uint8Array>;
  encoding: string;
}

/** Opens an XML file, or the only XML file in a ZIP file. Undefined for other files, such as workbooks. @throws {ImportFileError} */
export async function openXml(file: FileSource): Promise<OpenedXml | undefined> {
  const start = await readStart(file.read(0, START_BYTES));
  if (start[0] === 0x50 && start[1] === 0x4b) {
    const entry = await findOnlyXml(file);
    return entry && openPacked(file, entry);
  }
  const encoding = findEncoding(start);
  return encoding === undefined ? undefined : { content: file.read(), encoding };
}

async function readStart(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const bytes of content) return bytes.subarray(0, START_BYTES);
  return new Uint8Array();
}

/** Finds the encoding of XML by its first bytes. Undefined if the file isn't XML. @throws {ImportFileError} for an unknown one. */
function findEncoding(start: Uint8Array): string | undefined {
  const detected = detectEncoding(start);
  const text = new TextDecoder(detected ?? 'utf-8').decode(start).trimStart();
  if (!/^<(?:\?xml|!--|!doctype (?!html)|(?:\w+:)?(?:pies|aces)\b)/i.test(text)) return undefined;
  const stated = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]{1,40})["']/i.exec(text)?.[1];
  if (detected === 'utf-16le' || detected === 'utf-16be') return detected;
  try {
    return new TextDecoder(stated ?? 'utf-8').encoding;
  } catch {
    throw new ImportFileError(`The file's encoding ${stated} can't be read. Please save it as UTF-8`);
  }
}

/** Returns the XML file of a ZIP file that has only one, and is no workbook. The reader of other files says what is wrong with them. */
async function findOnlyXml(file: FileSource): Promise<Entry | undefined> {
  const found: Entry[] = [];
  try {
    const zip = await openZip(file);
    if (zip.entryCount > importLimits.workbookEntries) return undefined;
    for await (const entry of zip.eachEntry()) {
      if (hasLongName(entry) || entry.fileName === '[Content_Types].xml') return undefined;
      if (/\.xml$/i.test(entry.fileName) && !entry.fileName.startsWith('__MACOSX/')) found.push(entry);
    }
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
  return found.length === 1 ? found[0] : undefined;
}

async function openPacked(file: FileSource, entry: Entry): Promise<OpenedXml | undefined> {
  if (entry.isEncrypted()) throw new ImportFileError('The ZIP file has a password. Please remove it');
  const start = await readStart(unpack(file, entry));
  const encoding = findEncoding(start);
  return encoding === undefined ? undefined : { content: unpack(file, entry), encoding };
}

/** Unpacks a file of a ZIP file, within the limits of a workbook. @throws {ImportFileError} */
export async function* unpack(file: FileSource, entry: Entry): AsyncGenerator<Uint8Array> {
  const { ratioFreeBytes, workbookBytes, workbookRatio } = importLimits;
  const stream = await orDamaged(async () => (await openZip(file)).openReadStreamPromise(entry));
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      // The stated size may be wrong.
      if (bytes > workbookBytes)
        throw new ImportFileError(`The ZIP file has more than ${workbookBytes / 1024 ** 3} GB in it`);
      if (bytes > ratioFreeBytes && bytes > entry.compressedSize * workbookRatio)
        throw new ImportFileError('The ZIP file is compressed too much. Please upload the XML file itself');
      yield chunk;
    }
  } catch (error) {
    throw toFileError(error);
  } finally {
    stream.destroy();
  }
}

export async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFileError(error);
  }
}

function toFileError(error: unknown): unknown {
  if (error instanceof ImportFileError || !isDamage(error)) return error;
  return new ImportFileError('The ZIP file is damaged or incomplete');
}
