import { lazy, Suspense, useRef, useState } from 'react';
import { formatPostalAddress } from '#core/addresses/postal-address.ts';
import { MAX_ADDRESSES, type SavedAddress } from '#core/pricing/saved-address.ts';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { ErrorState } from '#kit/error-state.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { showToast } from '#kit/show-toast.ts';
import { sendRequest } from '../send-request.ts';

const AddressDialog = lazy(() => import('./address-dialog.tsx'));

interface SavedAddressesProps {
  userId: string;
  /** Null if loading failed. */
  addresses: readonly SavedAddress[] | null;
  countries: readonly string[];
  onSaved: () => void;
}

export function SavedAddresses({ userId, addresses, countries, onSaved }: SavedAddressesProps) {
  const [edited, setEdited] = useState<{ address: SavedAddress | undefined; open: boolean; count: number }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const edit = (address?: SavedAddress) =>
    setEdited({ address, open: true, count: (edited?.count ?? 0) + 1 });
  return (
    <Card as="section" padding="roomy" aria-labelledby="saved-addresses" className="mt-5">
      <h2 id="saved-addresses" ref={heading} tabIndex={-1} className="text-xl outline-none">
        Saved Addresses
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
                  onEdit={() => edit(address)}
                  onDeleted={() => {
                    onSaved();
                    heading.current?.focus();
                  }}
                />
              ))}
            </ul>
          )}
          {addresses.length < MAX_ADDRESSES && (
            <Button onClick={() => edit()}>
              <Icon name="Plus" /> Add Address
            </Button>
          )}
        </>
      )}
      {edited && (
        <Suspense>
          <AddressDialog
            key={edited.count}
            userId={userId}
            address={edited.address}
            countries={countries}
            open={edited.open}
            onOpenChange={(open) => setEdited({ ...edited, open })}
            onSaved={onSaved}
          />
        </Suspense>
      )}
    </Card>
  );
}

interface AddressProps {
  address: SavedAddress;
  onEdit: () => void;
  onDeleted: () => void;
}

function Address({ address, onEdit, onDeleted }: AddressProps) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, name, line1, isDefault } = address;
  const lines = formatPostalAddress(null, address);

  async function remove() {
    setBusy(true);
    try {
      const result = await sendRequest('DELETE', `/profile/addresses/${id}`, {});
      if (!result.ok) throw new Error(result.error);
      setAsked(false);
      onDeleted();
      void showToast({ kind: 'success', title: 'Address deleted' });
    } catch {
      void showToast({ kind: 'error', title: 'Failed to delete the address' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="flex flex-col justify-between gap-2 rounded-md border border-line p-4">
      <div className="flex items-start justify-between gap-3">
        <address className="min-w-0 wrap-anywhere not-italic">
          <span className="block font-semibold">{name}</span>
          {lines.map((line) => (
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
        <Button
          variant="quiet"
          size="small"
          aria-label={`Delete ${name}, ${line1}`}
          onClick={() => setAsked(true)}
        >
          <Icon name="Trash2" /> Delete
        </Button>
      </div>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Delete this address?"
        confirmLabel="Delete Address"
        busy={busy}
        onConfirm={() => void remove()}
      >
        {[name, ...lines].join(', ')}
      </ConfirmDialog>
    </li>
  );
}
