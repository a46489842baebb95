import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Where the published schemas may be. The project keeps no copy of them. */
const folders = [process.env.UCP_SCHEMAS, '../shared/ucp/source', '../../shared/ucp/source'];

const folder = folders.find((each) => each !== undefined && existsSync(join(each, 'schemas/ucp.json')));

if (folder === undefined)
  console.warn(
    'The schemas of the Universal Commerce Protocol are not here (UCP_SCHEMAS): answers are not checked.',
  );

let ajv: Ajv2020 | undefined;

function read(): Ajv2020 {
  const created = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(created);
  for (const name of readdirSync(join(folder ?? '', 'schemas'), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.json'))
      created.addSchema(JSON.parse(readFileSync(join(folder ?? '', 'schemas', name), 'utf8')));
  }
  // The published folder lacks this schema, which others refer to.
  created.addSchema({ $id: 'https://ucp.dev/schemas/transports/embedded_config.json' });
  return created;
}

/**
 * Checks a value by a published schema. Returns what is wrong, and nothing if the schemas are not here.
 * @param path Example: 'shopping/catalog_search.json#/$defs/search_response'.
 */
export function validateUcp(path: string, value: unknown): string[] {
  if (folder === undefined) return [];
  ajv ??= read();
  const validate = ajv.getSchema(`https://ucp.dev/schemas/${path}`);
  if (!validate) throw new Error(`There is no schema ${path}`);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
