import type { Payments } from '#core/payments/payments.server.ts';
import { server } from './built-server.ts';

const { PaymentProviderError } = server;

const noAnswer = () => Promise.reject(new PaymentProviderError('No answer'));

export const silentPayments: Payments = {
  createPage: noAnswer,
  createBalancePage: noAnswer,
  fetchPage: noAnswer,
  closePage: noAnswer,
  refund: noAnswer,
  fetchRisk: noAnswer,
  eventsSince: () => {
    throw new PaymentProviderError('No answer');
  },
  payoutsSince: () => {
    throw new PaymentProviderError('No answer');
  },
  fetchTransactions: noAnswer,
  readEvent: async () => undefined,
};
