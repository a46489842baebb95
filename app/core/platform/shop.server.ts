import { createContext } from 'react-router';

export interface ShopSettings {
  /** Has no trailing slash. */
  siteUrl: string;
  demo: boolean;
  testPayments: boolean;
  /** The address of a payment at the provider, without the payment's id. Undefined if there is no provider. */
  paymentPages?: string | undefined;
  mailbox: boolean;
  showcase: boolean;
}

export const shopContext = createContext<ShopSettings>();
