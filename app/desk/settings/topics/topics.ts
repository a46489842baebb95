import type { ComponentType } from 'react';
import { AssistantsForm } from './assistants-form.tsx';
import { BusinessForm } from './business-form.tsx';
import { CoresForm } from './cores-form.tsx';
import { FitmentForm } from './fitment-form.tsx';
import { LimitsForm } from './limits-form.tsx';
import { MailForm } from './mail-form.tsx';
import { OrdersForm } from './orders-form.tsx';
import { RestrictedForm } from './restricted-form.tsx';
import type { TopicFieldsProps } from './setting-fields.tsx';
import { ShippingForm } from './shipping-form.tsx';
import { type PageTopic, topicLabels } from '../settings-pages.ts';

/** Sales tax has a page of its own. */
type FormTopic = Exclude<PageTopic, 'tax'>;

interface TopicPage {
  topic: FormTopic;
  label: string;
  Fields: ComponentType<TopicFieldsProps>;
}

const fields: Record<FormTopic, TopicPage['Fields']> = {
  business: BusinessForm,
  shipping: ShippingForm,
  cores: CoresForm,
  restricted: RestrictedForm,
  orders: OrdersForm,
  mail: MailForm,
  limits: LimitsForm,
  fitment: FitmentForm,
  assistants: AssistantsForm,
};

/** Lists topics in the order of the side bar. */
export const topicPages: readonly TopicPage[] = (Object.keys(fields) as FormTopic[]).map((topic) => ({
  topic,
  label: topicLabels[topic],
  Fields: fields[topic],
}));
