import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { usStateOptions } from '#core/addresses/destination.ts';
import { sendAction } from '#kit/actions/send-action.ts';
import { useFormAction } from '#core/values/ui/use-form-action.ts';
import { Alert } from '#kit/alert.tsx';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { Select } from '#kit/select.tsx';
import { showToast } from '#kit/show-toast.ts';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextField } from '#kit/text-field.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { Certificate } from './certificates.server.ts';

export function Certificates({ certificates }: { certificates: Certificate[] }) {
  const { timeZone } = useShop();
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<Certificate>();
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  return (
    <section aria-labelledby="certificates" className="mt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 id="certificates">Resale certificates</h3>
        <Button onClick={() => setAdding(true)}>Approve a certificate</Button>
      </div>
      <p className="mb-4 text-muted">
        A buyer with a valid certificate of the destination's state is not taxed. Certificates are kept even
        after they are revoked.
      </p>
      {certificates.length > 0 && (
        <Table label="Approved certificates">
          <thead>
            <Row>
              <HeaderCell>Account</HeaderCell>
              <HeaderCell>State</HeaderCell>
              <HeaderCell>Number</HeaderCell>
              <HeaderCell>Valid until</HeaderCell>
              <HeaderCell>Approved</HeaderCell>
              <HeaderCell>Actions</HeaderCell>
            </Row>
          </thead>
          <tbody>
            {certificates.map((certificate) => {
              const { id, email, state, number, expiresOn, isExpired, approvedAt, approvedBy, revokedAt } =
                certificate;
              return (
                <Row key={id}>
                  <Cell heading>{email ?? 'Deleted account'}</Cell>
                  <Cell>{state}</Cell>
                  <Cell>{number}</Cell>
                  <Cell className="whitespace-nowrap">
                    {expiresOn}{' '}
                    {revokedAt ? (
                      <Badge tone="bad">Revoked</Badge>
                    ) : (
                      isExpired && <Badge tone="warning">Expired</Badge>
                    )}
                  </Cell>
                  <Cell>
                    {day.format(approvedAt)} by {approvedBy?.trim() || 'an admin without a name'}
                  </Cell>
                  <Cell>
                    {!revokedAt && (
                      <Button size="small" onClick={() => setRevoking(certificate)}>
                        Revoke<span className="sr-only"> {number}</span>
                      </Button>
                    )}
                  </Cell>
                </Row>
              );
            })}
          </tbody>
        </Table>
      )}
      {adding && <CertificateDialog onClose={() => setAdding(false)} />}
      {revoking && <RevokeDialog certificate={revoking} onClose={() => setRevoking(undefined)} />}
    </section>
  );
}

function CertificateDialog({ onClose }: { onClose: () => void }) {
  const { busy, errors, problem, send } = useFormAction({
    address: '/admin/certificate/new',
    failure: 'Error approving certificate',
    seen: undefined,
    onDone: onClose,
  });
  return (
    <Dialog open busy={busy} onOpenChange={(open) => !open && onClose()} title="Approve a resale certificate">
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
              name="email"
              type="email"
              label="Email of the account *"
              autoComplete="off"
              required
              error={errors.email && `Email ${errors.email}`}
            />
            <TextField
              name="number"
              label="Number *"
              autoComplete="off"
              required
              error={errors.number && `Number ${errors.number}`}
            />
            <Select name="state" label="State *" required defaultValue="CA" error={errors.state}>
              {usStateOptions.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
            <TextField
              name="expires_on"
              type="date"
              label="Valid until *"
              required
              error={errors.expires_on}
            />
          </div>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Approve
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function RevokeDialog({ certificate, onClose }: { certificate: Certificate; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function revoke() {
    setBusy(true);
    const { done, message } = await sendAction(`/admin/certificate/${certificate.id}`, {
      method: 'DELETE',
      failure: 'Error revoking certificate',
    });
    await revalidate();
    onClose();
    if (message) await showToast({ title: message, kind: done ? 'success' : 'error' });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`Revoke certificate ${certificate.number}?`}
      confirmLabel={busy ? 'Revoking...' : 'Revoke'}
      busy={busy}
      onConfirm={() => void revoke()}
    >
      This buyer&apos;s later orders are taxed. This can&apos;t be undone.
    </ConfirmDialog>
  );
}
