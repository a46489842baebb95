import { formatOrderNumber } from '#core/values/order-number.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import { describeReason } from '#core/orders/return.ts';
import { Button } from '#kit/button.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { OwnReturn } from '../read-own-return.server.ts';
import { returnAddress } from '../return-addresses.ts';

/** Shows a sheet of paper for the box. Printing leaves out everything around it. */
export function SlipView({ found }: { found: OwnReturn }) {
  const shop = useShop();
  const { number, orderNumber, kind, reason, lines, sendTo, buyerName } = found;
  const reference = formatReturnNumber(number);
  return (
    <main className="mx-auto w-full max-w-3xl px-gutter py-8 print:max-w-none print:p-0">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <TextLink to={returnAddress(orderNumber, number)}>Back to {reference}</TextLink>
        <Button variant="primary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <section
        aria-labelledby="slip"
        className="rounded-md border border-line bg-surface p-6 print:border-0 print:p-0"
      >
        <header className="flex flex-wrap justify-between gap-4">
          <div>
            <p className="font-heading text-xl">{shop.name}</p>
            <p>{shop.phone}</p>
          </div>
          <div className="sm:text-right">
            <h1 id="slip">Return {reference}</h1>
            <p>Order {formatOrderNumber(orderNumber)}</p>
          </div>
        </header>
        <h2 className="mt-6">Send to</h2>
        <address className="mt-1 text-xl whitespace-pre-line not-italic">{sendTo}</address>
        {buyerName !== null && (
          <>
            <h2 className="mt-6">From</h2>
            <p>{buyerName}</p>
          </>
        )}
        <table className="mt-6 w-full text-left">
          <thead>
            <tr className="border-b border-line-strong">
              <th scope="col" className="py-1.5 pr-4">
                Quantity
              </th>
              <th scope="col" className="py-1.5 pr-4">
                {kind === 'core' ? 'Old part for' : 'Part'}
              </th>
              <th scope="col" className="py-1.5">
                OEM number
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id} className="border-b border-line align-top">
                <td className="py-1.5 pr-4 tabular-nums">{line.quantity}</td>
                <th scope="row" className="py-1.5 pr-4 text-left">
                  {line.name}
                  {line.vehicle && <span className="block text-sm text-muted">{line.vehicle}</span>}
                </th>
                <td className="py-1.5 wrap-anywhere">{line.oemNumber}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-6">
          {kind === 'return' && 'Reason: '}
          {describeReason(kind, reason)}
        </p>
        <p className="mt-2 text-sm">
          Put this slip in the box, and write {reference} on the outside. Pack the parts so that they
          can&apos;t move.
        </p>
      </section>
    </main>
  );
}
