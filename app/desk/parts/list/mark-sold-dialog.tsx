import { ButtonLink } from '#kit/button-link.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextField } from '#kit/text-field.tsx';
import type { PartRow } from '#core/part-changes/list-parts.server.ts';
import { partAction, partFailures } from '../part-action.ts';

interface MarkSoldDialogProps {
  part: PartRow;
  onClose: () => void;
}

/** Takes out units that were sold elsewhere. A sale in the shop is one at the counter, with a receipt. */
export function MarkSoldDialog({ part, onClose }: MarkSoldDialogProps) {
  const form = useAction({
    address: partAction(part.id),
    failure: partFailures['mark-sold'],
    onDone: onClose,
  });
  const { errors } = form;
  const free = part.stock_quantity - part.stock_held;
  return (
    <FormDialog
      form={form}
      title="Mark sold"
      description={`${part.part_name}: ${free} can be sold.`}
      submitLabel="Mark sold"
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="mark-sold" />
      <TextField
        name="units"
        label="Quantity *"
        inputMode="numeric"
        autoComplete="off"
        required
        defaultValue="1"
        error={errors['units']}
      />
      <TextField
        name="where"
        label="Sold where *"
        hint="Such as an auction site. It doesn't count toward the shop's sales and taxes."
        maxLength={200}
        autoComplete="off"
        required
        error={errors['where']}
      />
      <TextField
        name="price"
        label="Price"
        hint="Optional, for all units."
        unit="$"
        inputMode="decimal"
        autoComplete="off"
        error={errors['price']}
      />
      <p className="text-sm text-muted">
        Sold here in the shop?{' '}
        <ButtonLink size="small" to={`/admin/orders/quotes/new?kind=counter&part=${part.id}`}>
          Counter sale
        </ButtonLink>
      </p>
    </FormDialog>
  );
}
