import type { Transaction } from 'kysely';
import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router';
import type { DB } from '#db/types.ts';
import type { Role } from './role.ts';
import { accountsContext } from './accounts.server.ts';
import { databaseContext, type UserIdentity } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';

interface StaffMember {
  identity: UserIdentity;
  role: Role;
}

const staffContext = createContext<StaffMember>();

/** Lets staff and admins pass, before any data is read (Spec §6). */
export const onlyStaff: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { user, role, roleError } = await context.get(accountsContext).readVisitor(request);
  // Without this, a busy database would look like a sign-out.
  if (roleError) throw roleError;
  if (!user || !role) throw redirect('/auth');
  const { from } = context.get(requestContext);
  context.set(staffContext, { identity: { role: 'authenticated', userId: user.id, from }, role });
  const response = await next();
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store');
  return response;
};

/** Runs work in one transaction as the signed-in person. */
export type RunAsPerson = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

/** Requires only-staff.ts above it in app/routes.ts. */
export function getStaff(context: Readonly<RouterContextProvider>): StaffMember {
  return context.get(staffContext);
}

export function asStaff(context: Readonly<RouterContextProvider>): RunAsPerson {
  const database = context.get(databaseContext);
  const { identity } = getStaff(context);
  return (work) => database.as(identity, work);
}
