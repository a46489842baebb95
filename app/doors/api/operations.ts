import { z } from 'zod';
import type { ApiScope } from '#core/api/api-key.ts';
import { orderSchema, progresses } from './order-schemas.ts';
import { newPartSchema, partChangeSchema, partSchema } from './part-schemas.ts';
import { vehicleSchema } from './vehicle-schemas.ts';

export interface Operation {
  method: 'GET' | 'POST' | 'PATCH';
  /** The path below /api/v1, written as in OpenAPI. */
  path: string;
  summary: string;
  /** Any one of these scopes allows the operation. */
  scopes: readonly ApiScope[];
  /** Checks the address's values, which are all text. */
  query?: z.ZodObject;
  body?: z.ZodObject;
  status: 200 | 201;
  response: z.ZodType;
  /** Problems besides those that every operation can have. */
  problems: readonly (404 | 409 | 412 | 422)[];
}

const MAX_ROWS = 200;

const after = z.string().max(100).optional().meta({ description: 'The "next" of the page before.' });
const limit = z
  .string()
  .regex(/^([1-9]\d?|1\d\d|200)$/, `must be a number from 1 to ${MAX_ROWS}`)
  .default('100');
const since = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-22T08:00:00Z' })
  .refine((time) => Date.parse(time) >= 0, 'must be after 1970')
  .optional();
const stockNumber = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\0'), 'must be text')
  .optional();
const next = z
  .string()
  .nullable()
  .meta({ description: 'For the page after this one. Null on the last page.' });

/** Describes the owner's API. The server checks requests with these schemas, and openapi.json is made of them. */
export const operations = {
  listParts: {
    method: 'GET',
    path: '/parts',
    summary: 'Parts by their last change, the oldest first',
    scopes: ['parts:read'],
    query: z.strictObject({
      limit,
      after,
      updated_since: since,
      stock_number: stockNumber,
    }),
    status: 200,
    response: z.strictObject({ parts: z.array(partSchema), next }),
    problems: [],
  },
  readPart: {
    method: 'GET',
    path: '/parts/{id}',
    summary: 'One part',
    scopes: ['parts:read'],
    status: 200,
    response: partSchema,
    problems: [404],
  },
  addPart: {
    method: 'POST',
    path: '/parts',
    summary: 'Adds a part',
    scopes: ['parts:write'],
    body: newPartSchema,
    status: 201,
    response: partSchema,
    problems: [409, 422],
  },
  changePart: {
    method: 'PATCH',
    path: '/parts/{id}',
    summary: 'Changes fields of a part',
    scopes: ['parts:write', 'prices:write', 'stock:write'],
    body: partChangeSchema,
    status: 200,
    response: partSchema,
    problems: [404, 409, 412, 422],
  },
  listOrders: {
    method: 'GET',
    path: '/orders',
    summary: 'Paid orders by the time of their payment, the oldest first',
    scopes: ['orders:read'],
    query: z.strictObject({
      limit,
      after,
      since,
      state: z.enum(progresses, `must be one of ${progresses.join(', ')}`).optional(),
    }),
    status: 200,
    response: z.strictObject({ orders: z.array(orderSchema), next }),
    problems: [],
  },
  readOrder: {
    method: 'GET',
    path: '/orders/{number}',
    summary: 'One paid order',
    scopes: ['orders:read'],
    status: 200,
    response: orderSchema,
    problems: [404],
  },
  listVehicles: {
    method: 'GET',
    path: '/vehicles',
    summary: 'Cars of the yard by their last change, the oldest first',
    scopes: ['vehicles:read'],
    query: z.strictObject({ limit, after, updated_since: since, stock_number: stockNumber }),
    status: 200,
    response: z.strictObject({ vehicles: z.array(vehicleSchema), next }),
    problems: [],
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
