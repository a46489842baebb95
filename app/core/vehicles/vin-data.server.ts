import { open, type FileHandle } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

interface Index {
  /** Name and date of the data. */
  source: string;
  /** Compressed lengths. */
  chunks: number[];
  /** Chunk, start and length of each schema's text. */
  schemas: number[];
  /** Manufacturer code -> the only make, if there is one, and first year, last year and number of each schema. */
  codes: Record<string, { make: string | null; schemas: number[] }>;
}

/** The index with the place of the first chunk. The chunks stay in the file. */
let opened: Promise<{ file: FileHandle; index: Index; start: number }> | undefined;

const decompress = promisify(brotliDecompress);

/** Reads the schemas of a manufacturer code and a model year. Returns undefined if the data does not have the code. */
export async function readVinSchemas(
  code: string,
  year: number,
): Promise<{ make: string | null; schemas: string[] } | undefined> {
  const { file, index, start } = await openData();
  const known = Object.hasOwn(index.codes, code) ? index.codes[code] : undefined;
  if (!known) return undefined;
  const numbers = known.schemas.flatMap((from, at) => {
    if (at % 3 !== 0) return [];
    const [to = 0, schema = 0] = known.schemas.slice(at + 1, at + 3);
    return from <= year && year <= to ? [schema] : [];
  });
  const places = numbers.map((schema) => index.schemas.slice(schema * 3, schema * 3 + 3));
  const chunks = new Map<number, string>();
  for (const [chunk = 0] of places) {
    if (!chunks.has(chunk)) chunks.set(chunk, await readChunk(file, index, start, chunk));
  }
  const schemas = places.map(([chunk = 0, from = 0, length = 0]) =>
    (chunks.get(chunk) ?? '').slice(from, from + length),
  );
  return { make: known.make, schemas };
}

/** The next request tries again after a failure. */
async function openData() {
  opened ??= readIndex().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function readIndex() {
  // The package name resolves, whether this module runs from the sources or from a build.
  const path = createRequire(import.meta.url).resolve('#core/vehicles/vpic/vehicles.bin');
  const file = await open(path);
  const length = (await readBytes(file, 0, 4)).readUInt32BE();
  const index = JSON.parse((await decompress(await readBytes(file, 4, length))).toString()) as Index;
  return { file, index, start: 4 + length };
}

async function readChunk(file: FileHandle, { chunks }: Index, start: number, chunk: number): Promise<string> {
  const before = chunks.slice(0, chunk).reduce((sum, length) => sum + length, 0);
  const packed = await readBytes(file, start + before, chunks[chunk] ?? 0);
  return (await decompress(packed)).toString('latin1');
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new Error('The vehicle data is incomplete.');
  return buffer;
}
