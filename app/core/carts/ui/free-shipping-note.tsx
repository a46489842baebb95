import { formatDollars } from '#core/values/money.ts';

/** Says the answer of centsToFreeShipping in words. */
export function FreeShippingNote({ missingCents }: { missingCents: number | undefined }) {
  if (missingCents === undefined) return null;
  return (
    <p className={missingCents === 0 ? 'font-medium text-green-800' : 'text-muted'}>
      {missingCents === 0
        ? 'Ships free'
        : `${formatDollars(missingCents)} more of this part for free shipping`}
    </p>
  );
}
