import { type ReactNode, useState } from 'react';
import type { Correction } from '#core/orders/order-action.ts';
import { Price } from '#core/values/ui/price.tsx';
import { formatDollars } from '#core/values/money.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { Button } from '#kit/button.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { type Outcome, useAction } from '#kit/form/use-action.ts';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { GivenBack } from '../order/money-dialogs.tsx';
import type { OrderDialogProps } from '../order/order-dialog.ts';
import type { CorrectionPreview, HowToSettle } from './correction-preview.ts';

interface CorrectionDialogProps extends OrderDialogProps {
  kind: Correction;
  title: string;
  description?: string;
  /** The fields of the first step. */
  children: ReactNode;
}

/** Asks what to correct, then shows what that costs and asks how to settle the difference. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { kind, order, title, description, onClose, children } = props;
  const [preview, setPreview] = useState<CorrectionPreview>();
  const look = useAction<Outcome & { preview?: CorrectionPreview }>({
    failure: 'Error',
    hasAlert: true,
    showsDone: true,
    reloads: false,
    onDone: (result) => setPreview(result.preview),
  });
  const save = useAction({ failure: 'Error', hasAlert: true, onDone: onClose });
  return (
    <FormDialog
      form={preview ? save : look}
      title={title}
      description={description}
      submitLabel={preview ? 'Save' : 'Next'}
      onClose={onClose}
    >
      <input type="hidden" name="intent" value={preview ? kind : `preview-${kind}`} />
      {/* They are sent again with the second step. */}
      <div className="grid gap-4" hidden={preview !== undefined}>
        {children}
      </div>
      <div role="status">{preview && <Difference preview={preview} />}</div>
      {preview && (
        <>
          <input type="hidden" name="correction" value={preview.id} />
          <input type="hidden" name="total" value={preview.after.totalCents} />
          <Settle key={preview.id} order={order} preview={preview} />
          <div>
            <Button size="small" onClick={() => setPreview(undefined)}>
              Back
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}

function Difference({ preview: { before, after, askedCents } }: { preview: CorrectionPreview }) {
  const cents = after.totalCents - before.totalCents;
  const rows: [string, number, number][] = [
    ['Tax', before.taxCents, after.taxCents],
    ['Shipping', before.shippingCents, after.shippingCents],
    ['Core charge', before.coreCents, after.coreCents],
    [BATTERY_FEE_NAME, before.batteryFeeCents, after.batteryFeeCents],
  ];
  return (
    <>
      <p className="mb-2 font-semibold">{describeDifference(cents)}</p>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-right text-muted">
            <th scope="col" className="text-left font-normal">
              Amount
            </th>
            <th scope="col" className="font-normal">
              Before
            </th>
            <th scope="col" className="font-normal">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([label, old, now]) => old > 0 || now > 0 || label === 'Tax')
            .map(([label, old, now]) => (
              <Amounts key={label} label={label} before={old} after={now} />
            ))}
          <Amounts label="Total" before={before.totalCents} after={after.totalCents} strong />
        </tbody>
      </table>
      {askedCents > 0 && (
        <p className="mt-2 text-sm text-muted">
          The buyer was asked to pay {formatDollars(askedCents)} before, and has not paid it. This takes its
          place.
        </p>
      )}
    </>
  );
}

function describeDifference(cents: number): string {
  if (cents === 0) return 'The total stays the same.';
  return `The order costs ${formatDollars(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}.`;
}

interface AmountsProps {
  label: string;
  before: number;
  after: number;
  strong?: boolean;
}

function Amounts({ label, before, after, strong = false }: AmountsProps) {
  const look = strong ? 'border-t border-line pt-1 font-semibold' : 'pt-1';
  const price = strong ? undefined : 'text-sm! font-normal!';
  return (
    <tr>
      <th scope="row" className={`${look} text-left ${strong ? '' : 'font-normal text-muted'}`}>
        {label}
      </th>
      <td className={`${look} pl-4 text-right`}>
        <Price cents={before} className={price} />
      </td>
      <td className={`${look} pl-4 text-right`}>
        <Price cents={after} className={price} />
      </td>
    </tr>
  );
}

function Settle({ order, preview }: { order: OrderDialogProps['order']; preview: CorrectionPreview }) {
  const { dueCents, refundCents, canAsk } = preview;
  const usual: HowToSettle = refundCents > 0 ? 'refund' : canAsk ? 'ask' : 'waive';
  const [how, setHow] = useState(usual);
  if (dueCents === 0 && refundCents === 0) return null;
  const choose = (value: HowToSettle) => ({
    name: 'how',
    value,
    checked: how === value,
    onChange: () => setHow(value),
  });
  return (
    <>
      <RadioGroup
        label={dueCents > 0 ? `${formatDollars(dueCents)} to pay` : `${formatDollars(refundCents)} to refund`}
      >
        {dueCents > 0 && canAsk && (
          <Radio
            {...choose('ask')}
            label="Ask the buyer"
            hint="By email, with a link to pay. The order waits until it is paid."
          />
        )}
        {refundCents > 0 && <Radio {...choose('refund')} label={`Refund ${formatDollars(refundCents)}`} />}
        <Radio
          {...choose('waive')}
          label={dueCents > 0 ? 'Waive it' : "Don't refund it"}
          hint={dueCents > 0 && !canAsk ? "The buyer can't be asked to pay this by a link." : undefined}
        />
      </RadioGroup>
      {how === 'waive' && (
        <TextArea name="reason" label="Why *" hint="Saved with the order." maxLength={500} rows={2} />
      )}
      {how === 'refund' && <GivenBack order={order} />}
    </>
  );
}
