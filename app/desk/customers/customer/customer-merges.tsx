import { useState } from 'react';
import { Button } from '#kit/button.tsx';
import { ActionDialog } from '#kit/form/action-dialog.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { ConfirmAction } from '#kit/form/confirm-action.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useDay } from '../use-day.ts';
import type { CustomerPage } from './read-customer.server.ts';

type CustomerMergesProps = Pick<CustomerPage, 'customer' | 'merges' | 'similar'>;

/** Joins the records of one person who used several addresses. */
export function CustomerMerges({ customer, merges, similar }: CustomerMergesProps) {
  const day = useDay();
  const [asking, setAsking] = useState<{ email: string }>();
  const [isTyping, setTyping] = useState(false);
  const undo = useAction({ failure: 'Error undoing the merge' });
  return (
    <section className="mt-8">
      <h2 className="mb-3">Other addresses of this person</h2>
      <ul className="mb-3 grid gap-2 empty:hidden">
        {merges.map(({ email, mergedAt, canBeUndone }) => (
          <li key={email} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="wrap-anywhere">{email}</span>
            <span className="text-muted">merged on {day.format(mergedAt)}</span>
            {canBeUndone && (
              <ActionButton size="small" action={undo} fields={{ intent: 'undo-merge', email }}>
                Undo<span className="sr-only"> the merge of {email}</span>
              </ActionButton>
            )}
          </li>
        ))}
        {similar.map(({ id, name, email, orders }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="text-muted">Perhaps also</span>
            <TextLink
              to={`/admin/customers/${id}`}
              className="inline-flex min-h-6 items-center wrap-anywhere"
            >
              {[name, email].filter(Boolean).join(', ')}
            </TextLink>
            <span className="text-muted">
              {orders} {orders === 1 ? 'order' : 'orders'}
            </span>
            <Button size="small" onClick={() => setAsking({ email })}>
              Merge…<span className="sr-only"> {email}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button onClick={() => setTyping(true)}>Merge another record…</Button>
      {asking && (
        <ConfirmAction
          title="Are they the same person?"
          confirmLabel="Merge"
          busyLabel="Merging..."
          variant="primary"
          fields={{ intent: 'merge', email: asking.email }}
          failure="Error merging"
          onClose={() => setAsking(undefined)}
        >
          The orders, requests, messages and notes of {asking.email} will be shown with those of{' '}
          {customer.email}. You can undo this for a day.
        </ConfirmAction>
      )}
      {isTyping && (
        <ActionDialog
          intent="merge"
          title="Merge another record"
          description={`Its orders, requests, messages and notes will be shown with those of ${customer.email}. You can undo this for a day.`}
          submitLabel="Merge"
          onClose={() => setTyping(false)}
        >
          <TextField name="email" type="email" label="Email of the other record *" required maxLength={320} />
        </ActionDialog>
      )}
    </section>
  );
}
