import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router';
import { databaseContext, type UserIdentity } from '#core/platform/database.server.ts';
import { getStaff, type RunAsPerson } from './only-staff.server.ts';

const adminContext = createContext<UserIdentity>();

/** Runs after onlyStaff. Sends staff back to their own tabs. */
export const onlyAdmins: MiddlewareFunction<Response> = async ({ context }, next) => {
  const { identity, role } = getStaff(context);
  if (role !== 'admin') throw redirect('/admin');
  context.set(adminContext, identity);
  return next();
};

/** Requires only-admins.ts above it in app/routes.ts. */
export function getAdmin(context: Readonly<RouterContextProvider>): UserIdentity {
  return context.get(adminContext);
}

export function asAdmin(context: Readonly<RouterContextProvider>): RunAsPerson {
  const database = context.get(databaseContext);
  const admin = getAdmin(context);
  return (work) => database.as(admin, work);
}
