import type { DatabaseSync } from 'node:sqlite';
import { readVinSchemas } from '../../app/core/vehicles/vin-data.server.ts';
import { computeCheckDigit, manufacturerCode, modelYears, type Vin } from '../../app/core/vehicles/vin.ts';
import { matchPatterns } from '../../app/core/vehicles/vin-patterns.ts';
import { VEHICLE_TYPES } from './vehicle-database.ts';

const SAMPLES = 2_000;

const NEWEST_YEAR = 2027;

/** Compares models of random VINs with those that SQLite finds in the whole database. */
export async function checkDecoder(database: DatabaseSync): Promise<boolean> {
  const samples = database
    .prepare(
      `select Wmi.Wmi as code, upper(Keys) as keys, YearFrom as year
       from Pattern join Wmi_VinSchema using (VinSchemaId) join Wmi on WmiId = Wmi.Id
       where ElementId = 28 and VehicleTypeId in ${VEHICLE_TYPES} and YearFrom >= 1981 and length(Wmi.Wmi) = 3
       order by (Pattern.Id * 7919 + Wmi_VinSchema.Id * 104729) % 1000003, 1, 2 limit ${SAMPLES}`,
    )
    .all() as unknown as { code: string; keys: string; year: number }[];
  const expected = database.prepare(
    `select distinct trim(Make.Name) || '/' || trim(Model.Name) as name, upper(trim(Keys)) as keys
     from Wmi join Wmi_VinSchema on WmiId = Wmi.Id join Pattern using (VinSchemaId)
       join Model on Model.Id = cast(AttributeId as integer) join Make_Model on ModelId = Model.Id
       join Make on Make.Id = Make_Model.MakeId
     where ElementId = 28 and Wmi.Wmi = ?1 and ?2 between YearFrom and coalesce(YearTo, 9999)
       and VehicleTypeId in ${VEHICLE_TYPES}
       and ?3 glob replace(replace(replace(upper(trim(Keys)), '*', '?'), '#', '[0-9]'), '|', '|') || '*'`,
  );
  let same = 0;
  const times: number[] = [];
  for (const { code, keys, year } of samples) {
    const vin = makeVin(code, keys, year);
    if (vin === undefined) continue;
    const found = expected.all(code, year, `${vin.slice(3, 8)}|${vin.slice(9)}`) as {
      name: string;
      keys: string;
    }[];
    const exactness = (text: string) => text.replaceAll(/\[[^\]]*\]/g, 'A').replaceAll(/[*|]/g, '').length;
    const most = Math.max(...found.map((row) => exactness(row.keys)));
    const wanted = [
      ...new Set(found.filter((row) => exactness(row.keys) === most).map(({ name }) => name)),
    ].toSorted();
    const started = performance.now();
    const read = await readVinSchemas(manufacturerCode(vin), year);
    const { models } = matchPatterns(vin, read?.schemas ?? []);
    times.push(performance.now() - started);
    if (models.join() === wanted.join()) same += 1;
    else console.log(code, keys, year, vin, wanted, models);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(1);
  console.log(
    `${same} of ${times.length} VINs as in the database; ${at(0.5)} ms each, ${at(0.99)} ms for the slowest 1 %`,
  );
  return same === times.length;
}

/** Makes a VIN that matches the keys. Returns undefined if the year has no code in VINs. */
function makeVin(code: string, keys: string, year: number): Vin | undefined {
  const [first = '', second = ''] = keys.split('|');
  const vehicle = fill(first).padEnd(5, 'A').slice(0, 5);
  const rest = fill(second).padEnd(8, '1').slice(0, 8);
  const yearCode = 'ABCDEFGHJKLMNPRSTVWXY123456789'.charAt((year - 1980) % 30);
  const without = `${code}${vehicle}0${yearCode}${rest.slice(1)}`;
  const vin = `${without.slice(0, 8)}${computeCheckDigit(without)}${without.slice(9)}` as Vin;
  return modelYears(vin, NEWEST_YEAR).includes(year) ? vin : undefined;
}

/** Picks one of the characters that a pattern allows at each place. */
function fill(keys: string): string {
  return keys
    .replaceAll(/\[(.)[^\]]*\]/g, '$1')
    .replaceAll('*', 'A')
    .replaceAll('#', '5');
}
