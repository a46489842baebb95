import type { Accounts } from '#services';
import { readBrowserId } from './browser-cookie.server.ts';
import type { Payer } from './own-payments.server.ts';

/** Whose payments a request may see and give up: those of its browser, and of the account that is signed in. */
export async function payerOf(request: Request, siteUrl: string, accounts: Accounts): Promise<Payer> {
  const { user } = await accounts.readVisitor(request);
  return { browserId: readBrowserId(request, siteUrl), userId: user?.id };
}
