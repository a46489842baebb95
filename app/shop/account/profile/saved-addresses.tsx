import { lazy, Suspense, useState } from 'react';
import { formatPostalAddress } from '#core/addresses/postal-address.ts';
import { MAX_ADDRESSES, type SavedAddress } from '#core/addresses/saved-address.ts';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { ErrorState } from '#kit/error-state.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { Icon } from '#kit/icons/icon.tsx';

const AddressDialog = lazy(() => import('./address-dialog.tsx'));

interface SavedAddressesProps {
  userId: string;
  /** Null if loading failed. */
  addresses: readonly SavedAddress[] | null;
  countries: readonly string[];
}

export function SavedAddresses({ userId, addresses, countries }: SavedAddressesProps) {
  const [edited, setEdited] = useState<SavedAddress | 'new'>();
  const [deleted, setDeleted] = useState<SavedAddress>();
  return (
    <Card as="section" padding="roomy" aria-labelledby="saved-addresses" className="mt-5">
      <h2 id="saved-addresses" className="text-xl">
        Saved addresses
      </h2>
      <p className="mt-1 mb-4 text-muted">
        The cart uses your default address to calculate tax and shipping.
      </p>
      {addresses === null ? (
        <ErrorState level={3} title="Failed to load addresses">
          Please reload the page in a moment.
        </ErrorState>
      ) : (
        <>
          {addresses.length > 0 && (
            <ul className="mb-4 grid gap-3 sm:grid-cols-2">
              {addresses.map((address) => (
                <Address
                  key={address.id}
                  address={address}
                  onEdit={() => setEdited(address)}
                  onDelete={() => setDeleted(address)}
                />
              ))}
            </ul>
          )}
          {addresses.length < MAX_ADDRESSES && (
            <Button onClick={() => setEdited('new')}>
              <Icon name="Plus" /> Add address
            </Button>
          )}
        </>
      )}
      {edited && (
        <Suspense>
          <AddressDialog
            userId={userId}
            address={edited === 'new' ? undefined : edited}
            countries={countries}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {deleted && (
        <ConfirmAction
          title="Delete this address?"
          confirmLabel="Delete address"
          fields={{ intent: 'delete-address', id: deleted.id, user_id: userId }}
          failure="Failed to delete the address"
          onClose={() => setDeleted(undefined)}
        >
          {[deleted.name, ...formatPostalAddress(null, deleted)].join(', ')}
        </ConfirmAction>
      )}
    </Card>
  );
}

interface AddressProps {
  address: SavedAddress;
  onEdit: () => void;
  onDelete: () => void;
}

function Address({ address, onEdit, onDelete }: AddressProps) {
  const { name, line1, isDefault } = address;
  return (
    <li className="flex flex-col justify-between gap-2 rounded-md border border-line p-4">
      <div className="flex items-start justify-between gap-3">
        <address className="min-w-0 wrap-anywhere not-italic">
          <span className="block font-semibold">{name}</span>
          {formatPostalAddress(null, address).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        {isDefault && <Badge tone="info">Default</Badge>}
      </div>
      <div className="-mx-3 -mb-2 flex gap-1">
        <Button variant="quiet" size="small" aria-label={`Edit ${name}, ${line1}`} onClick={onEdit}>
          <Icon name="Pencil" /> Edit
        </Button>
        <Button variant="quiet" size="small" aria-label={`Delete ${name}, ${line1}`} onClick={onDelete}>
          <Icon name="Trash2" /> Delete
        </Button>
      </div>
    </li>
  );
}
