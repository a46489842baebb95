import { z } from 'zod';
import { ScrapingError } from '#core/imports/scraping.server.ts';

interface SchemaOwner {
  schema?: unknown;
}

interface Schemas extends SchemaOwner {
  extract?: SchemaOwner;
  jsonOptions?: SchemaOwner;
  scrapeOptions?: object | undefined;
}

/** Replaces Zod schemas by JSON Schema. @throws {ScrapingError} for any other schema. */
export function withJsonSchemas<T extends object>(params: T | undefined): T {
  const converted: Schemas = { ...params };
  if (converted.schema !== undefined) converted.schema = jsonSchema(converted.schema);
  for (const key of ['extract', 'jsonOptions'] as const) {
    const options = converted[key];
    if (options?.schema !== undefined) converted[key] = { ...options, schema: jsonSchema(options.schema) };
  }
  if (converted.scrapeOptions) converted.scrapeOptions = withJsonSchemas(converted.scrapeOptions);
  return converted as T;
}

function jsonSchema(schema: unknown): object {
  if (schema instanceof z.ZodType) return z.toJSONSchema(schema);
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema;
  throw new ScrapingError(
    'Invalid schema. Schema must be either a valid Zod schema or JSON schema object.',
    400,
  );
}
