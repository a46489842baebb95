import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type PdfFile, type PdfObject, refer } from './pdf-file.server.ts';
import { readTrueType } from './true-type.server.ts';

export type Weight = 'regular' | 'bold';

/** Stands for characters that the font does not have. */
const UNKNOWN = '\uFFFD';

/** A font as one file uses it. */
export interface PdfFont {
  /** Points. */
  measure(text: string, size: number): number;
  /** The glyphs of a text, as an operand of Tj. */
  encode(text: string): string;
  /** The text with the characters of the font only. */
  clean(text: string): string;
  /** Whether a character was replaced. */
  readonly hasReplaced: boolean;
  write(file: PdfFile): Promise<PdfObject>;
}

export async function loadFonts(): Promise<Record<Weight, PdfFont>> {
  return { regular: await loadFont('regular'), bold: await loadFont('bold') };
}

async function loadFont(weight: Weight): Promise<PdfFont> {
  // By package name, because this module runs from the sources and from a build.
  const path = createRequire(import.meta.url).resolve(`#services/fonts/${weight}.ttf`);
  const type = readTrueType(await readFile(path));
  const unknown = type.glyphOf(UNKNOWN.codePointAt(0) ?? 0) ?? 0;
  /** The text of each glyph that the file has. */
  const used = new Map<number, string>();
  let hasReplaced = false;
  const toGlyph = (character: string) => type.glyphOf(character.codePointAt(0) ?? 0) ?? unknown;

  return {
    get hasReplaced() {
      return hasReplaced;
    },
    clean(text) {
      const simple = text
        .normalize('NFC')
        .replaceAll(/[\p{Zs}\t]/gu, ' ')
        // Also marks of direction, which could change what a name seems to be.
        .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\uFE00-\uFE0F]/gu, '');
      return Array.from(simple, (character) => {
        if (character === '\n' || type.glyphOf(character.codePointAt(0) ?? 0) !== undefined) return character;
        hasReplaced = true;
        return UNKNOWN;
      }).join('');
    },
    measure(text, size) {
      let width = 0;
      for (const character of text) width += type.widthOf(toGlyph(character));
      return (width * size) / 1_000;
    },
    encode(text) {
      let glyphs = '';
      for (const character of text) {
        const glyph = toGlyph(character);
        used.set(glyph, character);
        glyphs += hex(glyph);
      }
      return `<${glyphs}>`;
    },
    async write(file) {
      const name = `PartyardSans-${weight}`;
      const program = await file.addCompressed(type.file, `/Length1 ${type.file.length}`);
      const descriptor = file.add(
        `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${type.box.join(' ')}] /ItalicAngle 0 ` +
          `/Ascent ${type.ascent} /Descent ${type.descent} /CapHeight ${type.ascent} /StemV 80 /FontFile2 ${refer(program)} >>`,
      );
      const widths = [...used.keys()].map((glyph) => `${glyph} [${type.widthOf(glyph)}]`).join(' ');
      const descendant = file.add(
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDToGIDMap /Identity /FontDescriptor ${refer(descriptor)} ` +
          `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [${widths}] >>`,
      );
      const toUnicode = await file.addCompressed(writeToUnicode(used));
      return file.add(
        `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H ` +
          `/DescendantFonts [${refer(descendant)}] /ToUnicode ${refer(toUnicode)} >>`,
      );
    },
  };
}

const hex = (glyph: number) => glyph.toString(16).padStart(4, '0');

/** In a block. */
const MAX_CHARACTERS = 100;

/** Which text the glyphs are, for those who search and copy it. */
function writeToUnicode(used: ReadonlyMap<number, string>): string {
  const lines = [...used].map(
    ([glyph, text]) => `<${hex(glyph)}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
  );
  const blocks = [];
  for (let first = 0; first < lines.length; first += MAX_CHARACTERS) {
    const block = lines.slice(first, first + MAX_CHARACTERS);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
