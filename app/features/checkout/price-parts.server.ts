import { sql, type SqlBool, type Transaction } from 'kysely';
import { z } from 'zod';
import type { DB } from '#db/types.ts';
import type { CheckoutRefusal, CheckoutRequest, RefusedItem } from '#domain/create-payment.ts';
import { centsFromDollars, dollarsFromCents } from '#domain/money.ts';
import { priceAsSpecified, type Totals } from '#domain/pricing.ts';

export interface CheckoutLine {
  partId: string;
  name: string;
  oemNumber: string | null;
  condition: string | null;
  unitPriceCents: number;
  quantity: number;
}

export interface Refusal extends CheckoutRefusal {
  /** Missing if a retry can't succeed. */
  retryInSeconds?: number;
}

type Purchase = { lines: CheckoutLine[]; totals: Totals };

/** Prices a request and locks its parts, ordered by id to prevent deadlocks. Refuses other amounts of the client. */
export async function priceParts(
  transaction: Transaction<DB>,
  request: CheckoutRequest,
): Promise<Purchase | Refusal> {
  const items = await resolveIds(transaction, request.items);
  const unresolved = items.find((item) => item.id === undefined);
  if (unresolved) {
    return { error: `${unresolved.name} does not match exactly one part of the catalog at this price` };
  }
  const ids = [...new Set(items.map((item) => item.id ?? ''))].filter((id) => z.uuid().safeParse(id).success);
  const parts = await transaction
    .selectFrom('parts_catalog')
    .select(['id', 'part_name', 'oem_number', 'part_type', 'price', 'tax_rate', 'shipping_cost'])
    .select(sql<number>`stock_quantity - stock_held`.as('available'))
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const partsById = new Map(parts.map((part) => [part.id, part]));

  const lines: (CheckoutLine & { taxRate: number | null; shippingCostCents: number | null })[] = [];
  const problems: (RefusedItem & { error: string })[] = [];
  for (const { id = '', name, amountCents, quantity } of items) {
    const part = partsById.get(id);
    const priceCents = part?.price ? centsFromDollars(part.price) : null;
    const requested = items.reduce((sum, item) => (item.id === id ? sum + item.quantity : sum), 0);
    const problem = (error: string) =>
      problems.push({ id, amountCents: priceCents, available: part?.available ?? 0, error });

    if (!part) problem(`${name} is no longer in the catalog`);
    else if (!priceCents) problem(`${part.part_name} has no price yet: please request it`);
    else if (part.available === 0) problem(`${part.part_name} is out of stock`);
    else if (requested > part.available) problem(`Only ${part.available} of ${part.part_name} in stock`);
    else if (priceCents !== amountCents) problem(`The price of ${part.part_name} has changed`);
    else {
      lines.push({
        partId: id,
        name: part.part_name,
        oemNumber: part.oem_number,
        condition: part.part_type,
        unitPriceCents: priceCents,
        quantity,
        taxRate: part.tax_rate === null ? null : Number(part.tax_rate),
        shippingCostCents: part.shipping_cost === null ? null : centsFromDollars(part.shipping_cost),
      });
    }
  }
  const [first] = problems;
  if (first) return { error: first.error, items: problems.map(({ error: _, ...item }) => item) };

  const totals = priceAsSpecified(
    request.purchase === 'buy_now'
      ? lines.map(({ unitPriceCents }) => ({ unitPriceCents, quantity: 1 }))
      : lines,
  );
  if (totals.taxCents !== request.taxCents || totals.shippingCents !== request.shippingCents) {
    const { taxCents, shippingCents } = totals;
    const currentItems = lines.map((line) => ({
      id: line.partId,
      amountCents: line.unitPriceCents,
      available: partsById.get(line.partId)?.available ?? 0,
    }));
    return { error: 'Tax or shipping has changed', items: currentItems, taxCents, shippingCents };
  }
  return { lines, totals };
}

type RequestedItem = CheckoutRequest['items'][number];

/** Finds missing ids by name and price, if exactly one part matches. */
async function resolveIds(transaction: Transaction<DB>, items: RequestedItem[]): Promise<RequestedItem[]> {
  const resolved: RequestedItem[] = [];
  for (const item of items) {
    if (item.id !== undefined) {
      resolved.push(item);
      continue;
    }
    const parts = await transaction
      .selectFrom('parts_catalog')
      .select('id')
      .where('part_name', '=', item.name)
      .where('price', '=', dollarsFromCents(item.amountCents))
      .limit(2)
      .execute();
    resolved.push(parts.length === 1 && parts[0] ? { ...item, id: parts[0].id } : item);
  }
  return resolved;
}
