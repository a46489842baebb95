import { computeReturnRefund, type Settlement } from '#core/returns/return-refund.ts';
import type { DeskReturn } from './read-return-page.server.ts';

/** Computes what the buyer would get, by the terms that the order was placed under. */
export function settleReturn(
  { kind, shopFault, terms, lines }: Pick<DeskReturn, 'kind' | 'shopFault' | 'terms' | 'lines'>,
  postageCents: number,
  deductedCents: number,
): Settlement {
  return computeReturnRefund({
    kind,
    isShopFault: shopFault === true,
    restockingRate: terms.restockingRate,
    wayBack: terms.wayBack,
    postageCents,
    deductedCents,
    lines,
  });
}
