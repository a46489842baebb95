import { useFormAction } from '#core/values/ui/use-form-action.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { PartRow } from '#core/part-changes/list-parts.server.ts';

interface MarkSoldDialogProps {
  part: PartRow;
  onClose: () => void;
}

/** Takes out units that were sold elsewhere. A sale in the shop is one at the counter, with a receipt. */
export function MarkSoldDialog({ part, onClose }: MarkSoldDialogProps) {
  const { busy, errors, problem, send } = useFormAction({
    address: `/admin/part-sold/${part.id}`,
    failure: 'Error marking as sold',
    seen: undefined,
    onDone: onClose,
  });
  const free = part.stock_quantity - part.stock_held;
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title="Mark sold"
      description={`${part.part_name}: ${free} can be sold.`}
    >
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void send(new FormData(event.currentTarget));
        }}
      >
        <DialogBody>
          {problem && <Alert tone="danger" title={problem} announce className="mb-4" />}
          <div className="grid gap-4">
            <TextField
              name="pieces"
              label="Quantity *"
              inputMode="numeric"
              autoComplete="off"
              required
              defaultValue="1"
              error={errors['pieces']}
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
          </div>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Mark sold
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
