import { createContext } from 'react-router';

interface WebhookRequest {
  webhookId: string;
  url: string;
  body: string;
}

export interface Webhooks {
  /** Signs what is sent to a webhook. Computed from its id. */
  secretOf(webhookId: string): string;
  /** Says why no delivery to an https address would be tried, for admins. Undefined if one would, also if its host is not found. */
  findProblem(url: string): Promise<string | undefined>;
  /** Sends once, to public addresses only. Throws only if `stop` aborts. `outcome` is for admins. */
  send(request: WebhookRequest, stop: AbortSignal): Promise<{ delivered: boolean; outcome: string }>;
}

export const webhooksContext = createContext<Webhooks>();
