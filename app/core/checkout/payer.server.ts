import type { Accounts } from '#core/accounts/accounts.server.ts';
import { readBrowserId } from './browser-cookie.server.ts';
import type { Payer } from './own-payments.server.ts';

export async function readPayer(request: Request, siteUrl: string, accounts: Accounts): Promise<Payer> {
  const { user } = await accounts.readVisitor(request);
  return { browserId: readBrowserId(request, siteUrl), userId: user?.id };
}
