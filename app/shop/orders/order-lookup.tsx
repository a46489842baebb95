import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { TextField } from '#kit/text-field.tsx';

interface OrderLookupProps {
  /** Example: 'PY-10423'. */
  number?: string | undefined;
  email?: string | undefined;
  problem?: string | null;
}

/** Finds an order by number and email. */
export function OrderLookup({ number, email, problem }: OrderLookupProps) {
  return (
    <Card>
      <form method="post" action="/orders" className="grid gap-4">
        <TextField
          label="Order number"
          name="number"
          defaultValue={number}
          placeholder="PY-10423"
          autoComplete="off"
          maxLength={20}
          required
        />
        <TextField
          label="Email you paid with"
          name="email"
          type="email"
          defaultValue={email}
          autoComplete="email"
          maxLength={320}
          required
          error={problem ?? undefined}
        />
        <Button type="submit" variant="primary" className="justify-self-start">
          Find the order
        </Button>
      </form>
    </Card>
  );
}
