import { useState } from 'react';
import { usStateOptions } from '#core/addresses/destination.ts';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Select } from '#kit/select.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextField } from '#kit/text-field.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { Certificate } from './certificates.server.ts';

interface CertificatesProps {
  certificates: Certificate[];
  isUsed: boolean;
  isApproving: boolean;
  onApprove: (isApproving: boolean) => void;
}

export function Certificates({ certificates, isUsed, isApproving, onApprove }: CertificatesProps) {
  const { timeZone } = useShop();
  const [revoking, setRevoking] = useState<Certificate>();
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  return (
    <section aria-labelledby="certificates" className="mt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="certificates">Resale certificates</h2>
        <Button onClick={() => onApprove(true)}>Approve a certificate</Button>
      </div>
      <p className="mb-4 text-muted">
        A buyer with a valid certificate of the destination's state is not taxed. Certificates are kept even
        after they are revoked.{!isUsed && ' They have no effect while all orders have one rate.'}
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
      {isApproving && <CertificateDialog onClose={() => onApprove(false)} />}
      {revoking && (
        <ConfirmAction
          title={`Revoke certificate ${revoking.number}?`}
          confirmLabel="Revoke"
          busyLabel="Revoking..."
          fields={{ intent: 'revoke-certificate', id: revoking.id }}
          failure="Error revoking certificate"
          onClose={() => setRevoking(undefined)}
        >
          This buyer&apos;s later orders are taxed. This can&apos;t be undone.
        </ConfirmAction>
      )}
    </section>
  );
}

function CertificateDialog({ onClose }: { onClose: () => void }) {
  const form = useAction({ failure: 'Error approving certificate', onDone: onClose });
  const errors = form.errors as Partial<Record<'email' | 'number' | 'state' | 'expires_on', string>>;
  return (
    <FormDialog form={form} title="Approve a resale certificate" submitLabel="Approve" onClose={onClose}>
      <input type="hidden" name="intent" value="approve-certificate" />
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
      <TextField name="expires_on" type="date" label="Valid until *" required error={errors.expires_on} />
    </FormDialog>
  );
}
