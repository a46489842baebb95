import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BYTE_ORDER_MARK, formatCsvLine, unquoteFormula } from './csv.ts';

test.each([
  [['San Diego County', 1, -0.5], 'San Diego County,1,-0.5'],
  [[{ cents: -400 }, { cents: 5 }], '-4.00,0.05'],
  [['a, b', 'say "x"', 'two\nlines'], '"a, b","say ""x""","two\nlines"'],
  [['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'], "'=1+1,'+1,'-1,'@SUM(A1),'\tx,\"'\rx\""],
  [['=HYPERLINK("http://x", "y")'], '"\'=HYPERLINK(""http://x"", ""y"")"'],
  [["'=1+1", "''-1", "'90s", "'"], "''=1+1,'''-1,'90s,'"],
  [[''], ''],
])('%j', (cells, line) => {
  expect(formatCsvLine(cells)).toBe(`${line}\r\n`);
});

const odd = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', 'x'),
});

test('reading a line that was written restores every text, and none begins like a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, fc.string({ unit: 'grapheme' })), { minLength: 1 }), (texts) => {
      const file = BYTE_ORDER_MARK + formatCsvLine(['first', ...texts]);
      const [cells = []] = parse(file, { bom: true }) as string[][];
      expect(cells.map(unquoteFormula)).toEqual(['first', ...texts]);
      expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
    }),
  );
});
