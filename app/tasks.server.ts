/**
 * What jobs do that write mails. The server runs from source, where there is no JSX, so it takes these from the build
 * (entry.server.tsx).
 */
export { mailAlert } from './features/admin/mail-alert.server.tsx';
export { giveUpOrder } from './features/checkout/give-up-order.server.ts';
export { reconcilePayments } from './features/checkout/reconcile-payments.server.ts';
export { refundPayment } from './features/checkout/refund-payment.server.ts';
