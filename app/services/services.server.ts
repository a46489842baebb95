import type { Kysely, Transaction } from 'kysely';
import { createContext } from 'react-router';
import type { DB } from '#db/types.ts';
import type { LimitRule, TallyRule } from '#domain/limits.ts';
import type {
  PageStatus,
  PaymentEvent,
  PaymentPage,
  BalanceRequest,
  PaymentRequest,
  ProviderRefund,
} from '#domain/payment.ts';
import type { PaymentRisk } from '#domain/payment-risk.ts';
import type { TaxCalculation } from '#domain/pricing/tax-calculation.ts';
import type { Taxes } from '#domain/pricing/tax-rates.ts';
import type { ScanReport } from '#domain/security-finding.ts';
import type { Accounts } from './accounts.server.ts';

export type * from './accounts.server.ts';

/** Row-level security decides what the role and user may do. */
export type Identity = (
  | { role: 'anon' }
  | { role: 'authenticated'; userId: string }
  /** The shop itself, for payments and jobs. Never acts on a visitor's input alone. `userId`: for this member of staff. */
  | { role: 'service_role'; userId?: string }
  /** Another program of the owner. `keyHash`: of its API key, whose scopes decide. */
  | { role: 'api_client'; keyHash: string }
) & {
  from?: Origin;
};

export type UserIdentity = Extract<Identity, { role: 'authenticated' }>;

export interface Origin {
  address: string;
  agent: string | null;
}

export interface Database {
  /** Its login can only read public data. */
  readonly public: Kysely<DB>;
  /** The shop itself, as service_role. Each statement is its own transaction, and takes one round trip. */
  readonly shop: Kysely<DB>;
  /** Runs `work` in one transaction. Rolls back if `work` throws. */
  as<T>(identity: Identity, work: (transaction: Transaction<DB>) => Promise<T>): Promise<T>;
}

export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  /** The provider does not have the object. */
  readonly unknown: boolean;
  /** The provider has understood the request and will never do it. */
  readonly refused: boolean;

  constructor(
    message: string,
    {
      unknown = false,
      refused = false,
      ...options
    }: ErrorOptions & { unknown?: boolean; refused?: boolean } = {},
  ) {
    super(message, options);
    this.unknown = unknown;
    this.refused = refused;
  }
}

/** A refund that has an id of its own, since a payment can have several. */
export interface PartialRefund {
  refundId: string;
  amountCents: number;
  /** An earlier request may have reached the provider. */
  isRepeated: boolean;
}

export interface Payments {
  /** Creates an order's hosted page. Repeated calls return the same page. Throws a PaymentProviderError. */
  createPage(request: PaymentRequest): Promise<PaymentPage>;
  /** Creates the hosted page of a balance. Repeated calls return the same page. Throws a PaymentProviderError. */
  createBalancePage(request: BalanceRequest): Promise<PaymentPage>;
  /** Throws a PaymentProviderError, `unknown` if the provider has no such page. */
  fetchPage(sessionId: string): Promise<PageStatus>;
  /** Closes a page. The result is never 'open'. Throws a PaymentProviderError, `unknown` if there is no such page. */
  closePage(sessionId: string): Promise<PageStatus>;
  /**
   * Refunds a whole payment, or a part of it, once. Throws a PaymentProviderError: `refused` if the provider will not do it,
   * else the refund's state is unknown.
   */
  refund(payment: {
    paymentId: string;
    orderId: string;
    part?: PartialRefund | undefined;
  }): Promise<ProviderRefund>;
  /** What the provider thinks of a payment. Null if it does not rate payments. Throws a PaymentProviderError. */
  fetchRisk(paymentId: string): Promise<PaymentRisk | null>;
  /**
   * Yields what has happened since, whenever its page was created: payments, then refunds and disputes. Throws a
   * PaymentProviderError.
   */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>;
  /** Reads a webhook request. Returns undefined if the signature is invalid. */
  readEvent(rawBody: string, headers: Headers): Promise<PaymentEvent | undefined>;
}

/** The message is for the log. */
export class TaxServiceError extends Error {
  override readonly name = 'TaxServiceError';
}

export interface TaxService {
  /** False without the keys that it needs: then each calculation fails. */
  readonly isAvailable: boolean;
  /** Keeps results for some minutes. Never call it inside a transaction. Throws a TaxServiceError. */
  calculate(request: TaxCalculation): Promise<Taxes>;
}

export type Allowance =
  | { allowed: true }
  /** `counted` is false if the counter failed. */
  | { allowed: false; seconds: number; counted: boolean };

export type Counted = readonly [rule: LimitRule, key: string];

/** Rate limits of all processes. domain/limits.ts has the rules. */
export interface Limits {
  /** Counts for `key`, such as an address, and stores only its hash. Never throws. */
  take(rule: LimitRule, key: string, times?: number): Promise<Allowance>;
  /** Counts for all rules, or for none if one is over its limit. Never throws. */
  takeAll(counted: readonly Counted[]): Promise<Allowance>;
  /** Undoes one count. Never throws. */
  giveBack(rule: LimitRule, key: string): Promise<void>;
  /** Undoes `takeAll`. Never throws. */
  giveBackAll(counted: readonly Counted[]): Promise<void>;
  /** Counts approximately. Returns the seconds to wait, or undefined if allowed. Never throws. */
  tally(rule: TallyRule, key: string): Promise<number | undefined>;
}

interface WebhookRequest {
  webhookId: string;
  url: string;
  body: string;
}

export interface Webhooks {
  /** Signs what is sent to a webhook. Computed from its id. */
  secretOf(webhookId: string): string;
  /** Says why no delivery to an https address would be tried, for admins. Undefined if one would, also if its host is not found. */
  findProblem(url: string): Promise<string | undefined>;
  /** Sends once, to public addresses only. Throws only if `stop` aborts. `outcome` is for admins. */
  send(request: WebhookRequest, stop: AbortSignal): Promise<{ delivered: boolean; outcome: string }>;
}

/** Files of other sites. */
export interface PictureDownloads {
  /**
   * Fetches a file by https from public addresses only. Throws only if `stop` aborts. `problem` is for admins. `isFinal`: another
   * attempt would not help.
   */
  fetch(
    address: string,
    limits: { maxBytes: number },
    stop: AbortSignal,
  ): Promise<{ content: Uint8Array<ArrayBuffer> } | { problem: string; isFinal: boolean }>;
}

/** The message is for admins and never contains the key. */
export class ScrapingError extends Error {
  override readonly name = 'ScrapingError';
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  readonly details: unknown;
  /** What the service has said, if the message does not have it. */
  readonly words: string | undefined;

  constructor(message: string, status: number, details?: unknown, words?: string) {
    super(message);
    this.status = status;
    this.details = details;
    this.words = words;
  }
}

export interface CrawledPage {
  markdown?: unknown;
  metadata?: { sourceURL?: unknown; [name: string]: unknown } | undefined;
  [name: string]: unknown;
}

/** Spec §3, Crawl result. */
export interface CrawlResponse {
  status: string;
  error?: string | undefined;
  total?: number | undefined;
  completed?: number | undefined;
  creditsUsed?: number | undefined;
  expiresAt?: Date | undefined;
  data?: CrawledPage[] | undefined;
  /** The query of the link to the next pages. */
  next?: string | undefined;
}

/** Uses one admin's key. Failed calls throw a ScrapingError. */
export interface CrawlService {
  /** Returns an id. Calls with the same idempotency key start one crawl. */
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

/** All folders of `Files`. */
export const fileFolders = ['pictures', 'drawings', 'originals', 'photos'] as const;

export interface StoredFile {
  name: string;
  size: number;
  storedAt: Date;
  /** If the store knows it. */
  md5?: string;
}

/** Files have names of the form folder/name.ext. The content of a name never changes. */
export interface Files {
  /** Returns false if the name exists. A file that could not be stored completely does not exist. */
  put(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<boolean>;
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The content in chunks. Reading it ends with an error if it is damaged. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** In ascending order of their names. */
  walk(folder: string): AsyncIterable<StoredFile>;
  /** Ascending names (Spec §9, Storage defaults: limit 100, offset 0). */
  list(folder: string, page?: { limit?: number; offset?: number }): Promise<string[]>;
  /** Does nothing if the file does not exist. */
  delete(name: string): Promise<void>;
  /** Removes what a process that was killed before then left of files. */
  removeUnfinished(before: Date): Promise<void>;
}

export type SecurityScan = Pick<ScanReport, 'checks' | 'rowLevelSecurity' | 'findings'>;

export interface Security {
  /** Runs all checks, for at most 30 seconds. Concurrent calls share one scan. A failed check is a finding. */
  scan(adminId: string): Promise<SecurityScan>;
}

/** What live updates follow. */
export interface Changes {
  /** The number of a change. What is read from now on has it, and all changes before it. */
  readonly newest: number;
}

export const changesContext = createContext<Changes>();
export const databaseContext = createContext<Database>();
export const accountsContext = createContext<Accounts>();
export const paymentsContext = createContext<Payments>();
export const taxServiceContext = createContext<TaxService>();
export const limitsContext = createContext<Limits>();
export const scrapingContext = createContext<Scraping>();
export const webhooksContext = createContext<Webhooks>();
export const filesContext = createContext<Files>();
export const securityContext = createContext<Security>();

export interface ShopSettings {
  /** Without a trailing slash. */
  siteUrl: string;
  demo: boolean;
  testPayments: boolean;
  /** The address of a payment at the provider, without the payment's id. Undefined without a provider. */
  paymentPages?: string | undefined;
  mailbox: boolean;
  showcase: boolean;
}

export const shopContext = createContext<ShopSettings>();

export interface RequestInfo {
  /** Shown on a failure, and logged. */
  id: string;
  clientAddress: string;
  from: Origin;
  /** Logs a failure. The page is not kept. */
  logError(error: unknown): void;
  /** The page lacks a part of itself, which the browser loads later. It is not kept. */
  noteIncomplete(): void;
  /** Sent if the route returns no body. React Router would turn a body into a stream, which is slow. */
  body?: string | Buffer<ArrayBuffer>;
}

export const requestContext = createContext<RequestInfo>();
