import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  title: string;
  /** The lines of each page. */
  pages: string[][];
  /** All of it in one line. */
  text: string;
  /** JPEG files. */
  pictures: Buffer[];
  links: string[];
}

interface PdfObject {
  entries: string;
  stream: Buffer;
}

/** Reads a PDF as the shop writes it: through its table of objects, its tree of pages, and the texts of its glyphs. */
export function readPdf(file: Buffer): ReadPdf {
  const latin = file.toString('latin1');
  if (!latin.startsWith('%PDF-1.7') || !latin.endsWith('%%EOF\n')) throw new Error('This is not a whole PDF');
  const table = Number(/startxref\n(\d+)\n/.exec(latin)?.[1]);
  const trailer = /trailer\n(.*)\n/.exec(latin.slice(table))?.[1] ?? '';
  const offsets = [...latin.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
    Number(offset),
  );

  const read = (id: number): PdfObject => {
    const offset = offsets[id - 1] ?? -1;
    const begin = `${id} 0 obj\n`;
    if (!latin.startsWith(begin, offset)) throw new Error(`Object ${id} is not at ${offset}`);
    const body = latin.slice(offset + begin.length, offsets[id] ?? table);
    const [entries = ''] = body.split('\nstream\n', 1);
    const length = /\/Length (\d+) >>$/.exec(entries)?.[1];
    if (length === undefined) return { entries, stream: Buffer.alloc(0) };
    const from = offset + begin.length + entries.length + '\nstream\n'.length;
    const raw = file.subarray(from, from + Number(length));
    return { entries, stream: entries.includes('/FlateDecode') ? inflateSync(raw) : raw };
  };
  const follow = ({ entries }: PdfObject, name: string) =>
    [...(new RegExp(`/${name} \\[?((?:\\d+ 0 R ?)*)`).exec(entries)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(
      ([, id]) => read(Number(id)),
    );
  const one = (object: PdfObject, name: string) => {
    const [found] = follow(object, name);
    if (!found) throw new Error(`Nothing is at ${name}`);
    return found;
  };

  const start = { entries: trailer, stream: Buffer.alloc(0) };
  const title = decode(/\/Title <([\da-f]*)>/.exec(one(start, 'Info').entries)?.[1] ?? '').slice(1);
  const pages = follow(one(one(start, 'Root'), 'Pages'), 'Kids');
  return {
    title,
    pages: pages.map((page) => readLines(page)),
    get text() {
      return this.pages.flat().join(' ');
    },
    pictures: pages.flatMap((page) =>
      [...page.entries.matchAll(/\/I(\d+) \1 0 R/g)].map(([, id]) => read(Number(id)).stream),
    ),
    links: pages
      .flatMap((page) => follow(page, 'Annots'))
      .map(({ entries }) => /\/URI \((.*?)\) >>/.exec(entries)?.[1] ?? ''),
  };

  function readLines(page: PdfObject): string[] {
    const maps = new Map(
      ['F1', 'F2'].map((font) => {
        const text = one(one(page, font), 'ToUnicode').stream.toString();
        const glyphs = [...text.matchAll(/^<([\da-f]{4})> <([\da-f]+)>$/gm)];
        return [font, new Map(glyphs.map(([, glyph = '', unicode = '']) => [glyph, decode(unicode)]))];
      }),
    );
    const lines = one(page, 'Contents').stream.toString();
    return [...lines.matchAll(/\/(F\d) .*?<([\da-f]*)> Tj/g)].map(([, font = '', glyphs = '']) =>
      (glyphs.match(/.{4}/g) ?? []).map((glyph) => maps.get(font)?.get(glyph) ?? `(${glyph}?)`).join(''),
    );
  }
}

function decode(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}
