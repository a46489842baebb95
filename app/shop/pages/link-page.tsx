import type { ReactNode } from 'react';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';

/** A button of a mailed link's page. */
export function ActionForm({
  action,
  primary,
  children,
}: {
  action: string;
  primary?: boolean;
  children: ReactNode;
}) {
  return (
    <form method="post">
      <input type="hidden" name="do" value={action} />
      <Button type="submit" variant={primary ? 'primary' : 'secondary'}>
        {children}
      </Button>
    </form>
  );
}

/** The page of a mailed link. */
export function Frame({ title, email, children }: { title: string; email?: string; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-md px-gutter py-8 sm:py-12">
      <Card padding="roomy">
        <h1 className="mb-1 text-3xl">{title}</h1>
        {email !== undefined && <p className="wrap-anywhere text-muted">For {email}</p>}
        <div className="mt-4 grid justify-items-start gap-4">{children}</div>
      </Card>
    </main>
  );
}
