import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { PaymentResult } from '../payment-result.tsx';
import { ButtonLink } from '#kit/button-link.tsx';

export function meta() {
  return [{ title: 'Payment Canceled | Checkout' }, { name: 'robots', content: 'noindex' }];
}

export default function PaymentCanceled() {
  // The provider sends no event when a buyer leaves its page.
  const [parameters] = useSearchParams();
  const order = parameters.get('order');
  useEffect(() => {
    if (order === null) return;
    const body = new URLSearchParams({ order });
    void fetch('/functions/v1/cancel-payment', { method: 'POST', body }).catch(() => undefined);
  }, [order]);
  return (
    <PaymentResult
      icon="CircleX"
      color="text-muted"
      title="Payment Canceled"
      text="Your payment was canceled. No charges were made."
    >
      <ButtonLink to="/cart" variant="primary">
        Back to Cart
      </ButtonLink>
    </PaymentResult>
  );
}
