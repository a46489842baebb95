import { expect, test } from 'vitest';
import { zip } from '#tests/support/workbook.ts';
import { fileOf } from '../files/file-source.server.ts';
import { readDatabase } from './read-database.server.ts';

async function read(tables: Record<string, string | Buffer>): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  const entries = Object.entries(tables).map(([name, content]) => ({ name, content: Buffer.from(content) }));
  for await (const { kind, code, name } of readDatabase(fileOf(zip(entries))))
    names[`${kind} ${code}`] = name;
  return names;
}

/** Invented rows, with the columns of the databases' documentation. */
const tables = {
  'VCdb/BaseVehicle.txt': 'BaseVehicleID|YearID|MakeID|ModelID\r\n9006|2006|1|2\r\n9007|2007|1|99\r\n',
  'VCdb/Make.txt': 'MakeID|MakeName\r\n1|Quill\r\n',
  'VCdb/Model.txt': 'ModelID|ModelName|VehicleTypeID\r\n2|Dart 5" Lift|5\r\n',
  'VCdb/Submodel.txt': 'SubmodelID|SubmodelName\r\n91|EX\r\n',
  'VCdb/EngineBlock.txt':
    'EngineBlockID|Liter|CC|CID|Cylinders|BlockType\r\n7|1.8|1799|110|4|L\r\n8|-|-|-|8|V\r\n9|0.0|0|0|-|-\r\n',
  'VCdb/EngineBase2.txt': 'EngineBaseID|EngineBlockID|EngineBoreStrokeID\r\n92|7|1\r\n',
  'VCdb/Class.txt': 'ClassID|ClassName\r\n1|x\r\n',
  'PCdb_Parts_20260130.csv': '"PartTerminologyName","PartTerminologyID"\n"Alternator, large",900001\n',
  'PCdb/Positions.txt': '94|Front\r\n95|Rear Left\r\n',
  'Qdb/Qualifier.txt': 'QualifierID|QualifierText|ExampleText\r\n93|With <p1 type="size"/> Rotor|x\r\n',
  'Brand.txt':
    'BrandID|BrandName|SubBrandID|SubBrandName\r\nZZQA|Quillon|ZZQC|Quillon Pro\r\nZZQA|Quillon||\r\n',
};

test('the tables of a delivery name ids', async () => {
  expect(await read(tables)).toEqual({
    'Make 1': 'Quill',
    'Model 2': 'Dart 5" Lift',
    'BaseVehicle 9006': '2006|Quill|Dart 5" Lift',
    'SubModel 91': 'EX',
    'EngineBlock 7': '1.8L L4',
    'EngineBlock 8': 'V8',
    'EngineBase 92': '1.8L L4',
    'Part 900001': 'Alternator, large',
    'Position 94': 'Front',
    'Position 95': 'Rear Left',
    'Qualifier 93': 'With … Rotor',
    'Brand ZZQA': 'Quillon',
    'Brand ZZQC': 'Quillon Pro',
  });
});

test('without lines of names, columns are those of the documentation', async () => {
  const names = await read({
    'Make.txt': '"1","Quill"\n',
    'model.txt': '2\tDart\t5\n',
    'BaseVehicle.txt': '\uFEFF9006|2006|1|2\n',
  });
  expect(names['BaseVehicle 9006']).toBe('2006|Quill|Dart');
});

test.each([
  ['no table', { 'readme.txt': 'x' }, /no table that the shop reads/],
  ['empty tables', { 'Make.txt': '' }, /name nothing/],
  ['no text', { 'Make.txt': Buffer.from('\0\0') }, /is no text/],
  ['an endless line', { 'Make.txt': `1|${'x'.repeat(300_000)}` }, /Make.txt can't be read/],
])('a delivery with %s is refused', async (_name, given, message) => {
  await expect(read(given)).rejects.toThrow(message);
});

test('another file is refused', async () => {
  const reading = readDatabase(fileOf(Buffer.from('MakeID|MakeName\n1|Quill\n')));
  await expect(reading.next()).rejects.toThrow('The ZIP file is damaged or incomplete');
});
