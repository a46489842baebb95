import { createContext } from 'react-router';

interface WebhookRequest {
  webhookId: string;
  url: string;
  body: string;
}

export interface Webhooks {
  /** Computes the secret that signs the webhook's deliveries. */
  secretOf(webhookId: string): string;
  /**
   * Tells admins why no delivery to an https address would be tried. Returns undefined if one would, even if its host is not
   * found.
   */
  findProblem(url: string): Promise<string | undefined>;
  /** Sends once, to public addresses only. Throws only if `stop` aborts. `outcome` is for admins. */
  send(request: WebhookRequest, stop: AbortSignal): Promise<{ delivered: boolean; outcome: string }>;
}

export const webhooksContext = createContext<Webhooks>();
