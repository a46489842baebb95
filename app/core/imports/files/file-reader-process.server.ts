import { serveReader } from '#core/platform/readers/serve-reader.server.ts';
import { importLimits } from './import-limits.ts';
import type { FileSource } from './file-source.server.ts';
import { openPictureZip, type PictureZip } from './picture-zip.server.ts';
import { openLines, probeFile } from './read-lines.server.ts';
import type { FileFindings } from '../standards/findings.ts';
import { probeDatabase, readDatabase, type ReferenceName } from '../standards/read-database.server.ts';
import type { ChosenStructure } from './structure.ts';
import type { RawLine } from './raw-line.ts';

const { pieceBytes } = importLimits;

/** Characters of the lines that are sent at once. */
const BATCH_CHARACTERS = 250_000;
const BATCH_LINES = 500;
const BATCH_NAMES = 5_000;

// The process that reads the file of an import. file-reader.server.ts starts it.
serveReader((parent) => {
  let lines: AsyncGenerator<RawLine> | undefined;
  let findings: FileFindings | undefined;
  let names: AsyncGenerator<ReferenceName> | undefined;
  let zip: PictureZip | undefined;

  function openSource(bytes: number): FileSource {
    let last: { place: number; content: Promise<Uint8Array> } | undefined;
    const readPiece = (place: number) => {
      if (last?.place === place) return last.content;
      const content = parent.call(
        'read',
        place * pieceBytes,
        Math.min(bytes, (place + 1) * pieceBytes),
      ) as Promise<Uint8Array>;
      last = { place, content };
      return content;
    };
    return {
      bytes,
      async *read(start = 0, end = bytes) {
        let position = start;
        while (position < Math.min(end, bytes)) {
          const place = Math.floor(position / pieceBytes);
          const from = position - place * pieceBytes;
          const piece = (await readPiece(place)).subarray(from, end - place * pieceBytes);
          yield piece;
          position += piece.length;
        }
      },
    };
  }

  return {
    probe: (bytes: number) => probeFile(openSource(bytes)),
    async openLines(bytes: number, chosen: ChosenStructure) {
      const opened = await openLines(openSource(bytes), chosen, {
        onFindings: (found) => {
          findings = found;
        },
      });
      lines = opened.lines;
      return opened.look;
    },
    /** Returns no lines after the last ones. */
    async nextLines() {
      const batch: RawLine[] = [];
      let characters = 0;
      while (batch.length < BATCH_LINES && characters < BATCH_CHARACTERS) {
        const next = await lines?.next();
        if (!next || next.done) break;
        batch.push(next.value);
        characters += next.value.cells.reduce((sum, cell) => sum + cell.length, 0);
      }
      return batch;
    },
    async findings() {
      return findings;
    },
    probeDatabase: (bytes: number) => probeDatabase(openSource(bytes)),
    async openDatabase(bytes: number) {
      names = readDatabase(openSource(bytes));
    },
    /** Returns no names after the last ones. */
    async nextNames() {
      const batch: ReferenceName[] = [];
      while (batch.length < BATCH_NAMES) {
        const next = await names?.next();
        if (!next || next.done) break;
        batch.push(next.value);
      }
      return batch;
    },
    async openZip(bytes: number) {
      zip = await openPictureZip(openSource(bytes));
      return { names: zip.names, refused: zip.refused };
    },
    async readFromZip(name: string) {
      return zip?.read(name);
    },
  };
});
