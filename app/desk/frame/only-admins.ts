import { onlyAdmins } from '#core/accounts/only-admins.server.ts';
import type { Route } from './+types/only-admins.ts';

/** Guards all routes below this one. */
export const middleware: Route.MiddlewareFunction[] = [onlyAdmins];
