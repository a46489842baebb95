import { useVisitor } from '#core/accounts/ui/use-visitor.ts';
import { dialablePhone } from '#core/settings/shop.ts';
import { Alert } from '#kit/alert.tsx';
import { CopyButton } from '#kit/copy-button.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { OrderPageData } from './read-order-page.server.ts';
import { Section } from '#core/orders/ui/section.tsx';

interface OrderBuyerProps extends Pick<OrderPageData, 'buyer' | 'delivery' | 'assistant'> {
  /** The buyer's own number of the purchase. */
  purchaseOrder: string | null;
}

export function OrderBuyer({ buyer, delivery, assistant, purchaseOrder }: OrderBuyerProps) {
  const { name, email, phone } = buyer;
  return (
    <Section title="Buyer">
      {!name && !email && !phone && <p className="text-muted">The account and its data were deleted.</p>}
      {name && <p className="font-semibold wrap-anywhere">{name}</p>}
      {email && (
        <p className="wrap-anywhere">
          <a href={`mailto:${email}`} className="link inline-flex min-h-6 items-center">
            {email}
          </a>
        </p>
      )}
      {phone && (
        <p>
          <a href={`tel:${dialablePhone(phone)}`} className="link inline-flex min-h-6 items-center">
            {phone}
          </a>
        </p>
      )}
      {purchaseOrder !== null && <p className="wrap-anywhere">Purchase order {purchaseOrder}</p>}
      {assistant && <Assistant {...assistant} />}
      <h3 className="mt-4 mb-1 text-sm font-semibold text-muted">
        {delivery.fulfillment === 'pickup' ? 'Pickup' : 'Ship to'}
      </h3>
      <Delivery delivery={delivery} />
    </Section>
  );
}

function Assistant({ host, isSigned }: NonNullable<OrderPageData['assistant']>) {
  // The page about assistants is for admins.
  const isAdmin = useVisitor().role === 'admin';
  return (
    <p className="mt-2 text-sm wrap-anywhere">
      Came from an assistant:{' '}
      {isAdmin ? (
        <TextLink to="/admin/assistants" className="inline-flex min-h-6 items-center">
          {host}
        </TextLink>
      ) : (
        host
      )}
      {!isSigned && <span className="text-muted"> (not signed)</span>}
    </p>
  );
}

function Delivery({ delivery }: Pick<OrderBuyerProps, 'delivery'>) {
  const { fulfillment, pickupLocation, address, pricedFor } = delivery;
  if (fulfillment === 'pickup') return <p>{pickupLocation}</p>;
  return (
    <>
      {address ? (
        <>
          <address className="not-italic wrap-anywhere">
            {address.map((line, index) => (
              // Two lines can be the same.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={index} className="block">
                {line}
              </span>
            ))}
          </address>
          <CopyButton text={address.join('\n')} label="Copy address" />
        </>
      ) : (
        <p className="text-muted">No address.</p>
      )}
      {pricedFor?.isElsewhere === false && (
        <p className="mt-2 text-sm text-muted">
          Priced for {pricedFor.place} ({pricedFor.details}).
        </p>
      )}
      {pricedFor?.isElsewhere && (
        <Alert tone="warning" title="The shipping address is different" className="mt-3">
          Tax and shipping were calculated for {pricedFor.place} ({pricedFor.details}).
        </Alert>
      )}
    </>
  );
}
