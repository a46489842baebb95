import type { SavedAddress } from '#core/addresses/saved-address.ts';
import { AddressFields } from '#core/addresses/ui/address-fields.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';

interface AddressDialogProps {
  userId: string;
  /** The address is undefined for a new one. */
  address: SavedAddress | undefined;
  countries: readonly string[];
  onClose: () => void;
}

export default function AddressDialog(props: AddressDialogProps) {
  const { userId, address, countries, onClose } = props;
  const form = useAction({ failure: 'Failed to save the address', hasAlert: true, onDone: onClose });
  return (
    <FormDialog
      form={form}
      title={address ? 'Edit address' : 'Add an address'}
      submitLabel="Save address"
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="save-address" />
      <input type="hidden" name="id" value={address?.id ?? ''} />
      <input type="hidden" name="user_id" value={userId} />
      <div className="grid gap-4 sm:grid-cols-6">
        <AddressFields address={address} countries={countries} isOwn />
        {!address?.isDefault && (
          <Checkbox label="Use as my default address" name="isDefault" className="sm:col-span-6" />
        )}
      </div>
    </FormDialog>
  );
}
