import type { Transaction } from 'kysely';
import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router';
import type { DB } from '#db/types.ts';
import { accountsContext, databaseContext, requestContext, type UserIdentity } from '#services';

const adminContext = createContext<UserIdentity>();

/** Runs before any data is read (Spec §6). */
export const onlyAdmins: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { user, isAdmin } = await context.get(accountsContext).readVisitor(request);
  if (!user || !isAdmin) throw redirect('/auth');
  const { from } = context.get(requestContext);
  context.set(adminContext, { role: 'authenticated', userId: user.id, from });
  const response = await next();
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store');
  return response;
};

/** Runs work in one transaction as the admin. */
export type AsAdmin = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

export function getAdmin(context: Readonly<RouterContextProvider>) {
  return context.get(adminContext);
}

export function asAdmin(context: Readonly<RouterContextProvider>): AsAdmin {
  const database = context.get(databaseContext);
  const admin = getAdmin(context);
  return (work) => database.as(admin, work);
}
