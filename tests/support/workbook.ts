import { crc32, deflateRawSync } from 'node:zlib';

interface ZipEntry {
  name: string;
  content: Uint8Array;
  /** The size that the file states. */
  statedSize?: number;
  /** The mode in Unix. */
  mode?: number;
}

/** Makes a ZIP file of these entries. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, statedSize = content.length, mode = 0 } of entries) {
    const packed = deflateRawSync(content, { level: 1 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(statedSize, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, rest, Buffer.from(name)]),
    );
    files.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end]);
}

const text = (content: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${content}`);

const workbook = text(
  '<workbook xmlns:r="r"><sheets><sheet name="Hidden" state="hidden" r:id="rId9"/><sheet name="Parts" r:id="rId1"/></sheets></workbook>',
);
const relations = text(
  '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
);
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>';

/** Makes a workbook with these rows of a sheet and these shared texts, both as XML. */
export function workbookOf(
  rows: string,
  { shared = '', styles = STYLES, extra = [] as ZipEntry[] } = {},
): Buffer {
  return zip([
    { name: 'xl/workbook.xml', content: workbook },
    { name: 'xl/_rels/workbook.xml.rels', content: relations },
    { name: 'xl/styles.xml', content: text(styles) },
    { name: 'xl/sharedStrings.xml', content: text(`<sst>${shared}</sst>`) },
    ...extra,
    {
      name: 'xl/worksheets/sheet1.xml',
      content: text(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    },
  ]);
}
