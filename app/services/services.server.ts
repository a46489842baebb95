import type { Kysely, Transaction } from 'kysely';
import { createContext } from 'react-router';
import type { DB } from '#db/types.ts';
import type { LimitRule, TallyRule } from '#domain/limits.ts';
import type {
  PageStatus,
  PaymentEvent,
  PaymentPage,
  PaymentRequest,
  ProviderRefund,
} from '#domain/payment.ts';
import type { ScanReport } from '#domain/security-finding.ts';

/** The role and user of a transaction. Row-level security decides what it may do. */
export type Identity = (
  | { role: 'anon' }
  | { role: 'authenticated'; userId: string }
  /** The shop itself: payments, jobs. Never acts on a visitor's input alone. */
  | { role: 'service_role' }
) & {
  from?: Origin;
};

export type UserIdentity = Extract<Identity, { role: 'authenticated' }>;

export interface Origin {
  address: string;
  agent: string | null;
}

export interface Database {
  /** Reads public data. Its login can do nothing else. */
  readonly public: Kysely<DB>;
  /** Runs `work` in one transaction as `identity`. Rolls back if `work` throws. */
  as<T>(identity: Identity, work: (transaction: Transaction<DB>) => Promise<T>): Promise<T>;
}

/** The sender of a request. The database is queried each time. */
export interface Visitor {
  user: { id: string; email: string; createdAt: Date; hasSecondStep: boolean } | null;
  /** False when signed out and when the query fails (Spec §4). */
  isAdmin: boolean;
  /** The user has the admin role, which requires a second step that is not set up yet. */
  needsSecondStep: boolean;
}

export interface AccountResponse {
  status: number;
  body: object;
  cookies: readonly string[];
  /** In seconds. */
  retryAfter?: number;
}

export interface LinkRedirect {
  to: string;
  cookies: readonly string[];
}

export interface LinkPage {
  purpose: 'signup' | 'recovery' | 'password_change';
  email: string;
  /** The page asks for a new password: for a reset, and for a sign-up from another browser. */
  choosesPassword: boolean;
  /** The email of another user who is signed in to this browser. */
  staysSignedInAs: string | null;
}

export type LinkResult = LinkRedirect | { status: number; error: string };

/** Account calls. Each validates its own request: invalid input gets a 4xx response and changes nothing. */
export interface Accounts {
  readVisitor(request: Request): Promise<Visitor>;
  /** The visitor as JSON, with the expiry of the access token. */
  getUser(request: Request): Promise<AccountResponse>;
  signUp(request: Request): Promise<AccountResponse>;
  signIn(request: Request): Promise<AccountResponse>;
  refresh(request: Request): Promise<AccountResponse>;
  signOut(request: Request): Promise<AccountResponse>;
  recover(request: Request): Promise<AccountResponse>;
  /** Sets a new password: at once with a recovery link, otherwise after a mailed link confirms it. */
  changePassword(request: Request): Promise<AccountResponse>;
  deleteAccount(request: Request): Promise<AccountResponse>;
  /** Opens a mailed link. Changes nothing: its page asks for confirmation. */
  openLink(request: Request): Promise<LinkRedirect>;
  /** Reads the page of the opened link of this type, or where to redirect without a valid link. */
  readLinkPage(request: Request, type: string | null): Promise<LinkPage | { to: string }>;
  submitLink(request: Request, type: string | null): Promise<LinkResult>;
  /** Sets up or ends the second step, confirms a code (also while signing in), or renews the backup codes. */
  secondStep(request: Request, action: SecondStepAction): Promise<AccountResponse>;
}

export type SecondStepAction = 'begin' | 'confirm' | 'renew-codes' | 'end';

export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  /** The provider answered that the object does not exist. */
  readonly unknown: boolean;

  constructor(message: string, { unknown = false, ...options }: ErrorOptions & { unknown?: boolean } = {}) {
    super(message, options);
    this.unknown = unknown;
  }
}

export interface Payments {
  /**
   * Creates the hosted page of an order. Repeated calls for one order return the same page.
   *
   * @throws {PaymentProviderError}
   */
  createPage(request: PaymentRequest): Promise<PaymentPage>;
  /**
   * Reads the state of a page.
   *
   * @throws {PaymentProviderError} `unknown` when the provider has no such page.
   */
  fetchPage(sessionId: string): Promise<PageStatus>;
  /**
   * Closes a page that is not paid yet, and reads its state, which is never 'open' afterwards.
   *
   * @throws {PaymentProviderError} `unknown` when the provider has no such page.
   */
  closePage(sessionId: string): Promise<PageStatus>;
  /**
   * Refunds a whole payment, once for repeated calls. Returns the state of the refund, which may be that it failed.
   *
   * @throws {PaymentProviderError} when the state of the refund is unknown.
   */
  refund(payment: { paymentId: string; orderId: string }): Promise<ProviderRefund>;
  /**
   * Reads the provider's events on pages, refunds and disputes since then, oldest first, delivered or not.
   *
   * @throws {PaymentProviderError}
   */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>;
  /** Reads a webhook delivery. Returns undefined if the signature is invalid. */
  readEvent(rawBody: string, headers: Headers): Promise<PaymentEvent | undefined>;
}

export type Allowance =
  | { allowed: true }
  /** Try again after `seconds`. `counted` is false if the counter failed. */
  | { allowed: false; seconds: number; counted: boolean };

export type Counted = readonly [rule: LimitRule, key: string];

/** Rate limits, shared by all processes. The rules are in domain/limits.ts. */
export interface Limits {
  /** Counts once, or several times, for `key`, such as an address. Stores only a hash of it. Never throws. */
  take(rule: LimitRule, key: string, times?: number): Promise<Allowance>;
  /** Counts once for each rule, or for none of them if one is over its limit. Never throws. */
  takeAll(counted: readonly Counted[]): Promise<Allowance>;
  /** Undoes one count, where only failures count. Never throws. */
  giveBack(rule: LimitRule, key: string): Promise<void>;
  /** Undoes `takeAll`. Never throws. */
  giveBackAll(counted: readonly Counted[]): Promise<void>;
  /**
   * Counts once for `key`, cheaply and approximately. Returns the seconds to wait, or undefined when allowed. Never
   * throws.
   */
  tally(rule: TallyRule, key: string): Promise<number | undefined>;
}

/** A request to the scraping service failed. The message is for admins and never contains the key. */
export class ScrapingError extends Error {
  override readonly name = 'ScrapingError';
  /** The HTTP status of the service or of the specification's error. 0 without a response. */
  readonly status: number;
  readonly details: unknown;

  constructor(message: string, status: number, details?: unknown) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export interface CrawledPage {
  markdown?: unknown;
  metadata?: { sourceURL?: unknown; [name: string]: unknown } | undefined;
  [name: string]: unknown;
}

/** The state of a crawl at the scraping service (Spec §3, Crawl result). */
export interface CrawlResponse {
  status: string;
  error?: string | undefined;
  total?: number | undefined;
  completed?: number | undefined;
  creditsUsed?: number | undefined;
  expiresAt?: Date | undefined;
  data?: CrawledPage[] | undefined;
  /** The query of the service's link to the next pages. */
  next?: string | undefined;
}

/** The scraping service with one admin's key. Each call fails with a ScrapingError. */
export interface CrawlService {
  /** Starts a crawl and returns its id. Calls with the same idempotency key start one crawl. */
  startCrawl(url: string, options: object, idempotencyKey: string): Promise<string>;
  crawlStatus(id: string, paging?: { next?: string | undefined }): Promise<CrawlResponse>;
  cancelCrawl(id: string): Promise<void>;
}

export interface Scraping {
  /** `signal` aborts requests when the process stops. */
  withKey(apiKey: string, signal?: AbortSignal): CrawlService;
  sealKey(apiKey: string, crawlId: string): string;
  /** Returns undefined if the key was sealed for another crawl or with another secret. */
  openKey(sealedKey: string, crawlId: string): string | undefined;
}

/** Stores files under names of the form folder/name.ext. The content of a name never changes. */
export interface Files {
  /** Stores a file. Returns false if the name exists already. */
  put(name: string, content: Uint8Array): Promise<boolean>;
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Lists the names in a folder in ascending order (Spec §9, Storage defaults: limit 100, offset 0). */
  list(folder: string, page?: { limit?: number; offset?: number }): Promise<string[]>;
}

export type SecurityScan = Pick<ScanReport, 'checks' | 'rowLevelSecurity' | 'findings'>;

export interface Security {
  /**
   * Runs all checks, one after the other, for at most 30 seconds. Concurrent calls share one scan. A check that fails
   * is a finding. Never throws.
   */
  scan(adminId: string): Promise<SecurityScan>;
}

export const databaseContext = createContext<Database>();
export const accountsContext = createContext<Accounts>();
export const paymentsContext = createContext<Payments>();
export const limitsContext = createContext<Limits>();
export const scrapingContext = createContext<Scraping>();
export const filesContext = createContext<Files>();
export const securityContext = createContext<Security>();

export interface ShopSettings {
  /** Without a trailing slash. */
  siteUrl: string;
  demo: boolean;
  testPayments: boolean;
  mailbox: boolean;
  showcase: boolean;
}

export const shopContext = createContext<ShopSettings>();

export interface RequestInfo {
  /** Shown to the visitor on a failure, and written to the log. */
  id: string;
  clientAddress: string;
  from: Origin;
  logError(error: unknown): void;
  /**
   * The body of a response that a route returns without one. React Router would turn each body into a stream, which
   * takes a tenth of the time of a page and a quarter of that of a small response.
   */
  body?: string;
}

export const requestContext = createContext<RequestInfo>();
