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

/** Whom a transaction acts as. Row-level security decides what that may do. */
export type Identity = (
  | { role: 'anon' }
  | { role: 'authenticated'; userId: string }
  /** The shop itself: payments, jobs. Never on behalf of what a visitor says. */
  | { role: 'service_role' }
) & {
  /** Where the request comes from, where the transaction writes into the audit trail. */
  from?: Origin;
};

/** Somebody who is signed in. */
export type UserIdentity = Extract<Identity, { role: 'authenticated' }>;

/** The other end of a connection, for the audit trail. */
export interface Origin {
  address: string;
  /** What the client calls itself, if it does. */
  agent: string | null;
}

export interface Database {
  /** Reads of what everybody may see. Its login can do nothing else. */
  readonly public: Kysely<DB>;
  /** Runs `work` in one transaction as `identity`. It is rolled back when `work` throws. */
  as<T>(identity: Identity, work: (transaction: Transaction<DB>) => Promise<T>): Promise<T>;
}

/** Who sends a request, looked up in the database each time. */
export interface Visitor {
  user: { id: string; email: string; createdAt: Date; hasSecondStep: boolean } | null;
  /** False when signed out and when the look-up fails (Spec §4). */
  isAdmin: boolean;
  /** Has the role, and can't use it before there is a second step. */
  needsSecondStep: boolean;
}

/** What a call about accounts comes to: what to answer, and the cookies that go with it. */
export interface AccountAnswer {
  status: number;
  body: object;
  cookies: readonly string[];
  /** After so many seconds it may be tried again. */
  retryAfter?: number;
}

/** Where the browser goes that has opened a mailed link, and the cookies that it gets. */
export interface OpenedLink {
  to: string;
  cookies: readonly string[];
}

/** What the page shows that a mailed link leads to. */
export interface LinkPage {
  purpose: 'signup' | 'recovery' | 'password_change';
  /** The account that the link is for. */
  email: string;
  /** It asks for a new password: always to reset one; to confirm a sign-up that was made in another browser. */
  choosesPassword: boolean;
  /** The user who is signed in on this browser, when it is another one. */
  staysSignedInAs: string | null;
}

/** What came of the button on that page: where to go on, or what is wrong. */
export type LinkOutcome = OpenedLink | { status: number; error: string };

/** Each call reads its own input, whatever it is: what is wrong with it is answered 4xx and changes nothing. */
export interface Accounts {
  visitor(request: Request): Promise<Visitor>;
  /** The visitor for a screen, and until when it may believe that. */
  describe(request: Request): Promise<AccountAnswer>;
  signUp(request: Request): Promise<AccountAnswer>;
  signIn(request: Request): Promise<AccountAnswer>;
  /** Prolongs the session. */
  refresh(request: Request): Promise<AccountAnswer>;
  signOut(request: Request): Promise<AccountAnswer>;
  /** Mails a link to set a new password. */
  recover(request: Request): Promise<AccountAnswer>;
  /** Sets a new password: at once by a recovery link, else once a mailed link confirms it. */
  changePassword(request: Request): Promise<AccountAnswer>;
  /** Deletes the account and what names its person. */
  leave(request: Request): Promise<AccountAnswer>;
  /** A mailed link was opened. This changes nothing: its page asks first. */
  openLink(request: Request): Promise<OpenedLink>;
  /** What the page of the opened link of that type shows, or where to go when there is none that can be used. */
  linkPage(request: Request, type: string | null): Promise<LinkPage | { to: string }>;
  /** The form of that page was sent. */
  useLink(request: Request, type: string | null): Promise<LinkOutcome>;
  /** The second step: begins to set it up, confirms a code (here or while signing in), renews codes, ends it. */
  secondStep(request: Request, deed: SecondStepDeed): Promise<AccountAnswer>;
}

export type SecondStepDeed = 'begin' | 'confirm' | 'renew-codes' | 'end';

/** The payment provider cannot be reached, or does not do what it was asked. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  /** It answered that it does not know what it was asked about. */
  readonly unknown: boolean;

  constructor(message: string, { unknown = false, ...options }: ErrorOptions & { unknown?: boolean } = {}) {
    super(message, options);
    this.unknown = unknown;
  }
}

/** Takes payments by card on a page that is not ours. */
export interface Payments {
  /**
   * Makes the hosted page of an order. Asked again for the same order, it gives the same page.
   *
   * @throws {PaymentProviderError}
   */
  createPage(request: PaymentRequest): Promise<PaymentPage>;
  /**
   * Says what has become of a page.
   *
   * @throws {PaymentProviderError} `unknown` when the provider has no such page.
   */
  askPage(sessionId: string): Promise<PageStatus>;
  /**
   * Makes a page that is not paid yet unpayable, and says what has become of it. It is never 'open' then.
   *
   * @throws {PaymentProviderError} `unknown` when the provider has no such page.
   */
  closePage(sessionId: string): Promise<PageStatus>;
  /**
   * Gives a whole payment back. Asked again for the same payment, it does so once. The answer says how far it is, which
   * may be that it failed.
   *
   * @throws {PaymentProviderError} when nothing is known of it.
   */
  refund(payment: { paymentId: string; orderId: string }): Promise<ProviderRefund>;
  /**
   * What the provider has to say of pages, refunds and disputes since then, the oldest first, whether it was delivered
   * or not.
   *
   * @throws {PaymentProviderError}
   */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>;
  /** Reads a delivery of the provider; undefined when its signature is not the provider's. */
  readEvent(rawBody: string, headers: Headers): Promise<PaymentEvent | undefined>;
}

/** May it be done now? */
export type Allowance =
  | { allowed: true }
  /** Not before so many `seconds` have passed. Not `known`: nobody could count, so it is not done now. */
  | { allowed: false; seconds: number; known: boolean };

/** One rule, and the address, account or email that it counts. */
export type Counted = readonly [rule: LimitRule, key: string];

/** How often something may be done, counted for all processes together. The rules are in domain/limits.ts. */
export interface Limits {
  /** Counts one more time, or several, for `key`: an address, an e-mail. It is kept as a hash only. Never throws. */
  take(rule: LimitRule, key: string, times?: number): Promise<Allowance>;
  /** Counts once for each rule, or for none of them if one refuses. Never throws. */
  takeAll(counted: readonly Counted[]): Promise<Allowance>;
  /** Takes one count back, where only failures count. Never throws. */
  giveBack(rule: LimitRule, key: string): Promise<void>;
  /** Takes back what `takeAll` has counted. Never throws. */
  giveBackAll(counted: readonly Counted[]): Promise<void>;
  /**
   * Counts one more time for `key`, at next to no cost and not to the last one. Answers in how many seconds it may be
   * tried again, or undefined when it may be done. Never throws.
   */
  tally(rule: TallyRule, key: string): Promise<number | undefined>;
}

/** The scraping service refuses, fails, or can't be reached. The message is for an admin and never holds the key. */
export class ScrapingError extends Error {
  override readonly name = 'ScrapingError';
  /** The service's HTTP status, or the one that the specification gives the error; 0 without an answer. */
  readonly status: number;
  readonly details: unknown;

  constructor(message: string, status: number, details?: unknown) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** A page as the scraping service gives it. */
export interface CrawledPage {
  markdown?: unknown;
  metadata?: { sourceURL?: unknown; [name: string]: unknown } | undefined;
  [name: string]: unknown;
}

/** What the scraping service says of a crawl (Spec §3, Crawl result). What it does not say is missing. */
export interface CrawlAnswer {
  status: string;
  error?: string | undefined;
  total?: number | undefined;
  completed?: number | undefined;
  creditsUsed?: number | undefined;
  expiresAt?: Date | undefined;
  /** The crawled pages; missing when the service gave none, not even an empty list. */
  data?: CrawledPage[] | undefined;
  /** Where the rest of the pages begins: the query of the service's link to it. */
  next?: string | undefined;
}

/** The scraping service, asked with somebody's key. Each call fails with a ScrapingError. */
export interface CrawlService {
  /** Starts a crawl and returns its id. Asked again with the same idempotency key, it starts no other. */
  startCrawl(url: string, options: object, idempotencyKey: string): Promise<string>;
  crawlStatus(id: string, paging?: { next?: string | undefined }): Promise<CrawlAnswer>;
  cancelCrawl(id: string): Promise<void>;
}

/** Crawls outside catalogues. */
export interface Scraping {
  /** `signal` gives up what is under way, because the process stops. */
  withKey(apiKey: string, signal?: AbortSignal): CrawlService;
  /** Encrypts a key for the job of one crawl. */
  sealKey(apiKey: string, crawlId: string): string;
  /** Undefined when it was sealed for another crawl, or under another secret. */
  openKey(sealedKey: string, crawlId: string): string | undefined;
}

/** Keeps files under names of the form folder/name.ext. What a name stands for never changes. */
export interface Files {
  /** Stores a file, unless there is one of that name already. Answers whether it was stored. */
  put(name: string, content: Uint8Array): Promise<boolean>;
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The names in a folder in ascending order (Spec §9, Storage defaults: 100 from the first on). */
  list(folder: string, page?: { limit?: number; offset?: number }): Promise<string[]>;
}

/** What a look at the whole shop comes to. */
export type SecurityScan = Pick<ScanReport, 'checks' | 'rowLevelSecurity' | 'findings'>;

/** Looks at what only the server can know: its configuration, its logins, the database as it is. */
export interface Security {
  /**
   * Makes all checks, one after the other, for at most half a minute. Several who ask at once get the same scan. A
   * check that fails is a finding; never throws.
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

/** What the screens say about the shop that runs them. */
export interface ShopSettings {
  /** Its public address, without a slash at the end. */
  siteUrl: string;
  /** Its parts are made up. */
  demo: boolean;
  /** Payments are made on the shop's own test page, and no money moves. */
  testPayments: boolean;
  /** Mail is not sent, but read on the mailbox page. */
  mailbox: boolean;
  /** The page that shows the components, /design, is served. */
  showcase: boolean;
}

export const shopContext = createContext<ShopSettings>();

/** The request being answered. */
export interface RequestInfo {
  /** Told to a visitor when something fails, and found in the log. */
  id: string;
  /** The address that it comes from; 'unknown' without a connection. */
  clientAddress: string;
  /** The same with what the client calls itself, for the audit trail. */
  from: Origin;
  /** Notes a failure of ours in the log. */
  logError(error: unknown): void;
  /**
   * What an answer says that has no body itself. React Router looks at each answer's body, which makes a stream of it: a
   * tenth of the time of a page, a quarter of that of a small answer.
   */
  body?: string;
}

export const requestContext = createContext<RequestInfo>();
