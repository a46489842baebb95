import { describe, expect, test } from 'vitest';
import { workbookOf } from '#tests/support/workbook.ts';
import { fileOf } from './file-source.server.ts';
import { openLines } from './read-lines.server.ts';
import { type ChosenStructure, listUnread, nameColumns, readStructure } from './structure.ts';

async function open(content: string | Buffer, chosen: ChosenStructure = {}) {
  const { look, lines } = await openLines(fileOf(Buffer.from(content)), chosen);
  const read: string[][] = [];
  for await (const { cells } of lines) read.push(cells);
  return { structure: look.structure, sheets: look.sheets, lines: read };
}

const row = (number: number, cells: Record<string, string>) =>
  `<row r="${number}">${Object.entries(cells)
    .map(([column, text]) => `<c r="${column}${number}" t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')}</row>`;

describe('the headings of a file', () => {
  test.each([
    ['titles above them', 'Acme price list\nvalid from,,,\n\nPart #,Description,List\n1,Hood,5\n', 4],
    ['comments above them', '# made by Acme\n# 2026\nPart Number,Price\nA-1,5\n', 3],
    ['words that the shop does not know', 'Preisliste;;\nArtikelnr.;Bezeichnung;VK\n1;Haube;5\n', 2],
    ['a hint for Excel', 'sep=;\nName;Price\nHood;5\n', 2],
    ['words of the shop among the parts', 'Name,Price\nEngine,Core\nHood,5\n', 1],
  ])('%s', async (_name, content, heading) => {
    expect((await open(content)).structure).toMatchObject({ heading, headingLines: 1 });
  });

  test('two lines, the first of which names groups of columns', async () => {
    const content = 'Part,,Price,\nNumber,Description,Retail,Retail\nA-1,Hood,5,6\n';
    expect(await open(content)).toMatchObject({
      structure: { heading: 1, headingLines: 2 },
      lines: [
        ['Part Number', 'Part Description', 'Price Retail', 'Price Retail'],
        ['A-1', 'Hood', '5', '6'],
      ],
    });
  });

  test('two lines, the second of which names the rest', async () => {
    const content = 'Part Number,Description,,\n,,Make,Model\nA-1,Hood,Honda,Civic\nA-2,Door,Honda,Civic\n';
    expect((await open(content)).lines[0]).toEqual(['Part Number', 'Description', 'Make', 'Model']);
  });

  test('none of them, if a person says so', async () => {
    const { lines } = await open('A-1,Hood\nA-2,Door\n', { heading: 0, headingLines: 1 });
    expect(lines).toEqual([[], ['A-1', 'Hood'], ['A-2', 'Door']]);
  });
});

test('a chosen separator, encoding and heading win, and what a file does not have is ignored', async () => {
  const content = Buffer.from('Nr;Käufer\nName;Preis, netto\nHaube;5\n', 'latin1');
  const chosen: ChosenStructure = { separator: ',', encoding: 'windows-1250', heading: 2, sheet: 'Parts' };
  expect(await open(content, chosen)).toMatchObject({
    structure: { separator: ',', encoding: 'windows-1250', heading: 2, sheet: null },
    lines: [['Name;Preis', ' netto'], ['Haube;5']],
  });
  expect((await open(content, { heading: 99 })).structure.heading).toBe(1);
});

describe('workbooks', () => {
  test('cells that are merged over several rows fill each of them', async () => {
    const rows =
      row(1, { A: 'Part #', B: 'Make', C: 'Price' }) +
      row(2, { A: '1', B: 'Toyota', C: '5' }) +
      row(3, { A: '2', C: '6' }) +
      row(5, { A: '3', B: 'Honda', C: '7' }) +
      row(6, { A: '4', C: '8' });
    const merged = '<mergeCells><mergeCell ref="B2:B4"/><mergeCell ref="A1:C1"/></mergeCells>';
    const content = workbookOf(`${rows}</sheetData>${merged}<sheetData>`);
    expect((await open(content)).lines.map(([, make]) => make)).toEqual([
      'Make',
      'Toyota',
      'Toyota',
      'Honda',
      '',
    ]);
  });
});

test('every column has a name of its own', () => {
  expect(nameColumns(['Price', '', ' price ', 'Column B'], 5)).toEqual([
    'Price',
    'Column B',
    'price (2)',
    'Column B (2)',
    'Column E',
  ]);
});

test('what is not read is listed', () => {
  const look = {
    structure: { sheet: 'Prices', encoding: null, separator: null, heading: 3, headingLines: 1 as const },
    sheets: ['Prices', 'Old'],
    lines: [
      { line: 1, cells: ['Acme'] },
      { line: 3, cells: ['Name'] },
    ],
    hasMore: false,
  };
  const read = { header: ['Name', 'Notes', 'Empty'], fields: ['part_name', null, null], filled: [3, 2, 0] };
  expect(listUnread({ ...read, look })).toEqual({
    columns: [{ name: 'Notes', lines: 2 }],
    sheets: ['Old'],
    above: 1,
  });
});

describe('the form', () => {
  const look = {
    structure: {
      sheet: null,
      encoding: 'utf-8' as const,
      separator: ',' as const,
      heading: 1,
      headingLines: 1 as const,
    },
    sheets: [],
    lines: [
      { line: 1, cells: ['Name'] },
      { line: 3, cells: ['Hood'] },
    ],
    hasMore: false,
  };
  const sent = { encoding: 'utf-8', separator: ',', heading: '3', headingLines: '2' };

  test('chooses the headings', () => {
    expect(readStructure(sent, look)).toEqual({
      structure: { encoding: 'utf-8', separator: ',', heading: 3, headingLines: 2 },
    });
  });

  test('finds the headings anew with another separator', () => {
    expect(readStructure({ ...sent, separator: ';' }, look)).toEqual({
      structure: { encoding: 'utf-8', separator: ';' },
    });
  });

  test.each([
    ['encoding', 'ebcdic', 'please choose an encoding from the list'],
    ['separator', '.', 'please choose a separator from the list'],
    ['heading', '2', 'please choose the line of the headings from the list'],
    ['heading', 'x', 'please choose the line of the headings from the list'],
  ])('refuses %s %s', (name, value, problem) => {
    expect(readStructure({ ...sent, [name]: value }, look)).toEqual({ problem });
  });
});
