import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { findSoldWarranty } from '#core/orders/order-terms.ts';
import { describeLineCondition, findOrigin, type Origin } from '#core/catalog/origin.ts';
import type { ReturnKind, ReturnState } from '#core/orders/return.ts';
import { findArrival, findReturnDeadline, findReturnProblem } from './returnable.ts';
import type { ReturnTerms } from '#core/orders/return-terms.ts';
import type { Shop } from '#core/settings/shop.ts';

export interface ReturnableLine {
  id: string;
  name: string;
  vehicle: string | null;
  condition: string | null;
  /** Units that can be returned. */
  most: number;
  /** The deadline in ISO 8601. Null if there is none, or if the line can't be returned. */
  deadline: string | null;
  /** Says why the line can't be returned. Undefined if it can. */
  problem: string | undefined;
  origin: Origin;
  /** Example: '30 days'. */
  warranty: string;
  /** Core charge of one unit, in cents. */
  coreCents: number;
}

export interface EarlierReturn {
  number: number;
  kind: ReturnKind;
  state: ReturnState;
}

export interface Returnable {
  kind: ReturnKind;
  /** Says why nothing of the order can be returned. */
  problem: string | undefined;
  lines: ReturnableLine[];
  terms: ReturnTerms;
  hasCores: boolean;
  earlier: EarlierReturn[];
}

/** Reads which lines of an order can be returned, claimed, or sent back as a core now. */
export async function readReturnable(
  transaction: Transaction<DB>,
  orderId: string,
  { kind, shop, now = new Date() }: { kind: ReturnKind; shop: Shop; now?: Date },
): Promise<Returnable> {
  const order = await transaction
    .selectFrom('orders')
    .select(['status', 'progress', 'paid_at', 'created_at', 'core_return_days', 'return_terms'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const terms: ReturnTerms = (order.return_terms as ReturnTerms | null) ?? shop.returns;
  const shipments = await readShipments(transaction, orderId);
  const rows = await readLines(transaction, orderId);
  const lines = rows.map((row) => {
    const sold = { ...row, condition: row.part_type };
    const warranty = findSoldWarranty(sold, shop);
    const most = kind === 'core' ? row.cores : row.units;
    const deadline = findReturnDeadline({
      kind,
      arrivedAt: findArrival(shipments.filter(({ lineId }) => lineId === row.id)),
      paidAt: order.paid_at ?? order.created_at,
      returnDays: terms.days,
      warranty,
      coreReturnDays: Number(row.core) > 0 ? order.core_return_days : null,
      timeZone: shop.timeZone,
    });
    return {
      id: row.id,
      name: row.part_name,
      vehicle: row.vehicle,
      condition: describeLineCondition(sold),
      most,
      deadline: deadline?.toISOString() ?? null,
      problem: findReturnProblem({ kind, deadline, most }, now),
      origin: findOrigin(sold),
      warranty,
      coreCents: Math.round(centsFromDollars(row.core) / row.quantity),
    };
  });
  return {
    kind,
    problem: describeOrderProblem(order),
    lines: kind === 'core' ? lines.filter(({ coreCents }) => coreCents > 0) : lines,
    terms,
    hasCores: lines.some(({ coreCents }) => coreCents > 0),
    earlier: await readEarlier(transaction, orderId),
  };
}

function describeOrderProblem({ status, progress }: { status: string; progress: string | null }) {
  if (status === 'completed' && progress !== null) return undefined;
  if (status === 'refunded') return 'This order was refunded.';
  if (status === 'disputed') return 'The payment of this order is disputed. Please contact us.';
  return 'This order is not paid.';
}

async function readShipments(transaction: Transaction<DB>, orderId: string) {
  const rows = await transaction
    .selectFrom('shipments')
    .innerJoin('shipment_lines', 'shipment_id', 'shipments.id')
    .select(['line_id', 'method', 'shipped_at', 'delivered_at'])
    .where('order_id', '=', orderId)
    .where('undone_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    lineId: row.line_id,
    method: row.method as 'parcel' | 'pickup',
    shippedAt: row.shipped_at,
    deliveredAt: row.delivered_at,
  }));
}

function readLines(transaction: Transaction<DB>, orderId: string) {
  return transaction
    .selectFrom('order_lines')
    .select([
      'order_lines.id',
      'order_lines.part_name',
      'order_lines.part_type',
      'order_lines.origin',
      'order_lines.rebuilder',
      'order_lines.warranty',
      'order_lines.vehicle',
      'quantity',
      'core',
    ])
    .select([
      sql<number>`returnable_units(order_lines)`.as('units'),
      sql<number>`returnable_cores(order_lines)`.as('cores'),
    ])
    .where('order_id', '=', orderId)
    .orderBy('order_lines.part_name')
    .orderBy('order_lines.id')
    .execute();
}

async function readEarlier(transaction: Transaction<DB>, orderId: string): Promise<EarlierReturn[]> {
  const rows = await transaction
    .selectFrom('returns')
    .select(['number', 'kind', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .execute();
  return rows.map((row) => ({
    number: Number(row.number),
    kind: row.kind as ReturnKind,
    state: row.state as ReturnState,
  }));
}
