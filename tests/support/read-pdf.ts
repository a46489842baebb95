import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  title: string;
  /** Lines of each page. */
  pages: string[][];
  /** The whole text in one line. */
  text: string;
  /** JPEG files. */
  pictures: Buffer[];
  links: string[];
}

interface PdfObject {
  entries: string;
  stream: Buffer;
}

/** Reads a PDF of the shop through its table of objects, its tree of pages, and the texts of its glyphs. */
export function readPdf(file: Buffer): ReadPdf {
  const latin = file.toString('latin1');
  if (!latin.startsWith('%PDF-1.7') || !latin.endsWith('%%EOF\n')) throw new Error('This is not a whole PDF');
  const table = Number(/startxref\n(\d+)\n/.exec(latin)?.[1]);
  const trailer = /trailer\n(.*?)startxref/s.exec(latin.slice(table))?.[1] ?? '';
  const offsets = [...latin.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
    Number(offset),
  );

  const read = (id: number): PdfObject => {
    const offset = offsets[id - 1] ?? -1;
    const begin = `${id} 0 obj\n`;
    if (!latin.startsWith(begin, offset)) throw new Error(`Object ${id} is not at ${offset}`);
    const body = latin.slice(offset + begin.length);
    const entries = body.slice(0, body.search(/\n(?:stream|endobj)\n/));
    const length = /\/Length (\d+)\n/.exec(entries)?.[1];
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
  const named = (object: PdfObject, names: RegExp) =>
    [...object.entries.matchAll(names)].map(([, name = '', id]) => [name, read(Number(id))] as const);

  const start = { entries: trailer, stream: Buffer.alloc(0) };
  const pages = follow(one(one(start, 'Root'), 'Pages'), 'Kids');
  return {
    title: readString(one(one(start, 'Info'), 'Title').entries),
    pages: pages.map((page) => readLines(page)),
    get text() {
      return this.pages.flat().join(' ');
    },
    pictures: pages
      .flatMap((page) => named(one(page, 'Resources'), /\/(I\d+) (\d+) 0 R/g))
      .map(([, { stream }]) => stream),
    links: pages
      .flatMap((page) => follow(page, 'Annots'))
      .map((link) => readString(/\/URI (\(.*\))$/m.exec(one(link, 'A').entries)?.[1] ?? '')),
  };

  function readLines(page: PdfObject): string[] {
    const maps = new Map(
      named(one(page, 'Resources'), /\/(F\d+) (\d+) 0 R/g).map(([name, font]) => [name, readGlyphs(font)]),
    );
    const lines = one(page, 'Contents').stream.toString();
    return [...lines.matchAll(/\/(F\d+) [\d.]+ Tf\n\[(.*)\] TJ/g)].map(([, font = '', glyphs = '']) =>
      [...glyphs.matchAll(/<([\da-f]*)>/g)]
        .flatMap(([, run = '']) => run.match(/.{4}/g) ?? [])
        .map((glyph) => maps.get(font)?.[Number.parseInt(glyph, 16)] ?? `(${glyph}?)`)
        .join(''),
    );
  }

  /** Reads the texts of the glyphs, in their order. */
  function readGlyphs(font: PdfObject): string[] {
    const map = one(font, 'ToUnicode').stream.toString();
    return [...map.matchAll(/^<[\da-f]{4}> <[\da-f]{4}> \[(.*)\]$/gm)].flatMap(([, texts = '']) =>
      [...texts.matchAll(/<([\da-f ]*)>/g)].map(([, hex = '']) =>
        Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    );
  }
}

/** Reads a string in parentheses. */
function readString(written: string): string {
  const bytes = Buffer.from(written.slice(1, -1).replaceAll(/\\(.)/g, '$1'), 'latin1');
  return bytes[0] === 0xfe ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1');
}
