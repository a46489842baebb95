import { findScript } from '#core/platform/own-process.server.ts';
import { type Reader, ReaderEndedError, startReader } from '#core/platform/readers/reader.server.ts';
import { createTurns } from '#core/platform/turns.server.ts';

export type PictureType = 'png' | 'jpg' | 'webp';

export type PictureProblem =
  | 'wrongType'
  | 'heic'
  | 'tooManyPixels'
  | 'wrongSize'
  | 'unreadable'
  | 'tooMuchMemory';

export interface PictureRecipe {
  types: readonly PictureType[];
  /** A small file can decode to a huge picture. */
  maxPixels: number;
  /** Requires a square with a side of these pixels. */
  square?: { min: number; max: number };
  /** Longer side of each copy, in pixels. A smaller picture keeps its size. */
  longest: readonly number[];
  format: 'jpg' | 'webp';
  quality: number;
  /** Color that replaces transparency. */
  background?: string;
}

export interface EncodedPicture {
  content: Uint8Array<ArrayBuffer>;
  /** Pixels of the upright picture. */
  width: number;
  height: number;
}

const MEGABYTE = 1024 * 1024;

const SOURCE = '#core/pictures/picture-process.server.ts';

const LIMITS = { heapBytes: 64 * MEGABYTE, residentBytes: 320 * MEGABYTE, seconds: 60 };

/** All processes of a machine share the turns. A decoded picture can take 200 MB. */
const waitForTurn = createTurns(2);

/** An idle process ends after this time. */
const IDLE_MS = 5_000;

const idle: { reader: Reader; timer: NodeJS.Timeout }[] = [];

/**
 * Has another process open a foreign picture and write it again, upright, without metadata, such as a location, or appended data.
 * Checks type and size before decoding.
 */
export async function reencodePicture(
  content: Uint8Array,
  recipe: PictureRecipe,
): Promise<{ type: PictureType; pictures: EncodedPicture[] } | { problem: PictureProblem }> {
  const type = detectType(content);
  if (type === 'heic') return { problem: 'heic' };
  if (!type || !recipe.types.includes(type)) return { problem: 'wrongType' };

  const endTurn = await waitForTurn();
  const reader = takeReader();
  try {
    const made = (await reader.call('encode', content, { ...recipe })) as
      | { pictures: EncodedPicture[] }
      | { problem: PictureProblem };
    return 'problem' in made ? made : { ...made, type };
  } catch (error) {
    if (!(error instanceof ReaderEndedError)) throw error;
    return { problem: error.reason === 'memory' ? 'tooMuchMemory' : 'unreadable' };
  } finally {
    keepReader(reader);
    endTurn();
  }
}

function takeReader(): Reader {
  const kept = idle.pop();
  if (!kept) return startReader(findScript('read-pictures', SOURCE), LIMITS);
  clearTimeout(kept.timer);
  return kept.reader.hasEnded() ? takeReader() : kept.reader;
}

function keepReader(reader: Reader): void {
  if (reader.hasEnded()) return;
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((each) => each.reader === reader),
      1,
    );
    reader.stop();
  }, IDLE_MS);
  timer.unref();
  idle.push({ reader, timer });
}

/** The client's file names and MIME types prove nothing. */
function detectType(content: Uint8Array): PictureType | 'heic' | undefined {
  const start = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'webp';
  if (/^[^]{4}ftyp(hei|hev|mif1|msf1)/.test(start)) return 'heic';
  return undefined;
}
