import { logAccountEvent } from '../audit/account-events.ts';
import type { AccountTools } from './tools.ts';

/**
 * Gives the account the orders that its person placed as a guest. Call it when an address was confirmed, and at each
 * sign-in. A failure must not keep anyone from signing in: the next sign-in tries again.
 */
export async function joinGuestOrders(tools: AccountTools, request: Request, userId: string): Promise<void> {
  try {
    const { rows } = await tools.pool.query<{ joined: number }>(
      'select auth.join_guest_orders($1) as joined',
      [userId],
    );
    const joined = rows[0]?.joined ?? 0;
    if (joined > 0) {
      await logAccountEvent(tools, request, 'security_guest_orders_joined', userId, {
        severity: 'info',
        orders: String(joined),
      });
    }
  } catch (error) {
    tools.log.error(error, "A guest's orders could not join the account");
  }
}

/** Logs a sign-in, and joins what the person bought as a guest since the last one. */
export async function recordSignIn(tools: AccountTools, request: Request, userId: string): Promise<void> {
  await logAccountEvent(tools, request, 'login_success', userId);
  await joinGuestOrders(tools, request, userId);
}
