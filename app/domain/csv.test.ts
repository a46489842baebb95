import { expect, test } from 'vitest';
import { formatCsvLine } from './csv.ts';

test.each([
  [['San Diego County', 1, -0.5], 'San Diego County,1,-0.5'],
  [['a, b', 'say "x"', 'two\nlines'], '"a, b","say ""x""","two\nlines"'],
  [['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'], "'=1+1,'+1,'-1,'@SUM(A1),'\tx,\"'\rx\""],
  [['=HYPERLINK("http://x", "y")'], '"\'=HYPERLINK(""http://x"", ""y"")"'],
  [[''], ''],
])('%j', (cells, line) => {
  expect(formatCsvLine(cells)).toBe(`${line}\r\n`);
});
