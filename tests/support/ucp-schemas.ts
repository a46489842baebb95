import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** The folder with the published schemas of the protocol. Undefined if there is none. */
const folder = [process.env.UCP_SCHEMAS, resolve('../shared/ucp/source')].find(
  (each) => each !== undefined && existsSync(join(each, 'schemas/ucp.json')),
);

/** Set where nothing can be validated. Pass it to `test.skipIf`, with the reason in the test's name. */
export const lacksSchemas = folder === undefined;

let loaded: Ajv2020 | undefined;

/** Loads the schemas by the addresses of their files, because references between them are relative to these. */
function load(root: string): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // The published schemas refer to this file of a binding that they lack.
  ajv.addSchema({ $id: addressOf(root, 'schemas/transports/embedded_config.json') });
  for (const file of globSync('**/*.json', { cwd: root })) {
    if (file.startsWith('services')) continue;
    const schema = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;
    ajv.addSchema({ ...schema, $id: addressOf(root, file) });
  }
  return ajv;
}

function addressOf(root: string, schema: string): string {
  const [file = '', fragment] = schema.split('#');
  const address = pathToFileURL(join(root, file)).href;
  return fragment === undefined ? address : `${address}#${fragment}`;
}

/**
 * Returns what is wrong with a value by a published schema, such as 'schemas/shopping/cart.json' or
 * 'schemas/shopping/catalog_search.json#/$defs/search_response'. Empty if nothing is, or if there are no schemas.
 */
export function findSchemaErrors(schema: string, value: unknown): string[] {
  if (folder === undefined) return [];
  loaded ??= load(folder);
  const validate = loaded.getSchema(addressOf(folder, schema));
  if (!validate) throw new Error(`There is no schema ${schema}`);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
}
