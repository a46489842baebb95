import type { Transaction } from 'kysely';
import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router';
import type { DB } from '#db/types.ts';
import { accountsContext, databaseContext, type Identity } from '#services';

type Admin = Extract<Identity, { role: 'authenticated' }>;

const adminContext = createContext<Admin>();

/** Sends everybody else to /auth before anything is read (Spec §6). */
export const onlyAdmins: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { user, isAdmin } = await context.get(accountsContext).visitor(request);
  if (!user || !isAdmin) throw redirect('/auth');
  context.set(adminContext, { role: 'authenticated', userId: user.id });
  const response = await next();
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store');
  return response;
};

/** Runs work in one transaction as the admin who asks: row-level security decides, here too. */
export type AsAdmin = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

/** The admin who asks. */
export function adminOf(context: Readonly<RouterContextProvider>) {
  return context.get(adminContext);
}

export function asAdmin(context: Readonly<RouterContextProvider>): AsAdmin {
  const database = context.get(databaseContext);
  const admin = adminOf(context);
  return (work) => database.as(admin, work);
}
