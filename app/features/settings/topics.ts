import type { ComponentType } from 'react';
import type { SettingsTopic } from '#domain/settings/settings.ts';
import { BusinessForm } from './business-form.tsx';
import { LimitsForm } from './limits-form.tsx';
import { MailForm } from './mail-form.tsx';

interface TopicPage {
  topic: SettingsTopic;
  label: string;
  Fields: ComponentType;
}

/** In the order of the page. */
export const topicPages: readonly TopicPage[] = [
  { topic: 'business', label: 'Business', Fields: BusinessForm },
  { topic: 'mail', label: 'Mail', Fields: MailForm },
  { topic: 'limits', label: 'Limits', Fields: LimitsForm },
];

export function settingsAddress(page: string): string {
  return page === topicPages[0]?.topic ? '/admin/settings' : `/admin/settings?page=${page}`;
}
