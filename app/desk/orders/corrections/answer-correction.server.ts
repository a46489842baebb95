import type { RouterContextProvider } from 'react-router';
import { asStaff, getStaff } from '#core/accounts/only-staff.server.ts';
import { type Correction, corrections } from '#core/orders/order-action.ts';
import { unitRefusals } from '#core/orders/record-units.server.ts';
import { refundRefusals } from '#core/orders/request-refund.server.ts';
import { answerAction } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { readAddressChange } from './correct-address.server.ts';
import { readPartsChange } from './correct-parts.server.ts';
import { findPartsInStock } from '../quotes/find-parts-in-stock.server.ts';
import { readOfferedParts } from '../quotes/price-sale.server.ts';
import { correctOrder, previewCorrection } from './correct-order.server.ts';
import type { OfferedPart } from '#core/orders/quotes/sale-draft.ts';
import { Refused } from '#core/values/refused.ts';
import type { CorrectionPreview } from './correction-preview.ts';
import { readSettlement } from './read-settlement.server.ts';

const refusals = {
  ...unitRefusals,
  ...refundRefusals,
  unit_ledger_in_stock: 'the part was sold meanwhile',
  piece_claims_pkey: 'the part was sold meanwhile, alone or with an assembly',
  order_corrections_add_up: 'its lines do not add up to its amount',
  orders_refunded_tax_in_range: 'more tax was refunded than the order would have',
};

const failures: Record<Correction, string> = {
  'correct-address': 'Error changing the address',
  'correct-parts': 'Error changing the parts',
};

const readChanges = { 'correct-address': readAddressChange, 'correct-parts': readPartsChange } as const;

/** Finds the correction that a form is about: its intent, or that of its preview. */
export function findCorrection(intent: unknown): Correction | undefined {
  return corrections.find((each) => intent === each || intent === `preview-${each}`);
}

/** Finds parts in stock that can be added to an order, the best match first. */
export async function answerFindParts(context: Readonly<RouterContextProvider>, form: FormData) {
  return answerAction(
    context,
    'Error finding parts',
    async (): Promise<ActionResult & { parts: OfferedPart[] }> => {
      const q = String(form.get('q') ?? '').slice(0, 200);
      if (q.trim() === '') throw new Refused('enter a part, a number or a vehicle');
      const ids = await findPartsInStock(
        { database: context.get(databaseContext).public, run: asStaff(context) },
        q,
        MOST_LISTED,
      );
      const parts = await asStaff(context)((transaction) => readOfferedParts(transaction, ids));
      const places = new Map(ids.map((id, index) => [id, index]));
      return {
        done: true,
        parts: parts.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0)),
      };
    },
  );
}

/** A dialog has no room for more. */
const MOST_LISTED = 8;

/** Shows what a correction would cost, or makes it. */
export async function answerCorrection(
  context: Readonly<RouterContextProvider>,
  { number, kind, form }: { number: number; kind: Correction; form: FormData },
) {
  return answerAction(
    context,
    failures[kind],
    async (): Promise<ActionResult & { preview?: CorrectionPreview }> => {
      const options = {
        database: context.get(databaseContext),
        taxService: context.get(taxServiceContext),
        staff: { ...getStaff(context).identity, role: 'service_role' as const },
        number,
        readChange: readChanges[kind](form, context.get(settingsContext)),
      };
      if (form.get('intent') !== kind) return { done: true, preview: await previewCorrection(options) };
      return { done: true, message: await correctOrder(options, readSettlement(form)) };
    },
    refusals,
  );
}
