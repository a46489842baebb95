import { createContext } from 'react-router';
import type { Role } from './role.ts';

/** The sender of a request. The database is asked each time. */
export interface Visitor {
  user: { id: string; email: string; createdAt: Date; hasSecondStep: boolean } | null;
  /** Null if signed out, or if the query fails (Spec §4). */
  role: Role | null;
  /** True if the role requires a second step that is not set up yet. */
  needsSecondStep: boolean;
  /** The error of the role's query. A page that needs the role reports it. */
  roleError?: unknown;
}

export interface AccountResponse {
  status: number;
  body: object;
  cookies: readonly string[];
  /** Seconds. */
  retryAfter?: number;
}

export interface LinkRedirect {
  to: string;
  cookies: readonly string[];
}

export interface LinkPage {
  purpose: 'signup' | 'recovery' | 'password_change' | 'email_change' | 'email_undo';
  email: string;
  /** The email address that the link gives to the account. Null for all types but the last two. */
  address: string | null;
  /** True for a reset, an undone change of the address, and a sign-up from another browser. */
  choosesPassword: boolean;
  /** Email address of another user who is signed in to this browser. */
  staysSignedInAs: string | null;
}

export type InvitationPage =
  | {
      /** The invited person's next step. */
      step: 'accept' | 'sign-in' | 'sign-out' | 'new-account';
      email: string;
      role: Role;
      signedInAs: string | null;
    }
  | { step: 'over'; problem: 'used' | 'revoked' | 'expired' | 'unknown' };

export type LinkResult = LinkRedirect | { status: number; error: string };

/** Each call validates its request. Invalid input gets a 4xx response and changes nothing. */
export interface Accounts {
  readVisitor(request: Request): Promise<Visitor>;
  /** Returns the visitor, with the expiry of the access token. */
  getUser(request: Request): Promise<AccountResponse>;
  signUp(request: Request): Promise<AccountResponse>;
  signIn(request: Request): Promise<AccountResponse>;
  refresh(request: Request): Promise<AccountResponse>;
  signOut(request: Request): Promise<AccountResponse>;
  recover(request: Request): Promise<AccountResponse>;
  /** Sets a password: at once with a recovery link, otherwise when a mailed link confirms it. */
  changePassword(request: Request): Promise<AccountResponse>;
  /** Proposes another address. A mailed link confirms it. */
  changeEmail(request: Request): Promise<AccountResponse>;
  deleteAccount(request: Request): Promise<AccountResponse>;
  /** Changes nothing: the link's page asks for confirmation. */
  openLink(request: Request): Promise<LinkRedirect>;
  /** Returns a redirect if the request has no valid link of the type. */
  readLinkPage(request: Request, type: string | null): Promise<LinkPage | { to: string }>;
  submitLink(request: Request, type: string | null): Promise<LinkResult>;
  readInvitation(request: Request): Promise<InvitationPage>;
  acceptInvitation(request: Request): Promise<LinkResult>;
  /** The action 'confirm' also signs in. */
  secondStep(request: Request, action: SecondStepAction): Promise<AccountResponse>;
}

export type SecondStepAction = 'begin' | 'confirm' | 'renew-codes' | 'end';

export const accountsContext = createContext<Accounts>();
