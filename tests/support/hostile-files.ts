import { randomBytes } from 'node:crypto';
import { workbookOf, zip } from './workbook.ts';

const MEGABYTE = 1024 * 1024;

/** The check at the file's arrival reads fewer rows, so only the job meets what follows them. */
const ROWS = Array.from(
  { length: 39 },
  (_, index) => `<row r="${index + 1}"><c t="inlineStr"><is><t>Name ${index}</t></is></c></row>`,
).join('');

const repeated = (text: string, bytes: number) => Buffer.alloc(bytes, text).toString('latin1');

const numbered = (count: number, write: (number: string) => string) =>
  Array.from({ length: count }, (_, index) => write(index.toString(36))).join('');

/** Makes texts that do not compress. */
const randomTexts = (count: number) =>
  Array.from({ length: count }, () => `<si><t>${randomBytes(16_000).toString('hex')}</t></si>`).join('');

const afterRows = (xml: () => string) => () => workbookOf(ROWS + xml());

/** Workbooks that need much memory, processor or both, and the message that each gets. They are made on demand. */
export const hostileWorkbooks: readonly (readonly [name: string, make: () => Buffer, message: RegExp])[] = [
  [
    'tags nested to 400 MB',
    afterRows(() => repeated('<n>', 400 * MEGABYTE)),
    /nested more than 100 levels deep/,
  ],
  [
    'a tag with millions of attributes',
    () => workbookOf(`${ROWS}<row${numbered(1_000_000, (number) => ` a${number}=""`)}/>`),
    /an XML tag with more than 200 attributes/,
  ],
  [
    'attributes of 20 MB',
    () => workbookOf(`${ROWS}<row${numbered(150, (number) => ` a${number}="${'x'.repeat(60_000)}"`)}/>`),
    /attributes of more than 100,000 characters/,
  ],
  [
    'a name of 20 MB',
    afterRows(() => `<${repeated('n', 20 * MEGABYTE)}/>`),
    /name, attribute or comment that is too long/,
  ],
  [
    'a name of 300 characters',
    afterRows(() => `<${'n'.repeat(300)}/>`),
    /an XML name of more than 200 characters/,
  ],
  ['a comment of 20 MB', afterRows(() => `<!--${repeated('x', 20 * MEGABYTE)}-->`), /too long/],
  ['a value of 20 MB', afterRows(() => `<row a="${repeated('x', 20 * MEGABYTE)}"/>`), /too long/],
  [
    'a text of 20 MB',
    afterRows(() => `<row r="40"><c t="str"><v>${repeated('x', 20 * MEGABYTE)}</v></c></row>`),
    /Line 40 is longer than 256,000 characters/,
  ],
  [
    'a text of 20 MB outside of cells',
    afterRows(() => repeated('x', 20 * MEGABYTE)),
    /compressed too much to be one/,
  ],
  [
    'a document type with entities',
    () => workbookOf('<!DOCTYPE a [<!ENTITY b "c">]><row/>'),
    /document type|can't be read/,
  ],
  [
    'a million formats',
    () =>
      workbookOf(ROWS, {
        styles: `<styleSheet>${numbered(1_000_000, (number) => `<numFmt numFmtId="${number}" formatCode="${number}"/>`)}</styleSheet>`,
      }),
    /too many formats of cells/,
  ],
  ['texts of 70 MB', () => workbookOf(ROWS, { shared: randomTexts(2_200) }), /too much text/],
  [
    'names of files of 40 MB',
    () =>
      zip(
        Array.from({ length: 700 }, (_, index) => ({
          name: `${index}${'n'.repeat(60_000)}`,
          content: Buffer.from(''),
        })),
      ),
    /a file with too long a name in it/,
  ],
  [
    'many files',
    () => zip(Array.from({ length: 60_000 }, (_, index) => ({ name: `${index}`, content: Buffer.from('') }))),
    /too many files in it/,
  ],
];
