import type { KnownPrices } from '#core/part-changes/known-prices.ts';
import type { CarLine } from '#core/yard/part-out/car-lines.ts';
import type { PartOut } from '#core/yard/part-out/part-out.server.ts';
import { proposePrice } from '#core/yard/part-out/propose-price.ts';
import type { Draft, LineDraft } from './draft.ts';

export interface ShownLine {
  line: CarLine;
  /** Undefined: no one asked what such parts cost. */
  known: KnownPrices | undefined;
  noted: LineDraft;
  /** The typed price, or the proposed one: dollars and cents. */
  price: string;
}

/** Before the browser's database was read, all of the car is there and good. */
const untouched: LineDraft = { id: '', mark: 'good', damage: '', note: '' };

/** Lists what the car has, and what was noted of it. */
export function listShownLines({ lines, others, prices }: PartOut, draft: Draft | undefined): ShownLine[] {
  const more = (draft?.more ?? []).flatMap((key) => others.find((line) => line.key === key) ?? []);
  return [...lines, ...more].map((line) => {
    const known = prices[line.key];
    const noted = draft?.lines[line.key] ?? untouched;
    return { line, known, noted, price: noted.price ?? proposePrice(known) };
  });
}
