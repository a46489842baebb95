import { describeLineCondition, findOrigin } from '#core/catalog/origin.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';
import { describeReturnPackaging, describeReturns, type ReturnTerms } from './return-terms.ts';
import type { Shop } from '#core/settings/shop.ts';

/** A part as its order line stored it at the time of sale. */
export interface SoldPart {
  name: string;
  oemNumber: string | null;
  vehicle: string | null;
  /** Null for parts sold before the shop stored it. */
  origin: string | null;
  rebuilder: string | null;
  condition: string | null;
  /** Null for parts sold before the shop stored it. */
  warranty: string | null;
  quantity: number;
  canceled: number;
}

interface SoldParts {
  lines: readonly SoldPart[];
  fulfillment: 'ship' | 'pickup';
  /** The terms at the time of sale. Null for orders placed before the shop stored them. */
  returnTerms: ReturnTerms | null;
}

/** Returns the warranty of a line: the text at the time of sale, else that of its kind today. */
export function findSoldWarranty(
  line: Pick<SoldPart, 'origin' | 'condition' | 'warranty'>,
  shop: Pick<Shop, 'warranty'>,
): string {
  if (line.warranty !== null) return line.warranty;
  return findPartTerms({ origin: findOrigin(line), brand: null, make: null, warranty: null }, shop).warranty;
}

/**
 * Describes the terms of the parts of an order: a paragraph about returns and one about the warranty, in lines. Lists terms
 * that differ between parts with their parts. Canceled parts have no terms.
 */
export function describeOrderTerms(
  { lines, fulfillment, returnTerms }: SoldParts,
  shop: Pick<Shop, 'warranty' | 'returns'>,
): string[][] {
  const kept = lines.filter(({ quantity, canceled }) => canceled < quantity);
  if (kept.length === 0) return [];
  const arrival = fulfillment === 'pickup' ? 'pickup' : 'delivery';
  const returns = { ...shop.returns, days: returnTerms?.days ?? shop.returns.days };
  const packagings = groupNames(kept, (line) => describeReturnPackaging(findOrigin(line)));
  const warranties = groupNames(kept, (line) => findSoldWarranty(line, shop));
  const [[packaging] = [], ...otherPackagings] = packagings;
  const [[warranty] = [], ...otherWarranties] = warranties;
  return [
    otherPackagings.length === 0
      ? [describeReturns(returns, { arrival, packaging })]
      : [
          describeReturns(returns, { arrival }),
          ...packagings.map(([each, names]) => `${capitalize(each)}: ${names}`),
        ],
    otherWarranties.length === 0
      ? [`Warranty ${warranty} from ${arrival}.`]
      : warranties.map(([each, names]) => `Warranty ${each}: ${names}`),
  ];
}

/** Groups parts by what is said of them, and names the parts of each group. Example: 'Horn, Strut'. */
function groupNames(
  lines: readonly SoldPart[],
  say: (line: SoldPart) => string,
): [said: string, names: string][] {
  const groups = Map.groupBy(lines, say);
  const isAmbiguous = ({ name }: SoldPart) =>
    [...groups.values()].filter((group) => group.some((line) => line.name === name)).length > 1;
  return [...groups].map(([said, group]) => {
    const names = group.map((line) => (isAmbiguous(line) ? describePart(line) : line.name));
    return [said, [...new Set(names)].join(', ')];
  });
}

function describePart(line: SoldPart): string {
  const facts = [line.oemNumber, line.vehicle, describeLineCondition(line)];
  return `${line.name} (${facts.filter(Boolean).join(', ')})`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

interface OrderRow {
  fulfillment: string;
  return_terms: unknown;
}

interface LineRow {
  part_name: string;
  oem_number: string | null;
  vehicle: string | null;
  origin: string | null;
  rebuilder: string | null;
  part_type: string | null;
  warranty: string | null;
  quantity: number;
  canceled: number;
}

/** Reads the sold parts from the columns of an order and its lines. */
export function toSoldParts(order: OrderRow, lines: readonly LineRow[]): SoldParts {
  return {
    fulfillment: order.fulfillment as SoldParts['fulfillment'],
    returnTerms: order.return_terms as ReturnTerms | null,
    lines: lines.map((line) => ({
      ...line,
      name: line.part_name,
      oemNumber: line.oem_number,
      condition: line.part_type,
    })),
  };
}
