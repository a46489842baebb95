import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Role } from '#core/accounts/role.ts';
import { formatReference, type InboxKind, parseReference, stateLabels } from '#core/inbox/inbox.ts';
import { listOrders } from '#core/orders/list-orders.server.ts';
import { progressLabels } from '#core/orders/order-progress.ts';
import { ordersList } from '#core/orders/orders-address.ts';
import { returnStates } from '#core/orders/return.ts';
import { listParts, type PartRow } from '#core/part-changes/list-parts.server.ts';
import { partsList } from '#core/part-changes/parts-address.ts';
import { formatReturnNumber, parseReturnNumber } from '#core/returns/return-number.ts';
import { deskReturnAddress } from '#core/returns/returns-address.ts';
import type { Shop } from '#core/settings/shop.ts';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber, parseOrderNumber } from '#core/values/order-number.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { findCustomers } from '#core/customers/find-customers.server.ts';
import { customersList } from '#core/customers/customers-address.ts';
import { inboxLists, threadAddress } from '#core/inbox/inbox-address.ts';
import { listThreads } from '#core/inbox/list-threads.server.ts';
import { listReturns } from '#core/returns/list-returns.server.ts';
import { returnsList } from '#core/returns/returns-list.ts';
import { listVehicles } from '#core/yard/list-vehicles.server.ts';
import { dispositions } from '#core/yard/vehicle-fields.ts';
import { VEHICLES_PATH, vehiclesList } from '#core/yard/vehicles-list.ts';

/** Rows of each kind. Its own list has the others. */
const SHOWN = 5;

export interface FoundRow {
  name: string;
  to: string;
  /** Facts that tell it from others. */
  facts: string;
}

export interface FoundGroup {
  title: string;
  rows: FoundRow[];
  /** Address of the list that has all of them. Null if all are shown. */
  allAt: string | null;
}

interface Search {
  q: string;
  role: Role;
  shop: Shop;
}

/** Looks for a text in everything that the user may see. Groups without a row are left out. */
export async function findAnything(transaction: Transaction<DB>, search: Search): Promise<FoundGroup[]> {
  const groups = [
    await findOrders(transaction, search),
    await findReturns(transaction, search),
    await findParts(transaction, search, undefined),
    await findParts(transaction, search, 'hidden'),
    await findCars(transaction, search),
    ...(search.role === 'admin' ? [await findPeople(transaction, search)] : []),
    await findThreads(transaction, search, 'request'),
    await findThreads(transaction, search, 'message'),
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** Returns the page of an order, return, request or message whose number is the whole text, if it was found. */
export function pageOfNumber(q: string, groups: readonly FoundGroup[]): string | undefined {
  const reference = parseReference(q);
  const returnNumber = /^rma/i.test(q) ? parseReturnNumber(q) : undefined;
  const order = parseOrderNumber(q);
  const name = reference
    ? formatReference(reference)
    : returnNumber !== undefined
      ? formatReturnNumber(returnNumber)
      : order !== undefined && formatOrderNumber(order);
  return groups.flatMap(({ rows }) => rows).find((row) => row.name === name)?.to;
}

function toGroup(title: string, rows: readonly FoundRow[], hasMore: boolean, allAt: string): FoundGroup {
  return {
    title,
    rows: rows.slice(0, SHOWN),
    allAt: hasMore || rows.length > SHOWN ? allAt : null,
  };
}

function joinFacts(...facts: (string | null | undefined | false)[]): string {
  return facts
    .filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '')
    .join(' • ');
}

async function findOrders(transaction: Transaction<DB>, { q, shop }: Search): Promise<FoundGroup> {
  const query = { ...ordersList.read(new URLSearchParams({ q })), view: 'all' as const };
  const { rows, next } = await listOrders(transaction, query, { timeZone: shop.timeZone, pageSize: SHOWN });
  return toGroup(
    'Orders',
    rows.map(({ number, buyer, parts, totalCents, progress }) => ({
      name: formatOrderNumber(number),
      to: `${ordersList.path}/${formatOrderNumber(number)}`,
      facts: joinFacts(buyer, parts, formatDollars(totalCents), progress && progressLabels[progress]),
    })),
    next !== null,
    ordersList.write({ q, view: 'all' }),
  );
}

async function findReturns(transaction: Transaction<DB>, { q }: Search): Promise<FoundGroup> {
  const query = { ...returnsList.read(new URLSearchParams({ q })), view: 'all' as const };
  const { rows, next } = await listReturns(transaction, query);
  return toGroup(
    'Returns',
    rows.map(({ number, customerName, parts, state }) => ({
      name: formatReturnNumber(number),
      to: deskReturnAddress(number),
      facts: joinFacts(customerName, parts, returnStates[state]),
    })),
    next !== null,
    returnsList.write({ q, view: 'all' }),
  );
}

async function findParts(
  transaction: Transaction<DB>,
  { q }: Search,
  listing: 'hidden' | undefined,
): Promise<FoundGroup> {
  const query = partsList.read(new URLSearchParams({ q, ...(listing && { listing }) }));
  const { rows, next } = await listParts(transaction, query);
  return toGroup(
    listing ? 'Hidden parts' : 'Parts',
    rows.map((part) => ({
      name: part.part_name,
      to: `${partsList.path}?edit=${part.id}`,
      facts: describePart(part),
    })),
    next !== null,
    partsList.write({ q, listing }),
  );
}

function describePart(part: PartRow): string {
  const vehicle = vehicleName({
    make: part.vehicle_make,
    model: part.vehicle_model,
    year: part.vehicle_year,
  });
  return joinFacts(
    vehicle,
    part.oem_number,
    part.stock_number && `Stock # ${part.stock_number}`,
    part.price === null ? 'No price' : formatDollars(Math.round(Number(part.price) * 100)),
    `${part.stock_quantity} in stock`,
  );
}

async function findCars(transaction: Transaction<DB>, { q }: Search): Promise<FoundGroup> {
  const { rows, next } = await listVehicles(transaction, {
    ...vehiclesList.read(new URLSearchParams({ q })),
    view: 'all',
  });
  return toGroup(
    'Cars',
    rows.map(({ id, stockNumber, title, color, vinEnd, place, disposition }) => ({
      name: stockNumber,
      to: `${VEHICLES_PATH}/${id}`,
      facts: joinFacts(
        title,
        color,
        vinEnd && `VIN …${vinEnd}`,
        place,
        disposition !== 'here' && dispositions[disposition],
      ),
    })),
    next !== null,
    vehiclesList.write({ q, view: 'all' }),
  );
}

async function findPeople(transaction: Transaction<DB>, { q }: Search): Promise<FoundGroup> {
  const { rows, next } = await findCustomers(
    transaction,
    customersList.read(new URLSearchParams({ q })),
    SHOWN,
  );
  return toGroup(
    'Customers',
    rows.map(({ id, name, email, phone, orders }) => ({
      name: name ?? email,
      to: `${customersList.path}/${id}`,
      facts: joinFacts(name && email, phone, orders === 1 ? '1 order' : `${orders} orders`),
    })),
    next !== null,
    customersList.write({ q }),
  );
}

async function findThreads(
  transaction: Transaction<DB>,
  { q, shop }: Search,
  kind: InboxKind,
): Promise<FoundGroup> {
  const list = inboxLists[kind];
  const query = { ...list.read(new URLSearchParams({ q })), view: 'all' as const };
  const { rows, next } = await listThreads(transaction, { kind, query, shop });
  return toGroup(
    kind === 'request' ? 'Requests' : 'Messages',
    rows.map((row) => ({
      name: formatReference(row),
      to: threadAddress(row),
      facts: joinFacts(row.title, row.vehicle, row.name, stateLabels[row.state]),
    })),
    next !== null,
    list.write({ q, view: 'all' }),
  );
}
