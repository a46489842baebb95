import type { RouterContextProvider } from 'react-router';
import { getStaff } from '#core/accounts/only-staff.server.ts';
import { type Correction, corrections } from '#core/orders/order-action.ts';
import { unitRefusals } from '#core/orders/record-units.server.ts';
import { refundRefusals } from '#core/orders/request-refund.server.ts';
import { answerAction } from '#core/platform/answer-action.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { taxServiceContext } from '#core/pricing/tax-service.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { readAddressChange } from './correct-address.server.ts';
import { correctOrder, previewCorrection } from './correct-order.server.ts';
import type { CorrectionPreview } from './correction-preview.ts';
import { readSettlement } from './read-settlement.server.ts';

const refusals = {
  ...unitRefusals,
  ...refundRefusals,
  order_corrections_add_up: 'its lines do not add up to its amount',
  orders_refunded_tax_in_range: 'more tax was refunded than the order would have',
};

const failures: Record<Correction, string> = { 'correct-address': 'Error changing the address' };

const readChanges = { 'correct-address': readAddressChange } as const;

/** Finds the correction that a form is about: its intent, or that of its preview. */
export function findCorrection(intent: unknown): Correction | undefined {
  return corrections.find((each) => intent === each || intent === `preview-${each}`);
}

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
