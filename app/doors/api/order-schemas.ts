import { z } from 'zod';
import { progressLabels, type Progress } from '#core/orders/order-progress.ts';

const time = () => z.iso.datetime({ offset: true });
const cents = () => z.int();

export const progresses = Object.keys(progressLabels) as Progress[];

const addressSchema = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

export const orderSchema = z.strictObject({
  number: z.string().meta({ example: 'PY-10423' }),
  placed_at: time(),
  paid_at: time(),
  status: z.string().meta({ description: 'About the payment: completed, refunded, …' }),
  state: z.enum(progresses).nullable().meta({ description: 'About the parts.' }),
  review: z
    .enum(['checking', 'waiting', 'released'])
    .nullable()
    .meta({ description: 'While it is checking or waiting, nothing may be packed.' }),
  amount_review: z.enum(['waiting', 'accepted']).nullable().meta({
    description: 'Another amount or currency was paid. While it is waiting, nothing may be packed.',
  }),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  fulfillment: z.enum(['ship', 'pickup']),
  pickup_location: z.string().nullable(),
  ship_by: time().nullable(),
  ready_at: time().nullable(),
  sent_at: time().nullable(),
  total_cents: cents(),
  tax_cents: cents(),
  shipping_cents: cents(),
  core_cents: cents(),
  battery_fee_cents: cents().meta({ description: 'The California battery fee.' }),
  paid_cents: cents().meta({
    description: 'What was paid: the total, unless another amount was paid or the order was corrected since.',
  }),
  refunded_cents: cents(),
  buyer: z.strictObject({
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  shipping_address: addressSchema.nullable(),
  lines: z.array(
    z.strictObject({
      id: z.uuid(),
      part_id: z.uuid().nullable().meta({ description: 'The part may be hidden or deleted since.' }),
      part_name: z.string(),
      oem_number: z.string().nullable(),
      stock_number: z.string().nullable(),
      condition: z.string().nullable(),
      vehicle: z.string().nullable(),
      unit_price_cents: cents(),
      quantity: z.int(),
      packed: z.int().meta({ description: 'Shipped units included.' }),
      canceled: z.int().meta({ description: 'Units that will not be shipped.' }),
      shipped: z.int(),
      to_ship: z.int().meta({ description: 'Units that still have to leave the shop.' }),
      returned: z.int().meta({ description: 'Shipped units that came back.' }),
      refunded: z.int().meta({ description: 'Units in refunds that have not failed.' }),
      restocked: z.int().meta({ description: 'Canceled and returned units that are back in stock.' }),
      lost: z
        .int()
        .meta({ description: 'Canceled and returned units that are not fit for sale, or were not found.' }),
    }),
  ),
  shipments: z.array(
    z.strictObject({
      id: z.uuid(),
      method: z.enum(['parcel', 'pickup']),
      carrier: z.string().nullable(),
      tracking: z.string().nullable(),
      shipped_at: time(),
      delivered_at: time().nullable(),
      lines: z.array(z.strictObject({ line_id: z.uuid(), quantity: z.int() })),
    }),
  ),
});
