import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arrayBuffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { create, type Font } from 'fontkit';
import PdfDocument from 'pdfkit';

type Weight = 'regular' | 'bold';

/** US Letter, in points. */
const WIDTH = 612;
const HEIGHT = 792;
const MARGIN = 54;
const CONTENT_WIDTH = WIDTH - 2 * MARGIN;
const BOTTOM = HEIGHT - MARGIN - 18;

const SIZE = 9.5;
const LEADING = 1.4;
const GAP = 14;

/** Points. Higher pictures are drawn smaller. */
export const PICTURE_HEIGHT = 260;

/** Milliseconds of work before other requests have their turn. */
const TURN_MS = 2;

export interface Cell {
  text: string;
  /** Share of the width. */
  share: number;
  weight?: Weight;
  gray?: boolean;
  right?: boolean;
  /** Address that the cell opens. */
  link?: string | undefined;
}

export interface Picture {
  jpeg: Buffer;
  width: number;
  height: number;
  caption: string;
}

interface Look {
  size: number;
  weight: Weight;
  gray: boolean;
}

/** Drawings of a page in their order. They wait until the number of pages is known. */
type Page = ((file: PDFKit.PDFDocument) => void)[];

/** Replaces characters that the fonts do not have. */
const UNKNOWN = '\uFFFD';

const require = createRequire(import.meta.url);

const fontPaths: Record<Weight, string> = {
  regular: require.resolve('#core/platform/fonts/regular.ttf'),
  bold: require.resolve('#core/platform/fonts/bold.ttf'),
};

/** Writes texts, tables and pictures one below the other. Begins a new page where one is full. */
export class PdfPages {
  readonly #file: PDFKit.PDFDocument;
  readonly #content: Promise<ArrayBuffer>;
  readonly #fonts: Record<Weight, Font>;
  readonly #pages: Page[] = [];
  /** Points from the upper edge. */
  #y = HEIGHT;
  #turnBegan = performance.now();

  /** True once a character was replaced because the fonts do not have it. */
  hasReplaced = false;

  static async create({ title }: { title: string }): Promise<PdfPages> {
    const pages = new PdfPages(title, { regular: await readFont('regular'), bold: await readFont('bold') });
    await setImmediate();
    return pages;
  }

  private constructor(title: string, fonts: Record<Weight, Font>) {
    this.#fonts = fonts;
    this.#file = new PdfDocument({
      pdfVersion: '1.7',
      size: [WIDTH, HEIGHT],
      margin: 0,
      autoFirstPage: false,
      font: fontPaths.regular,
      info: { Title: title },
      displayTitle: true,
      lang: 'en-US',
    });
    this.#content = arrayBuffer(this.#file);
  }

  title(text: string): void {
    this.#row([{ text, share: 1, weight: 'bold' }], 18);
    this.#y += GAP / 2;
  }

  /** @param room Points below the heading that must fit on the same page. */
  heading(text: string, room = 20): void {
    this.#needRoom(GAP + 24 + room);
    this.#y += GAP;
    this.#row([{ text, share: 1, weight: 'bold' }], 12);
    const y = this.#y;
    this.#page.push((file) =>
      file
        .moveTo(MARGIN, y)
        .lineTo(WIDTH - MARGIN, y)
        .lineWidth(0.5)
        .stroke('#bfbfbf'),
    );
    this.#y += 4;
  }

  paragraph(text: string, look: Partial<Omit<Cell, 'text' | 'share'>> = {}): void {
    this.#row([{ ...look, text, share: 1 }], SIZE);
  }

  /** Writes a name and its value. */
  fact(name: string, text: string, link?: string): void {
    this.#row(
      [
        { text: name, share: 0.26, gray: true },
        { text, share: 0.74, link },
      ],
      SIZE,
    );
  }

  /** Lets other requests be answered in between. */
  async rows<T>(items: readonly T[], write: (item: T) => readonly Cell[]): Promise<void> {
    for (const item of items) {
      this.#row(write(item), SIZE);
      await this.#yieldTurn();
    }
  }

  /** Writes two pictures in a row. */
  pictures(pictures: readonly Picture[]): void {
    const width = (CONTENT_WIDTH - GAP) / 2;
    for (let first = 0; first < pictures.length; first += 2) {
      const pair = pictures.slice(first, first + 2).map((picture, index) => {
        const scale = Math.min(width / picture.width, PICTURE_HEIGHT / picture.height);
        return {
          picture,
          x: MARGIN + index * (width + GAP),
          width: picture.width * scale,
          height: picture.height * scale,
        };
      });
      const height = Math.max(...pair.map((each) => each.height));
      this.#needRoom(height + 3 * SIZE * LEADING);
      for (const { picture, x, ...size } of pair) {
        const y = this.#y;
        this.#page.push((file) => file.image(picture.jpeg, x, y, size));
      }
      this.#y += height + 2;
      this.#row(
        pair.map(({ picture }) => ({
          text: picture.caption,
          share: (width + GAP) / CONTENT_WIDTH,
          gray: true,
        })),
        SIZE - 1,
      );
      this.#y += GAP / 2;
    }
  }

  /** @param footer Text at the foot of each page. */
  async finish(footer: string): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.#file;
    const look = { size: SIZE - 1.5, weight: 'regular', gray: true } as const;
    for (const [index, page] of this.#pages.entries()) {
      file.addPage();
      const text = this.#clean(`${footer}, page ${index + 1} of ${this.#pages.length}`, look.weight);
      page.push(() => this.#write(text, MARGIN, HEIGHT - MARGIN - look.size, look));
      for (const draw of page) {
        draw(file);
        await this.#yieldTurn();
      }
    }
    await setImmediate();
    file.end();
    return new Uint8Array(await this.#content);
  }

  async #yieldTurn(): Promise<void> {
    if (performance.now() - this.#turnBegan < TURN_MS) return;
    await setImmediate();
    this.#turnBegan = performance.now();
  }

  get #page(): Page {
    return this.#pages.at(-1) ?? this.#beginPage();
  }

  #beginPage(): Page {
    const page: Page = [];
    this.#pages.push(page);
    this.#y = MARGIN;
    return page;
  }

  #needRoom(height: number): void {
    if (this.#y + height > BOTTOM) this.#beginPage();
  }

  /** Writes cells side by side, each in as many lines as it needs. */
  #row(cells: readonly Cell[], size: number): void {
    let x = MARGIN;
    const columns = cells.map(({ text, share, weight = 'regular', gray = false, right, link }) => {
      const look = { size, weight, gray };
      const width = share * CONTENT_WIDTH - 6;
      const column = {
        x,
        width,
        look,
        right,
        link,
        lines: this.#wrap(this.#clean(text, weight), look, width),
      };
      x += share * CONTENT_WIDTH;
      return column;
    });
    const height = size * LEADING;
    const count = Math.max(...columns.map(({ lines }) => lines.length));
    for (let line = 0; line < count; line += 1) {
      this.#needRoom(height);
      const y = this.#y;
      this.#y += height;
      for (const { lines, look, x: left, width, right, link } of columns) {
        const text = lines[line];
        if (!text) continue;
        const start = right ? left + width - this.#measuring(look).widthOfString(text) : left;
        this.#page.push(() => this.#write(text, start, y, look, link));
      }
    }
  }

  #measuring({ size, weight }: Look): PDFKit.PDFDocument {
    return this.#file.font(fontPaths[weight], size);
  }

  #write(text: string, x: number, y: number, look: Look, link?: string): void {
    this.#measuring(look)
      .fillColor(look.gray ? '#595959' : 'black')
      .text(text, x, y, { lineBreak: false, ...(link !== undefined && { link: new URL(link).href }) });
  }

  /** Returns the text with only the characters that the font has. */
  #clean(text: string, weight: Weight): string {
    const simple = text
      .normalize('NFC')
      .replaceAll(/[\p{Zs}\t]/gu, ' ')
      // Removes marks of direction too, which could change how a name reads.
      .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\uFE00-\uFE0F]/gu, '');
    return Array.from(simple, (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (character === '\n' || this.#fonts[weight].hasGlyphForCodePoint(code)) return character;
      this.hasReplaced = true;
      return UNKNOWN;
    }).join('');
  }

  /** Splits at spaces. Splits words that are longer than a line. */
  #wrap(text: string, look: Look, width: number): string[] {
    const file = this.#measuring(look);
    const space = file.widthOfString(' ');
    return text.split('\n').flatMap((paragraph) => {
      const lines: string[] = [];
      let line = '';
      let filled = 0;
      for (const word of paragraph.split(' ').flatMap((each) => splitWord(each, file, width))) {
        const length = file.widthOfString(word);
        if (line !== '' && filled + space + length > width) {
          lines.push(line);
          line = '';
        }
        filled = line === '' ? length : filled + space + length;
        line = line === '' ? word : `${line} ${word}`;
      }
      lines.push(line);
      return lines;
    });
  }
}

async function readFont(weight: Weight): Promise<Font> {
  return create(await readFile(fontPaths[weight])) as Font;
}

function splitWord(word: string, file: PDFKit.PDFDocument, width: number): string[] {
  if (file.widthOfString(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let filled = 0;
  for (const character of word) {
    const length = file.widthOfString(character);
    if (piece !== '' && filled + length > width) {
      pieces.push(piece);
      piece = '';
      filled = 0;
    }
    piece += character;
    filled += length;
  }
  return [...pieces, piece];
}
