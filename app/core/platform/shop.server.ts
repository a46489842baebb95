import { createContext } from 'react-router';

export interface ShopSettings {
  /** Without a trailing slash. */
  siteUrl: string;
  demo: boolean;
  testPayments: boolean;
  /** The address of a payment at the provider, without the payment's id. Undefined without a provider. */
  paymentPages?: string | undefined;
  mailbox: boolean;
  showcase: boolean;
}

export const shopContext = createContext<ShopSettings>();
