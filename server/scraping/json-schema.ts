import { z } from 'zod';
import { ScrapingError } from '#services';

interface HasSchema {
  schema?: unknown;
}

interface Schemas extends HasSchema {
  extract?: HasSchema;
  jsonOptions?: HasSchema;
  scrapeOptions?: object | undefined;
}

/**
 * The same parameters, with JSON Schema in the place of Zod's.
 *
 * @throws {ScrapingError} when something else stands there.
 */
export function withJsonSchemas<T extends object>(params: T | undefined): T {
  const given: Schemas = { ...params };
  if (given.schema !== undefined) given.schema = jsonSchema(given.schema);
  for (const place of ['extract', 'jsonOptions'] as const) {
    const options = given[place];
    if (options?.schema !== undefined) given[place] = { ...options, schema: jsonSchema(options.schema) };
  }
  if (given.scrapeOptions) given.scrapeOptions = withJsonSchemas(given.scrapeOptions);
  return given as T;
}

function jsonSchema(schema: unknown): object {
  if (schema instanceof z.ZodType) return z.toJSONSchema(schema);
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema;
  throw new ScrapingError(
    'Invalid schema. Schema must be either a valid Zod schema or JSON schema object.',
    400,
  );
}
