import type { FileSource } from '../files/file-source.server.ts';
import { ImportFileError } from '../files/import-file-error.ts';
import type { RawLine } from '../files/raw-line.ts';
import { acesHeader, readAcesApp } from './aces-app.ts';
import type { FileFindings } from './findings.ts';
import { LeftOut } from './left-out.ts';
import { piesHeader, readPiesItem } from './pies-item.ts';
import { type PriceSheet, readSheet } from './pies-prices.ts';
import { openXml } from './open-xml.server.ts';
import { textOf, type XmlElement } from './xml-elements.ts';
import { readRecords } from './xml-records.server.ts';

const FIRST_LINE = 1;

/** Suppliers have some dozen price sheets. */
const MAX_SHEETS = 10_000;

const containers = new Set(['Items', 'PriceSheets']);
const skipped = new Set(['MarketingCopy', 'Asset', 'DigitalAsset']);

/** Versions that the readers know. Others have elements of other names. */
const known = { PIES: /^[78](\.|$)/, ACES: /^[45](\.|$)/ } as const;

/**
 * Yields the lines of a PIES or ACES file, first the names of their columns. The number of a line is that of its item or application,
 * because such files often have no line ends. Returns undefined if the file is no XML. @throws {ImportFileError}
 */
export async function readStandard(
  file: FileSource,
  {
    onFindings,
    today = new Date().toISOString().slice(0, 10),
  }: {
    onFindings?: (findings: FileFindings) => void;
    today?: string;
  } = {},
): Promise<AsyncGenerator<RawLine> | undefined> {
  const xml = await openXml(file);
  return xml && readXmlLines(xml, { onFindings, today });
}

async function* readXmlLines(
  { content, encoding }: { content: AsyncIterable<Uint8Array>; encoding: string },
  { onFindings, today }: { onFindings: ((findings: FileFindings) => void) | undefined; today: string },
): AsyncGenerator<RawLine> {
  let standard: keyof typeof known | undefined;
  let version = '';
  let hasHeader = false;
  let brand = '';
  let currency = 'USD';
  let language = 'EN';
  let lines = 0;
  let others = 0;
  let stated: string | undefined;
  const sheets = new Map<string, PriceSheet>();
  const leftOut = new LeftOut();

  function begin(record: XmlElement): void {
    if (hasHeader) throw new ImportFileError('The file has a second Header');
    if (standard === 'PIES') version = textOf(record, 'PIESVersion');
    checkVersion(standard ?? 'PIES', version);
    hasHeader = true;
    brand = textOf(record, 'BrandAAIAID') || textOf(record, 'BrandID') || brand;
    currency = textOf(record, 'CurrencyCode') || currency;
    language = textOf(record, 'LanguageCode') || language;
  }

  const records = readRecords(content, {
    encoding,
    containers,
    skipped,
    onRoot({ name, attributes }) {
      if (name !== 'PIES' && name !== 'ACES')
        throw new ImportFileError(`This XML file is neither PIES nor ACES. Its first element is ${name}`);
      standard = name;
      version = attributes['version'] ?? '';
    },
  });
  for await (const record of records) {
    switch (record.name) {
      case 'Header':
        begin(record);
        yield { line: FIRST_LINE, cells: [...(standard === 'PIES' ? piesHeader : acesHeader)] };
        break;
      case 'PriceSheet':
        sheets.set(...readSheet(record));
        if (sheets.size > MAX_SHEETS) throw new ImportFileError('The file has too many price sheets');
        break;
      case 'Item':
      case 'App':
        if (!hasHeader) throw new ImportFileError('The file has no Header before its records');
        lines += 1;
        yield {
          line: lines,
          cells:
            standard === 'PIES'
              ? readPiesItem(record, { today, currency, language, sheets }, leftOut)
              : readAcesApp(record, brand, leftOut),
        };
        break;
      case 'MarketingCopy':
        leftOut.add('Marketing texts of several parts');
        break;
      case 'Asset':
      case 'DigitalAsset':
        others += Number(record.name === 'Asset');
        leftOut.add('Pictures and diagrams of vehicles');
        break;
      case 'Trailer':
      case 'Footer':
        stated = textOf(record, standard === 'PIES' ? 'ItemCount' : 'RecordCount');
    }
  }
  checkCount({ standard: standard ?? 'PIES', stated, lines, others });
  onFindings?.({ format: `${standard} ${version}`, leftOut: leftOut.read() });
}

function checkVersion(standard: keyof typeof known, version: string): void {
  if (known[standard].test(version)) return;
  const versions = standard === 'PIES' ? '7 and 8' : '4 and 5';
  throw new ImportFileError(
    version === ''
      ? `The file doesn't state its version of ${standard}. The shop reads the versions ${versions}`
      : `This is ${standard} ${version.slice(0, 10)}. The shop reads the versions ${versions}`,
  );
}

interface Counted {
  standard: keyof typeof known;
  /** The file's own count. Undefined if it is missing. */
  stated: string | undefined;
  lines: number;
  /** Assets of ACES. Some programs count them. */
  others: number;
}

/** A file that was cut off between two records may still be whole XML. */
function checkCount({ standard, stated, lines, others }: Counted): void {
  const [end, word] = standard === 'PIES' ? ['Trailer', 'items'] : ['Footer', 'applications'];
  if (stated === undefined) throw new ImportFileError(`The file has no ${end}. Is it complete?`);
  const count = Number(stated.replaceAll(',', ''));
  if (stated !== '' && (count === lines || count === lines + others)) return;
  throw new ImportFileError(
    `The file's ${end} counts ${stated.slice(0, 20) || 'no'} ${word}, but it has ${lines.toLocaleString('en-US')}. Is it complete?`,
  );
}
