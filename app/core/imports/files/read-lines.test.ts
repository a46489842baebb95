import { describe, expect, test } from 'vitest';
import { workbookOf, zip } from '#tests/support/workbook.ts';
import { fileOf, type FileSource } from './file-source.server.ts';
import { openLines, probeFile } from './read-lines.server.ts';

async function read(content: Uint8Array | string): Promise<string[][]> {
  const lines: string[][] = [];
  for await (const { cells } of (await openLines(fileOf(Buffer.from(content)))).lines) lines.push(cells);
  return lines;
}

describe('separated values', () => {
  test.each([',', ';', '\t', '|'])('separated by %j', async (separator) => {
    const content = `Name,SKU,Notes\n"Hood, red; ""L""|x\ty",0042,"two\r\nlines"\n,,\nPads,7,\n`;
    const [name, sku, notes] = ['Hood, red; "L"|x\ty', '0042', 'two\r\nlines'];
    const sent = content.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, separator);
    expect(await read(sent)).toEqual([
      ['Name', 'SKU', 'Notes'],
      [name, sku, notes],
      ['Pads', '7', ''],
    ]);
  });

  const umlauts = 'Name;Preis\r\nKotflügel für Käfer;1.234,50\r\n';
  const little = Buffer.from(umlauts, 'utf16le');
  const big = Buffer.from(little).swap16();
  test.each([
    ['UTF-8', Buffer.from(umlauts)],
    ['UTF-8 with a mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(umlauts)])],
    ['UTF-16LE', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['UTF-16BE', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ['UTF-16LE without a mark', little],
    ['UTF-16BE without a mark', big],
    ['Windows-1252', Buffer.from(umlauts, 'latin1')],
  ])('in %s', async (_name, content) => {
    expect(await read(content)).toEqual([
      ['Name', 'Preis'],
      ['Kotflügel für Käfer', '1.234,50'],
    ]);
  });

  test('lines are numbered as in the file', async () => {
    const lines: number[] = [];
    const file = fileOf(Buffer.from('a,b\n\n1,"x\ny"\n2,"z\r\nz"\n3,\n'));
    for await (const { line } of (await openLines(file)).lines) lines.push(line);
    expect(lines).toEqual([1, 3, 5, 7]);
  });
});

test('a workbook: the first visible sheet, formulas as their values, dates, and leading zeros', async () => {
  const rows = `
    <row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>Pri</t></is></c></row>
    <row r="3"/>
    <row r="4"><c r="A4" t="str"><f>A1&amp;"x"</f><v>Hood</v></c><c r="B4" s="1"><v>45000.5</v></c>
      <c r="C4"><f>1/0</f><v>49.990000000000002</v></c><c r="D4" s="2"><v>42</v></c><c r="E4" t="b"><v>1</v></c></row>`;
  const content = workbookOf(rows, {
    shared: '<si><r><t>Na</t></r><r><t>me</t></r><rPh><t>no</t></rPh></si>',
  });
  expect(await read(content)).toEqual([
    ['Name', '', 'Pri'],
    ['Hood', '2023-03-15', '49.99', '00042', 'yes'],
  ]);
});

test('rows of a workbook have the numbers that its program shows', async () => {
  const cell = '<c><v>1</v></c>';
  const rows = `<row r="2">${cell}</row><row r="5">${cell}</row><row>${cell}</row>`;
  const numbers: number[] = [];
  for await (const { line } of (await openLines(fileOf(workbookOf(rows)))).lines) numbers.push(line);
  expect(numbers).toEqual([2, 5, 6]);
});

test('numbers of a workbook are as its formats show them', async () => {
  const codes = ['0.00', '#,##0.000', '"$"#,##0.00_);[Red]("$"#,##0.00)', '0.0', '0.00%'];
  const styles = `<styleSheet><numFmts>${codes
    .map(
      (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    )
    .join('')}</numFmts><cellXfs>${[4, 164, 165, 166, 167, 168]
    .map((id) => `<xf numFmtId="${id}"/>`)
    .join('')}</cellXfs></styleSheet>`;
  const cells = [0, 1, 2, 3, 4, 5].map((style) => `<c s="${style}"><v>45.9996</v></c>`).join('');
  expect(await read(workbookOf(`${header}<row>${cells}</row>`, { styles }))).toEqual([
    ['Name'],
    ['46', '46', '46', '46', '45.9996', '45.9996'],
  ]);
});

/** Yields one line of 100 MB. Little of it exists at a time. */
const longLine: FileSource = {
  bytes: 100_000_000,
  async *read(start = 0, end = 100_000_000) {
    for (let position = start; position < end; position += 100_000) {
      const piece = Buffer.alloc(Math.min(100_000, end - position), 'x');
      if (position === 0) piece.write('a,b\n1,"');
      yield piece;
    }
  },
};

const cell = (content: string) => `<row><c t="inlineStr"><is><t>${content}</t></is></c></row>`;
const header = cell('Name');
const aWorkbook = workbookOf(header + cell('Hood'));

describe('hostile files', () => {
  test.each<[string, Buffer | FileSource, string]>([
    ['nothing', Buffer.from(''), 'The file is empty'],
    ['only a header', Buffer.from('a,b\n'), 'The file has no lines below'],
    ['only empty lines', Buffer.from('\n\n,,\n'), 'The file is empty'],
    ['NULs', Buffer.from('a,b\n1,\0\n2,2\n3,3,3,3,3,3\n'), 'This is not a text file'],
    [
      'a picture',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
      'This is not a text file',
    ],
    [
      'a quote without its end',
      Buffer.from('a,b\n1,2\n3,"4\n5,6\n'),
      'within the quotes that begin on line 3',
    ],
    ['too many columns', Buffer.from(`${'a,'.repeat(400)}\n1`), 'Line 1 has more than 300 columns'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'from an old version of Excel'],
    ['a truncated workbook', aWorkbook.subarray(0, -40), 'damaged or incomplete'],
    [
      'a workbook cut in the middle',
      Buffer.concat([aWorkbook.subarray(0, 200), aWorkbook.subarray(300)]),
      'damaged or incomplete',
    ],
    ['a ZIP of something else', zip([{ name: 'a.txt', content: Buffer.from('a') }]), 'not an Excel workbook'],
    ['XML that ends early', workbookOf('<row><c'), "The workbook can't be read"],
    [
      'an entity that grows',
      workbookOf('<row><c t="str"><v>&lol;</v></c></row>'),
      "The workbook can't be read",
    ],
    [
      'a long cell',
      workbookOf(header + cell('x'.repeat(300_000))),
      'Line 2 is longer than 256,000 characters',
    ],
    [
      'a column far away',
      workbookOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
      'Line 1 has too many columns',
    ],
    [
      'many files',
      zip(Array.from({ length: 3_000 }, (_, index) => ({ name: `${index}`, content: Buffer.from('') }))),
      'The workbook has too many files',
    ],
    [
      'a stated size that is too large',
      zip([{ name: 'xl/workbook.xml', content: Buffer.from('x'), statedSize: 2 ** 31 }]),
      'too large when unpacked',
    ],
    [
      'a stated size that is too small',
      zip([{ name: 'xl/workbook.xml', content: Buffer.alloc(5_000_000, ' '), statedSize: 10 }]),
      'damaged or incomplete',
    ],
    [
      'texts that all are one',
      workbookOf(header, { shared: `<si><t>${'x'.repeat(1_000_000)}</t></si>`.repeat(61) }),
      'The workbook is compressed too much to be one',
    ],
    ['a line of 100 MB', longLine, 'Line 2 is longer than 256,000 characters. Is a quote missing there?'],
  ])('%s', async (_name, content, message) => {
    const before = process.memoryUsage().rss;
    const file = 'read' in content && 'bytes' in content ? content : fileOf(content as Buffer);
    await expect(probeFile(file)).rejects.toThrow(message);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });

  test.each(['1e300', '-5', '2.5', '0', '99999999999'])('a row number %s is not believed', async (number) => {
    const rows = `${header}<row r="${number}"><c><v>1</v></c></row>`;
    const found: number[] = [];
    for await (const { line } of (await openLines(fileOf(workbookOf(rows)))).lines) found.push(line);
    expect(found).toEqual([1, 2]);
  });
});
