import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants } from 'node:zlib';
import { vinFacts } from '../../app/core/vehicles/vin-patterns.ts';
import { checkDecoder } from './check-decoder.ts';
import { openVehicles, VEHICLE_TYPES } from './vehicle-database.ts';

const FILE = join(import.meta.dirname, '../../app/core/vehicles/vpic/vehicles.bin');

/** This many bytes of text are compressed together. A VIN needs one to five such chunks. */
const CHUNK_BYTES = 48 * 1024;

/** Keys are vPIC's numbers of elements. */
const elements: Record<number, { fact: (typeof vinFacts)[number]; table?: string }> = {
  28: { fact: 'model' },
  5: { fact: 'body', table: 'BodyStyle' },
  34: { fact: 'series' },
  38: { fact: 'trim' },
  9: { fact: 'cylinders' },
  13: { fact: 'liters' },
  24: { fact: 'fuel', table: 'FuelType' },
  64: { fact: 'layout', table: 'EngineConfiguration' },
  135: { fact: 'turbo', table: 'Turbo' },
  18: { fact: 'engine' },
  14: { fact: 'doors' },
  15: { fact: 'drive', table: 'DriveType' },
};

interface PatternRow {
  schema: number;
  keys: string;
  element: number;
  value: string;
}

/** Writes the data file: an index, then chunks of schemas. docs/fitment.md describes it. */
function makeFile(database: DatabaseSync, source: string): Buffer {
  const texts = readSchemas(database);
  const codes = readCodes(database);
  /** Text -> its place. The codes are in order, so that the schemas of one code are near each other. */
  const places = new Map<string, number>();
  const schemas: [chunk: number, start: number, length: number][] = [];
  const chunks: string[] = [''];
  const index: Record<string, { make: string | null; schemas: number[] }> = {};
  for (const { code, make, used } of codes) {
    const listed = used.flatMap(({ from, to, schema }) => {
      const text = texts.get(schema);
      if (text === undefined) return [];
      let place = places.get(text);
      if (place === undefined) {
        place = schemas.length;
        places.set(text, place);
        if ((chunks.at(-1) ?? '').length + text.length > CHUNK_BYTES && chunks.at(-1) !== '') chunks.push('');
        const chunk = chunks.length - 1;
        schemas.push([chunk, (chunks[chunk] ?? '').length, text.length]);
        chunks[chunk] += text;
      }
      return [from, to, place];
    });
    if (listed.length > 0 || make !== null) index[code] = { make, schemas: listed };
  }
  const packed = chunks.map((chunk) => compress(Buffer.from(chunk, 'latin1')));
  const header = compress(
    Buffer.from(
      JSON.stringify({
        source,
        chunks: packed.map(({ length }) => length),
        schemas: schemas.flat(),
        codes: index,
      }),
    ),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, ...packed]);
}

function compress(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

/** Reads the codes of manufacturers with their schemas by model year. */
function readCodes(database: DatabaseSync) {
  const rows = database
    .prepare(
      `select Wmi.Wmi as code, YearFrom as "from", coalesce(YearTo, 9999) as "to", VinSchemaId as schema
       from Wmi join Wmi_VinSchema on WmiId = Wmi.Id where VehicleTypeId in ${VEHICLE_TYPES} order by 1, 2, 3, 4`,
    )
    .all() as unknown as { code: string; from: number; to: number; schema: number }[];
  const makes = database
    .prepare(
      `select Wmi.Wmi as code, min(trim(Make.Name)) as make
       from Wmi join Wmi_Make on WmiId = Wmi.Id join Make on Make.Id = Wmi_Make.MakeId
       where VehicleTypeId in ${VEHICLE_TYPES} group by 1 having count(distinct Make.Id) = 1`,
    )
    .all() as unknown as { code: string; make: string }[];
  const makeByCode = new Map(makes.map(({ code, make }) => [code, make]));
  return [...Map.groupBy(rows, ({ code }) => code)].map(([code, used]) => ({
    code,
    make: makeByCode.get(code) ?? null,
    used,
  }));
}

/** Reads the text of each schema, by vPIC's number: a line for each keys. */
function readSchemas(database: DatabaseSync): Map<number, string> {
  const named = readNames(database);
  const rows = database
    .prepare(
      `select VinSchemaId as schema, upper(trim(Keys)) as keys, ElementId as element, trim(AttributeId) as value
       from Pattern where ElementId in (${Object.keys(elements).join()}) order by 1, 2, 3, 4`,
    )
    .all() as unknown as PatternRow[];
  const byEngine = readEngines(database);
  return new Map(
    [...Map.groupBy(rows, ({ schema }) => schema)].map(([schema, patterns]) => {
      const lines = [...Map.groupBy(patterns, ({ keys }) => keys)].map(([keys, facts]) => {
        const direct = facts.flatMap((row) => describe(named, row.element, row.value));
        const known = new Set(direct.map(([fact]) => fact));
        const engines = facts.flatMap((row) => (row.element === 18 ? [row.value] : []));
        const implied =
          engines.length === 1
            ? (byEngine.get(engines[0] ?? '') ?? [])
                .flatMap((row) => describe(named, row.element, row.value))
                .filter(([fact]) => !known.has(fact))
            : [];
        const all = [...direct, ...implied].toSorted(([one], [other]) => one - other);
        return [keys, ...new Set(all.map(([fact, value]) => `${fact}=${value}`))].join('\t');
      });
      return [schema, `${lines.filter((line) => line.includes('\t')).join('\n')}\n`] as const;
    }),
  );
}

type Names = Map<number, Map<string, string>>;

function readNames(database: DatabaseSync): Names {
  const names: Names = new Map();
  for (const [element, { table }] of Object.entries(elements)) {
    if (!table) continue;
    const rows = database.prepare(`select Id, Name from ${table}`).all();
    names.set(Number(element), new Map(rows.map(({ Id, Name }) => [String(Id), String(Name).trim()])));
  }
  const models = database
    .prepare(
      `select Model.Id as id, trim(Make.Name) || '/' || trim(Model.Name) as name
       from Model join Make_Model on ModelId = Model.Id join Make on Make.Id = MakeId`,
    )
    .all();
  names.set(28, new Map(models.map(({ id, name }) => [String(id), String(name)])));
  return names;
}

/** Skips values that the lookup tables lack, and texts that are not Latin-1. */
function describe(named: Names, element: number, value: string): [fact: number, value: string][] {
  const described = elements[element];
  const names = named.get(element);
  const text = names ? names.get(value) : value;
  // oxlint-disable-next-line no-control-regex -- Tabs and line ends separate values.
  if (!described || !text || !/^[^\0-\x1f\u0100-\uffff]+$/.test(text) || text === 'Not Applicable') return [];
  return [[vinFacts.indexOf(described.fact), text]];
}

/** Reads what the names of engines tell. */
function readEngines(database: DatabaseSync): Map<string, PatternRow[]> {
  const rows = database
    .prepare(
      `select trim(Name) as keys, ElementId as element, trim(AttributeId) as value, 0 as schema
       from EngineModelPattern join EngineModel on EngineModel.Id = EngineModelId
       where ElementId in (9, 13, 24, 64, 135) order by 1, 2, 3`,
    )
    .all() as unknown as PatternRow[];
  return Map.groupBy(rows, ({ keys }) => keys);
}

const { database, source } = await openVehicles();
const file = makeFile(database, source);
if (process.argv.includes('--check')) {
  const isSame = file.equals(await readFile(FILE));
  console.log(isSame ? `The file is the one of ${source}.` : 'The file differs: run npm run vehicles.');
  process.exitCode = isSame && (await checkDecoder(database)) ? 0 : 1;
} else {
  await writeFile(FILE, file);
  console.log(`${file.length} bytes of ${source}`);
}
