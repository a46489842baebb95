/** Events that programs can be told about. */
export const webhookEvents = {
  'order.paid': 'An order is paid',
  'order.shipped': 'All parts of an order have shipped',
  'part.sold': 'Units of a part are sold',
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[];

export const MAX_WEBHOOKS = 20;
export const MAX_WEBHOOK_URL = 500;

/** Explains why an address can't be a webhook. Its host is checked again when it is used. */
export function findWebhookUrlProblem(text: string): string | undefined {
  if (text.length > MAX_WEBHOOK_URL) return `At most ${MAX_WEBHOOK_URL} characters`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:') return 'Please enter an address that starts with https://';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a password';
  return undefined;
}

/** New events of a webhook wait this long after a failure. */
export const WEBHOOK_PAUSE_SECONDS = 30;

/** Disables a webhook whose deliveries have all failed for this long. */
export const DISABLE_WEBHOOK_AFTER_DAYS = 3;

/** A webhook in the admin panel. Its times are in ISO 8601. */
export interface Webhook {
  id: string;
  url: string;
  events: WebhookEvent[];
  failingSince: string | null;
  disabledAt: string | null;
}

export interface WebhookDelivery {
  id: string;
  url: string;
  event: WebhookEvent;
  /** Number of the order, or stock number of the part. */
  subject: string;
  happenedAt: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  nextAt: string | null;
  outcome: string | null;
}
