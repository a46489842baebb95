import { onlyStaff } from '#core/accounts/only-staff.server.ts';
import type { Route } from './+types/only-staff.ts';

/** Guards all routes below this one. */
export const middleware: Route.MiddlewareFunction[] = [onlyStaff];
