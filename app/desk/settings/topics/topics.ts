import type { ComponentType } from 'react';
import type { SettingsTopic } from '#core/settings/settings.ts';
import { BusinessForm } from './business-form.tsx';
import { CoresForm } from './cores-form.tsx';
import { FitmentForm } from './fitment-form.tsx';
import { LimitsForm } from './limits-form.tsx';
import { MailForm } from './mail-form.tsx';
import { OrdersForm } from './orders-form.tsx';
import { RestrictedForm } from './restricted-form.tsx';
import type { TopicFieldsProps } from './setting-fields.tsx';
import { ShippingForm } from './shipping-form.tsx';
import { TaxForm } from './tax-form.tsx';

interface TopicPage {
  topic: SettingsTopic;
  label: string;
  Fields: ComponentType<TopicFieldsProps>;
}

/** Lists topics in the order of the page. */
export const topicPages: readonly TopicPage[] = [
  { topic: 'business', label: 'Business', Fields: BusinessForm },
  { topic: 'shipping', label: 'Shipping', Fields: ShippingForm },
  { topic: 'tax', label: 'Sales tax', Fields: TaxForm },
  { topic: 'cores', label: 'Core charges', Fields: CoresForm },
  { topic: 'restricted', label: 'Restricted parts', Fields: RestrictedForm },
  { topic: 'orders', label: 'Orders', Fields: OrdersForm },
  { topic: 'mail', label: 'Email', Fields: MailForm },
  { topic: 'limits', label: 'Limits', Fields: LimitsForm },
  { topic: 'fitment', label: 'Fitment', Fields: FitmentForm },
];

export function settingsAddress(page: string): string {
  return page === topicPages[0]?.topic ? '/admin/settings' : `/admin/settings?page=${page}`;
}
