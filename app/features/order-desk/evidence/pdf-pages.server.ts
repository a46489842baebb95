import { setImmediate } from 'node:timers/promises';
import { PdfFile, type PdfObject, refer, writeAddress, writeText } from './pdf-file.server.ts';
import { loadFonts, type PdfFont, type Weight } from './pdf-font.server.ts';

/** US Letter, in points. */
const WIDTH = 612;
const HEIGHT = 792;
const MARGIN = 54;
const CONTENT_WIDTH = WIDTH - 2 * MARGIN;
const BOTTOM = HEIGHT - MARGIN - 18;

const SIZE = 9.5;
const LEADING = 1.4;
const GAP = 14;

/** At most. */
export const PICTURE_HEIGHT = 260;

/** How long it works before others have their turn. */
const TURN_MS = 2;

export interface Cell {
  text: string;
  /** Share of the width. */
  share: number;
  weight?: Weight;
  gray?: boolean;
  right?: boolean;
  /** An address. */
  link?: string | undefined;
}

export interface Picture {
  jpeg: Uint8Array;
  width: number;
  height: number;
  caption: string;
}

interface Page {
  content: string[];
  images: PdfObject[];
  links: string[];
}

interface Line {
  x: number;
  size: number;
  weight: Weight;
  gray: boolean;
}

const fontNames: Record<Weight, string> = { regular: 'F1', bold: 'F2' };

/** Texts, tables and pictures one below the other. Begins a new page where one is full. */
export class PdfPages {
  readonly #file = new PdfFile();
  readonly #fonts: Record<Weight, PdfFont>;
  readonly #pages: Page[] = [];
  /** Points from the upper edge. */
  #y = HEIGHT;

  static async create(): Promise<PdfPages> {
    return new PdfPages(await loadFonts());
  }

  private constructor(fonts: Record<Weight, PdfFont>) {
    this.#fonts = fonts;
  }

  /** Whether a character was replaced, because the fonts do not have it. */
  get hasReplaced(): boolean {
    return Object.values(this.#fonts).some((font) => font.hasReplaced);
  }

  title(text: string): void {
    this.#row([{ text, share: 1, weight: 'bold' }], 18);
    this.#y += GAP / 2;
  }

  /** @param room Points below it that are on the same page. */
  heading(text: string, room = 20): void {
    this.#needRoom(GAP + 24 + room);
    this.#y += GAP;
    this.#row([{ text, share: 1, weight: 'bold' }], 12);
    this.#page.content.push(
      `0.75 G 0.5 w ${MARGIN} ${flip(this.#y)} m ${WIDTH - MARGIN} ${flip(this.#y)} l S`,
    );
    this.#y += 4;
  }

  paragraph(text: string, look: Partial<Omit<Cell, 'text' | 'share'>> = {}): void {
    this.#row([{ ...look, text, share: 1 }], SIZE);
  }

  /** A name and what it is. */
  fact(name: string, text: string, link?: string): void {
    this.#row(
      [
        { text: name, share: 0.26, gray: true },
        { text, share: 0.74, link },
      ],
      SIZE,
    );
  }

  /** Other requests are answered in between. */
  async rows<T>(items: readonly T[], write: (item: T) => readonly Cell[]): Promise<void> {
    let begun = performance.now();
    for (const item of items) {
      this.#row(write(item), SIZE);
      if (performance.now() - begun < TURN_MS) continue;
      await setImmediate();
      begun = performance.now();
    }
  }

  /** Two in a row. */
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
        const image = this.#file.addStream(
          picture.jpeg,
          `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} ` +
            `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
        );
        this.#page.images.push(image);
        this.#page.content.push(
          `q ${round(size.width)} 0 0 ${round(size.height)} ${round(x)} ${flip(this.#y + size.height)} cm /I${image} Do Q`,
        );
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

  /** @param footer Of each page. */
  async finish({ title, footer }: { title: string; footer: string }): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.#file;
    const tree = file.reserve();
    for (const [index, page] of this.#pages.entries()) {
      const text = this.#fonts.regular.clean(`${footer}, page ${index + 1} of ${this.#pages.length}`);
      const line = { x: MARGIN, size: SIZE - 1.5, weight: 'regular', gray: true } as const;
      page.content.push(this.#writeLine(text, HEIGHT - MARGIN, line));
    }
    const fonts = `/${fontNames.regular} ${refer(await this.#fonts.regular.write(file))} /${fontNames.bold} ${refer(await this.#fonts.bold.write(file))}`;
    const pages: PdfObject[] = [];
    for (const { content, images, links } of this.#pages) {
      const contents = await file.addCompressed(content.join('\n'));
      pages.push(
        file.add(
          `<< /Type /Page /Parent ${refer(tree)} /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${refer(contents)} ` +
            `/Resources << /Font << ${fonts} >> /XObject << ${images.map((image) => `/I${image} ${refer(image)}`).join(' ')} >> >> ` +
            `/Annots [${links.map((link) => refer(file.add(link))).join(' ')}] >>`,
        ),
      );
    }
    file.set(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map(refer).join(' ')}] >>`);
    const root = file.add(
      `<< /Type /Catalog /Pages ${refer(tree)} /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    );
    return file.finish({ root, info: file.add(`<< /Title ${writeText(title)} >>`) });
  }

  get #page(): Page {
    return this.#pages.at(-1) ?? this.#beginPage();
  }

  #beginPage(): Page {
    const page: Page = { content: [], images: [], links: [] };
    this.#pages.push(page);
    this.#y = MARGIN;
    return page;
  }

  #needRoom(height: number): void {
    if (this.#y + height > BOTTOM) this.#beginPage();
  }

  /** Cells side by side, each in as many lines as it needs. */
  #row(cells: readonly Cell[], size: number): void {
    let x = MARGIN;
    const columns = cells.map((cell) => {
      const { weight = 'regular' } = cell;
      const width = cell.share * CONTENT_WIDTH - 6;
      const font = this.#fonts[weight];
      const column = {
        ...cell,
        weight,
        font,
        x,
        width,
        lines: wrap(font.clean(cell.text), font, size, width),
      };
      x += cell.share * CONTENT_WIDTH;
      return column;
    });
    const height = size * LEADING;
    const count = Math.max(...columns.map(({ lines }) => lines.length));
    for (let line = 0; line < count; line += 1) {
      this.#needRoom(height);
      this.#y += height;
      for (const { lines, font, weight, gray = false, right, link, ...column } of columns) {
        const text = lines[line];
        if (!text) continue;
        const width = font.measure(text, size);
        const start = right ? column.x + column.width - width : column.x;
        const baseline = this.#y - size * 0.3;
        this.#page.content.push(this.#writeLine(text, baseline, { x: start, size, weight, gray }));
        if (link !== undefined)
          this.#page.links.push(
            writeLink(link, [start, flip(this.#y), start + width, flip(this.#y - height)]),
          );
      }
    }
  }

  #writeLine(text: string, baseline: number, { x, size, weight, gray }: Line): string {
    return `BT /${fontNames[weight]} ${size} Tf ${gray ? '0.35' : '0'} g ${round(x)} ${flip(baseline)} Td ${this.#fonts[weight].encode(text)} Tj ET`;
  }
}

/** From the upper edge to the lower one. */
const flip = (y: number) => round(HEIGHT - y);

const round = (length: number) => Math.round(length * 100) / 100;

function writeLink(address: string, box: readonly number[]): string {
  return `<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [${box.map(round).join(' ')}] /A << /S /URI /URI ${writeAddress(address)} >> >>`;
}

/** Splits at spaces, and words that are longer than a line. */
function wrap(text: string, font: PdfFont, size: number, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    let filled = 0;
    const space = font.measure(' ', size);
    for (const word of paragraph.split(' ').flatMap((each) => splitWord(each, font, size, width))) {
      const length = font.measure(word, size);
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

function splitWord(word: string, font: PdfFont, size: number, width: number): string[] {
  if (font.measure(word, size) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let filled = 0;
  for (const character of word) {
    const length = font.measure(character, size);
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
