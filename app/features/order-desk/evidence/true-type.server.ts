/** What a PDF needs to know of a TrueType font. Lengths are thousandths of the font's size. */
export interface TrueType {
  file: Buffer;
  /** Of a code point. Undefined if the font does not have it. */
  glyphOf: (codePoint: number) => number | undefined;
  widthOf: (glyph: number) => number;
  ascent: number;
  descent: number;
  box: readonly number[];
}

/** Reads the tables of a font with a character map in format 4. @throws Without it. */
export function readTrueType(file: Buffer): TrueType {
  const tables = readTables(file);
  const at = (name: string) => {
    const offset = tables.get(name);
    if (offset === undefined) throw new Error(`The font has no table ${name}`);
    return offset;
  };
  const head = at('head');
  const metrics = at('hhea');
  const scale = 1_000 / file.readUInt16BE(head + 18);
  const scaled = (offset: number) => Math.round(file.readInt16BE(offset) * scale);
  const lastWidth = file.readUInt16BE(metrics + 34) - 1;
  const widths = at('hmtx');
  const glyphs = readCharacterMap(file, at('cmap'));
  return {
    file,
    glyphOf: (codePoint) => glyphs.get(codePoint),
    widthOf: (glyph) => Math.round(file.readUInt16BE(widths + Math.min(glyph, lastWidth) * 4) * scale),
    ascent: scaled(metrics + 4),
    descent: scaled(metrics + 6),
    box: [36, 38, 40, 42].map((offset) => scaled(head + offset)),
  };
}

function readTables(file: Buffer): Map<string, number> {
  const count = file.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 12 + index * 16;
      return [file.toString('latin1', entry, entry + 4), file.readUInt32BE(entry + 8)];
    }),
  );
}

function readCharacterMap(file: Buffer, table: number): Map<number, number> {
  const subtable = Array.from(
    { length: file.readUInt16BE(table + 2) },
    (_, index) => table + file.readUInt32BE(table + 4 + index * 8 + 4),
  ).find((offset) => file.readUInt16BE(offset) === 4);
  if (subtable === undefined) throw new Error('The font has no character map in format 4');
  const bytes = file.readUInt16BE(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + bytes + 2;
  const deltas = starts + bytes;
  const offsets = deltas + bytes;
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < bytes; segment += 2) {
    const first = file.readUInt16BE(starts + segment);
    const last = file.readUInt16BE(ends + segment);
    const delta = file.readUInt16BE(deltas + segment);
    const offset = file.readUInt16BE(offsets + segment);
    for (let code = first; code <= last && code < 0xff_ff; code += 1) {
      const listed = offset === 0 ? code : file.readUInt16BE(offsets + segment + offset + (code - first) * 2);
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) % 0x1_00_00;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}
