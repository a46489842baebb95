import { z } from 'zod';
import { apiScopes } from '#core/api/api-key.ts';
import { type Operation, operations } from './operations.ts';
import { orderSchema } from './order-schemas.ts';
import { newPartSchema, partChangeSchema, partSchema } from './part-schemas.ts';
import { vehicleSchema } from './vehicle-schemas.ts';

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'By the field of the body, or the parameter of the address.' }),
});

const everyProblem = {
  400: 'The address or the body cannot be read',
  401: 'No valid key',
  403: 'The scopes of the key do not allow it',
  429: 'Too many requests. Retry-After says when to try again',
} as const;

const problemTexts = {
  ...everyProblem,
  404: 'It does not exist',
  409: 'It is not possible right now',
  412: 'If-Match names another version',
  422: 'The content is invalid, or the Idempotency-Key was used for another request',
} as const;

/** Builds the OpenAPI 3.1 document of the owner's API from the schemas that check its requests. @param origin The shop's. */
export function describeApi(origin: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Partyard',
      version: '1',
      description:
        'For the programs of the shop. Amounts are integer cents of US dollars, times are ISO 8601.',
    },
    servers: [{ url: `${origin}/api/v1` }],
    security: [{ key: [] }],
    paths: describePaths(),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `A key of Settings, API. Scopes: ${Object.entries(apiScopes)
            .map(([scope, what]) => `${scope} (${what})`)
            .join(', ')}.`,
        },
      },
      schemas: Object.fromEntries(
        [...namedSchemas].map(([schema, name]) => [name, toSchema(schema as z.ZodType, 'output', true)]),
      ),
    },
  };
}

function describePaths() {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(name, operation),
    };
  }
  return paths;
}

function describeOperation(name: string, operation: Operation) {
  const { path, summary, scopes, query, body, status, response, problems } = operation;
  const statuses = [...Object.keys(everyProblem).map(Number), ...problems] as (keyof typeof problemTexts)[];
  const isChange = body !== undefined;
  return {
    operationId: name,
    summary,
    description: `Scope: ${scopes.join(' or ')}.`,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries(query?.shape ?? {}).map(([parameter, schema]) => ({
        name: parameter,
        in: 'query',
        required: false,
        schema: toSchema(schema as z.ZodType, 'input'),
      })),
      ...(isChange
        ? [header('Idempotency-Key', 'The same key does the same request once within 24 hours.')]
        : []),
      ...(operation.method === 'PATCH' ? [header('If-Match', 'The ETag of the version to change.')] : []),
    ],
    ...(body && { requestBody: { required: true, content: jsonOf(toSchema(body, 'input')) } }),
    responses: {
      [status]: { description: 'Done', content: jsonOf(toSchema(response, 'output')) },
      ...Object.fromEntries(
        statuses
          .toSorted((a, b) => a - b)
          .map((each) => [
            each,
            {
              description: problemTexts[each],
              content: { 'application/problem+json': { schema: toSchema(problemSchema, 'output') } },
            },
          ]),
      ),
    },
  };
}

function header(name: string, description: string) {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } };
}

function jsonOf(schema: object) {
  return { 'application/json': { schema } };
}

const namedSchemas: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [partSchema, 'Part'],
  [newPartSchema, 'NewPart'],
  [partChangeSchema, 'PartChange'],
  [orderSchema, 'Order'],
  [vehicleSchema, 'Vehicle'],
  [problemSchema, 'Problem'],
]);

/** A named schema becomes a reference, unless `isDefinition`. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', isDefinition = false): object {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override({ zodSchema, jsonSchema }) {
      const name = namedSchemas.get(zodSchema);
      if (name === undefined || (isDefinition && (zodSchema as unknown) === schema)) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return converted;
}
