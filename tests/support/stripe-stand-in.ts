import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';

/** A server on loopback with the part of Stripe's API that the shop uses, and signed deliveries. */
export interface StripeStandIn extends AsyncDisposable {
  url: string;
  requests: StandInRequest[];
  sessions: Map<string, StandInSession>;
  /** The hosted page sends its events to this URL, if set. */
  webhookUrl: string | undefined;
  sessionOf(orderId: string): StandInSession;
  /** Fails the next requests. The shop tries twice. */
  failNext(failure: StandInFailure, times?: number): void;
  recover(): void;
  /** Runs this after the next request has taken effect, and before its answer. */
  beforeNextAnswer(work: () => Promise<unknown>): void;
  /** Forgets all idempotency keys, which Stripe does after a day. */
  forgetIdempotencyKeys(): void;
  /** All events, newest first, for GET /v1/events. */
  events: { id: string; type: string; created: number }[];

  // Events of a payment. Each returns the delivery that Stripe would send.
  pay(sessionId: string, buyer?: Partial<StandInBuyer>): Delivery;
  /** Completes the session with a payment method that takes days. */
  payLater(sessionId: string, buyer?: Partial<StandInBuyer>): Delivery;
  /** Completes or fails such a payment. */
  settle(sessionId: string, outcome: 'succeeded' | 'failed'): Delivery;
  expire(sessionId: string): Delivery;
  /** Refunds an amount in cents, by default all, or returns the event of a refund by the API. */
  refund(sessionId: string, amount?: number, reason?: string): Delivery;
  changeRefund(sessionId: string, status: RefundStatus): Delivery;
  /** Returns cents. */
  refundedOf(sessionId: string): number;
  refundsBecome: RefundStatus;
  /** Applies to the next payments. */
  risk: { level: 'normal' | 'elevated' | 'highest' | 'not_assessed'; zip: 'pass' | 'fail' | 'unavailable' };
  dispute(sessionId: string): Delivery;
  endDispute(sessionId: string, status: 'won' | 'lost'): Delivery;

  /** What has moved on the balance and is in no payout yet, newest first. Payments cost 2.9 % + 30 cents. */
  balance: StandInTransaction[];
  /** Puts something else on the balance, in cents: a fee of the account, or a sale that is not the shop's. */
  move(type: 'stripe_fee' | 'charge', amount: number): StandInTransaction;
  /** Puts all that is on the balance into a payout. Transactions have the age of the payout. */
  payOut(options?: { daysAgo?: number; automatic?: boolean }): StandInPayout;
  payouts: StandInPayout[];
  /** All transactions by payout, for GET /v1/balance_transactions. */
  transactionsOf(payoutId: string): StandInTransaction[];

  /** Lists begin again instead of going on after an object. */
  listsBeginAgain: boolean;

  /** State -> rates in percent. Other states have no registration. */
  taxRates: Record<string, { level: string; name: string; percent: string }[]>;
  taxesShipping: boolean;

  /** Signs a body. `timestamp` is in seconds. */
  sign(body: string, options?: { secret?: string; timestamp?: number }): Delivery;
  deliver(delivery: Delivery, webhookUrl: string): Promise<Response>;
}

type RefundStatus = 'pending' | 'succeeded' | 'failed';

/**
 * 'error' is a 500, 'garbage' is HTML with a 200, and 'no url' a session without its url. 'silence' lasts until the shop's time
 * limit, and 'hang up' ends the connection at once: both have done the work.
 */
type StandInFailure = 'error' | 'silence' | 'hang up' | 'garbage' | 'no url';

export interface Delivery {
  body: string;
  headers: Headers;
}

interface StandInRequest {
  method: string;
  path: string;
  params: Params;
  idempotencyKey: string | undefined;
  headers: IncomingMessage['headers'];
}

type Param = string | Param[] | Params;
export interface Params {
  [name: string]: Param | undefined;
}

interface StandInBuyer {
  email: string;
  name: string;
  phone: string;
  address: Record<'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country', string | null>;
}

interface StandInSession {
  id: string;
  object: 'checkout.session';
  mode: 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  url: string | null;
  amount_total: number;
  currency: 'usd';
  client_reference_id: string | null;
  metadata: Params;
  created: number;
  expires_at: number;
  success_url: string;
  cancel_url: string;
  customer_details: (Omit<StandInBuyer, 'address'> & { address: null }) | null;
  collected_information: { shipping_details: Pick<StandInBuyer, 'name' | 'address'> } | null;
  payment_intent: string | null;
}

interface Payment {
  id: string;
  object: 'payment_intent';
  amount: number;
  metadata: Params;
}

interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  payment_intent: string;
  metadata: Params;
  outcome: { risk_level: string; risk_score: number };
  payment_method_details: { card: { checks: Record<string, string> } };
}

interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  status: RefundStatus;
  charge: string;
  payment_intent: string;
  metadata: Params;
  reason: string | null;
  failure_reason?: string;
}

interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  status: 'needs_response' | 'won' | 'lost';
  charge: string;
  payment_intent: string;
  evidence_details: { due_by: number };
  metadata: Params;
}

export interface StandInTransaction {
  id: string;
  object: 'balance_transaction';
  type: string;
  amount: number;
  fee: number;
  net: number;
  currency: 'usd';
  created: number;
  source: object | null;
}

export interface StandInPayout {
  id: string;
  object: 'payout';
  amount: number;
  currency: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  automatic: boolean;
  reconciliation_status: 'in_progress' | 'completed' | 'not_applicable';
  created: number;
  arrival_date: number;
}

interface Answer {
  status: number;
  body: unknown;
}

const BUYER: StandInBuyer = {
  email: 'olga@example.com',
  name: 'Olga Buyer',
  phone: '+15035550123',
  address: {
    line1: '1 Main Street',
    line2: null,
    city: 'Portland',
    state: 'OR',
    postal_code: '97201',
    country: 'US',
  },
};

export async function startStripeStandIn(options: {
  secretKey: string;
  webhookSecret: string;
}): Promise<StripeStandIn> {
  const requests: StandInRequest[] = [];
  const sessions = new Map<string, StandInSession>();
  const paymentMetadata = new Map<string, Params>();
  const payments = new Map<string, Payment>();
  const charges = new Map<string, Charge>();
  const refunds: Refund[] = [];
  const disputes = new Map<string, Dispute>();
  const paidOut = new Map<string, StandInTransaction[]>();
  /** All events, newest first, for GET /v1/events. */
  const events: StripeStandIn['events'] = [];
  const taxItems = new Map<string, { id: string }[]>();
  const remembered = new Map<string, { asked: string; answer: Answer }>();
  const failures: StandInFailure[] = [];
  const works: (() => Promise<unknown>)[] = [];

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { method = '', headers } = request;
    const { pathname: path, search } = new URL(request.url ?? '/', url);
    if (path.startsWith('/c/pay/')) return serveHostedPage(request, response, path);
    const form = method === 'GET' ? search.slice(1) : await text(request);
    const idempotencyKey = headers['idempotency-key']?.toString();
    const asked: StandInRequest = { method, path, params: parseForm(form), idempotencyKey, headers };
    requests.push(asked);

    const failure = failures.shift();
    if (failure === 'error')
      return send(response, refusal(500, { type: 'api_error', message: 'Out of order' }));
    if (failure === 'garbage') return void response.writeHead(200).end('<html>Not what was asked</html>');
    const answer = answerOnce(asked, form);
    await works.shift()?.();
    if (failure === 'silence') return;
    if (failure === 'hang up') return void request.socket.destroy();
    if (failure === 'no url')
      return send(response, { ...answer, body: { ...Object(answer.body), url: null } });
    send(response, answer);
  }

  /** Repeats the response for a used key, and refuses it with other parameters. */
  function answerOnce(asked: StandInRequest, form: string): Answer {
    if (asked.headers.authorization !== `Bearer ${options.secretKey}`)
      return refusal(401, {
        type: 'invalid_request_error',
        message: 'Invalid API Key provided: sk_test_***',
      });
    const key = asked.idempotencyKey;
    if (asked.method !== 'POST' || key === undefined) return route(asked);
    const before = remembered.get(key);
    const request = `${asked.path}?${form}`;
    if (before && before.asked !== request)
      return refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters as at first.',
      });
    const answer = before?.answer ?? route(asked);
    // Invalid requests don't use up the key.
    if (answer.status === 200) remembered.set(key, { asked: request, answer: structuredClone(answer) });
    return answer;
  }

  function route({ method, path, params }: StandInRequest): Answer {
    const [, version, ...steps] = path.split('/');
    const asked = `${method} ${steps.join('/')}`;
    if (version !== 'v1') return missing(path);
    if (asked === 'POST checkout/sessions') return createSession(params);
    if (asked === 'POST refunds') return createRefund(params);
    if (asked === 'POST tax/calculations') return calculateTax(params);
    if (method === 'GET' && steps[0] === 'tax')
      return listed(path, params, taxItems.get(steps[2] ?? '') ?? []);
    if (asked === 'GET refunds')
      return listed(
        path,
        params,
        refunds.filter((each) => each.payment_intent === params.payment_intent),
      );
    if (asked === 'GET events') {
      const types = listOf(params.types);
      return listed(
        path,
        params,
        since(
          params,
          events.filter(({ type }) => types.includes(type)),
        ),
      );
    }
    if (asked === 'GET payouts') return listed(path, params, since(params, standIn.payouts));
    if (asked === 'GET balance_transactions') {
      const own = standIn.transactionsOf(String(params.payout));
      const isExpanded = listOf(params.expand).includes('data.source');
      // Stripe lists the transactions of automatic payouts only.
      return listed(
        path,
        standIn.listsBeginAgain ? { ...params, starting_after: undefined } : params,
        isExpanded
          ? own
          : own.map((each) => Object.assign({}, each, { source: at(each.source as Params, 'id') ?? null })),
      );
    }
    const id = decodeURIComponent(steps[steps[0] === 'checkout' ? 2 : 1] ?? '');
    if (asked === `GET payment_intents/${id}`) {
      const payment = payments.get(id);
      if (!payment || !listOf(params.expand).includes('latest_charge')) return found(payment, id);
      return { status: 200, body: { ...payment, latest_charge: charges.get(id) ?? null } };
    }
    if (asked === `GET checkout/sessions/${id}`) return found(sessions.get(id), id);
    if (asked === `POST checkout/sessions/${id}/expire`) {
      const session = sessions.get(id);
      if (session?.status === 'open') close(session);
      else if (session)
        return refusal(400, {
          type: 'invalid_request_error',
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        });
      return found(session, id);
    }
    return missing(path);
  }

  function createSession(params: Params): Answer {
    const lines = listOf(params.line_items);
    const shipping = at(listOf(params.shipping_options)[0], 'shipping_rate_data', 'fixed_amount', 'amount');
    const amounts = lines.map((line) =>
      [at(line, 'price_data', 'unit_amount'), at(line, 'quantity')].map(Number),
    );
    const lifetime = Number(params.expires_at) - Date.now() / 1000;
    if (params.mode !== 'payment' || typeof params.success_url !== 'string') return invalid('mode');
    if (lines.length === 0 || lines.length > 100) return invalid('line_items');
    if (!amounts.flat().every((amount) => Number.isSafeInteger(amount) && amount >= 0))
      return invalid('line_items[price_data][unit_amount]');
    if (!(lifetime >= 30 * 60 && lifetime <= 24 * 60 * 60)) return invalid('expires_at');

    const id = `cs_test_${unique()}`;
    const session: StandInSession = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      url: `${url}/c/pay/${id}`,
      amount_total: amounts.reduce(
        (total, [unit = 0, count = 0]) => total + unit * count,
        Number(shipping ?? 0),
      ),
      currency: 'usd',
      client_reference_id: params.client_reference_id?.toString() ?? null,
      metadata: paramsOf(params.metadata),
      created: Math.floor(Date.now() / 1000),
      expires_at: Number(params.expires_at),
      success_url: params.success_url,
      cancel_url: String(params.cancel_url),
      customer_details: null,
      collected_information: null,
      payment_intent: null,
    };
    sessions.set(id, session);
    paymentMetadata.set(id, paramsOf(paramsOf(params.payment_intent_data).metadata));
    return { status: 200, body: session };
  }

  /** Rounds each jurisdiction of each item, just like Stripe. */
  function calculateTax(params: Params): Answer {
    const address = paramsOf(paramsOf(params.customer_details).address);
    const items = listOf(params.line_items).map(paramsOf);
    if (params.currency !== 'usd') return invalid('currency');
    if (items.length === 0 || items.length > 100) return invalid('line_items');
    if (address.country !== 'US' || !/^\d{5}$/.test(String(address.postal_code))) {
      return invalid('customer_details[address]');
    }
    const rates = standIn.taxRates[String(address.state)];
    const taxed = (amount: number, isTaxed = true) => {
      const tax_breakdown = (rates ?? [{ level: 'state', name: 'Other', percent: '0.0' }]).map((rate) => ({
        amount: isTaxed ? Math.round((amount * Number(rate.percent)) / 100) : 0,
        taxable_amount: isTaxed && rates ? amount : 0,
        sourcing: 'destination',
        jurisdiction: {
          country: 'US',
          state: String(address.state),
          level: rate.level,
          display_name: rate.name,
        },
        taxability_reason: rates ? (isTaxed ? 'standard_rated' : 'product_exempt') : 'not_collecting',
        tax_rate_details:
          isTaxed && rates
            ? { display_name: 'Sales tax', percentage_decimal: rate.percent, tax_type: 'sales_tax' }
            : null,
      }));
      return { amount_tax: tax_breakdown.reduce((total, each) => total + each.amount, 0), tax_breakdown };
    };
    const data = items.map((item) => {
      const amount = Number(item.amount);
      return Object.assign(taxed(amount), {
        id: `tax_li_${unique()}`,
        object: 'tax.calculation_line_item',
        amount,
        reference: item.reference,
        tax_behavior: 'exclusive',
      });
    });
    const shippingAmount = Number(paramsOf(params.shipping_cost).amount ?? 0);
    const shipping_cost =
      params.shipping_cost === undefined
        ? null
        : {
            amount: shippingAmount,
            tax_behavior: 'exclusive',
            ...taxed(shippingAmount, standIn.taxesShipping),
          };
    const tax_amount_exclusive = [...data, ...(shipping_cost ? [shipping_cost] : [])].reduce(
      (total, { amount_tax }) => total + amount_tax,
      0,
    );
    const id = `taxcalc_${unique()}`;
    taxItems.set(id, data);
    return {
      status: 200,
      body: {
        id,
        object: 'tax.calculation',
        currency: 'usd',
        line_items: { object: 'list', data: data.slice(0, 10), has_more: data.length > 10 },
        shipping_cost,
        tax_amount_exclusive,
        tax_amount_inclusive: 0,
      },
    };
  }

  function createRefund(params: Params): Answer {
    const paymentId = String(params.payment_intent);
    const charge = charges.get(paymentId);
    if (!charge) return missing(paymentId);
    if (charge.refunded)
      return refusal(400, {
        type: 'invalid_request_error',
        code: 'charge_already_refunded',
        message: `Charge ${charge.id} has already been refunded.`,
      });
    const left = charge.amount - charge.amount_refunded;
    const amount = params.amount === undefined ? left : Number(params.amount);
    if (amount > left)
      return refusal(400, {
        type: 'invalid_request_error',
        message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      });
    return { status: 200, body: addRefund(charge, amount, standIn.refundsBecome, paramsOf(params.metadata)) };
  }

  /** A pending refund already counts toward the charge. */
  function addRefund(charge: Charge, amount: number, status: RefundStatus, metadata: Params): Refund {
    const { id, payment_intent } = charge;
    const refund: Refund = {
      id: `re_${unique()}`,
      object: 'refund',
      amount,
      status,
      charge: id,
      payment_intent,
      metadata,
      reason: null,
      ...(status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    };
    refunds.unshift(refund);
    if (status !== 'failed') {
      giveBack(charge, amount);
      moveOnBalance('refund', -amount, 0, refund);
    }
    return refund;
  }

  function moveOnBalance(type: string, amount: number, fee: number, source: object | null) {
    const created = Math.floor(Date.now() / 1000);
    const transaction: StandInTransaction = {
      id: `txn_${unique()}`,
      object: 'balance_transaction',
      type,
      amount,
      fee,
      net: amount - fee,
      currency: 'usd',
      created,
      source,
    };
    standIn.balance.unshift(transaction);
    return transaction;
  }

  function complete(sessionId: string, given: Partial<StandInBuyer> | undefined): StandInSession {
    const session = known(sessionId);
    if (session.status !== 'open') throw new Error(`The session ${sessionId} is ${session.status}.`);
    const { address, ...customer } = { ...BUYER, ...given };
    const metadata = paymentMetadata.get(sessionId) ?? {};
    const payment: Payment = {
      id: `pi_${unique()}`,
      object: 'payment_intent',
      amount: session.amount_total,
      metadata,
    };
    payments.set(payment.id, payment);
    return Object.assign(session, {
      status: 'complete',
      url: null,
      payment_intent: payment.id,
      customer_details: { ...customer, address: null },
      collected_information: { shipping_details: { name: customer.name, address } },
    });
  }

  function charged(session: StandInSession): StandInSession {
    const payment = payments.get(session.payment_intent ?? '');
    if (!payment) throw new Error(`Nothing was paid on ${session.id}.`);
    const { id, amount, metadata } = payment;
    const charge: Charge = {
      id: `ch_${unique()}`,
      object: 'charge',
      amount,
      amount_refunded: 0,
      refunded: false,
      payment_intent: id,
      metadata: { ...metadata },
      outcome: { risk_level: standIn.risk.level, risk_score: 20 },
      payment_method_details: {
        card: {
          checks: {
            address_line1_check: 'pass',
            address_postal_code_check: standIn.risk.zip,
            cvc_check: 'pass',
          },
        },
      },
    };
    charges.set(id, charge);
    moveOnBalance('charge', amount, cardFee(amount), charge);
    return Object.assign(session, { payment_status: 'paid' });
  }

  function known(sessionId: string): StandInSession {
    const session = sessions.get(sessionId);
    if (!session) throw new Error(`No session ${sessionId}.`);
    return session;
  }

  function chargeOf(sessionId: string): Charge {
    const charge = charges.get(known(sessionId).payment_intent ?? '');
    if (!charge) throw new Error(`Nothing was charged on ${sessionId}.`);
    return charge;
  }

  function event(type: string, object: object): Delivery {
    const created = Math.floor(Date.now() / 1000);
    const envelope = { id: `evt_${unique()}`, object: 'event', created, livemode: false };
    const body = { ...envelope, type, data: { object: structuredClone(object) } };
    events.unshift(body);
    return standIn.sign(JSON.stringify(body));
  }

  function disputeOf(sessionId: string): Dispute {
    const charge = chargeOf(sessionId);
    const existing = disputes.get(charge.id);
    if (existing) return existing;
    const dispute: Dispute = {
      id: `du_${unique()}`,
      object: 'dispute',
      amount: charge.amount,
      status: 'needs_response',
      charge: charge.id,
      payment_intent: charge.payment_intent,
      evidence_details: { due_by: Math.floor(Date.now() / 1000) + 7 * 24 * 60 * 60 },
      metadata: {},
    };
    disputes.set(charge.id, dispute);
    moveOnBalance('adjustment', -charge.amount, 1_500, dispute);
    return dispute;
  }

  async function serveHostedPage(request: IncomingMessage, response: ServerResponse, path: string) {
    const session = sessions.get(path.slice('/c/pay/'.length));
    if (session?.status !== 'open') return void response.writeHead(404).end('This page is closed.');
    if (request.method === 'POST') {
      const delivery = standIn.pay(session.id);
      if (standIn.webhookUrl) await standIn.deliver(delivery, standIn.webhookUrl);
      const location = session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id);
      return void response.writeHead(303, { Location: location }).end();
    }
    const total = (session.amount_total / 100).toFixed(2);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>Stand-in for Stripe</title><main><h1>Pay $${total}</h1>` +
        `<form method="post"><button>Pay</button></form><a href="${session.cancel_url}">Back</a></main></html>`,
    );
  }

  const standIn: StripeStandIn = {
    url,
    requests,
    sessions,
    events,
    webhookUrl: undefined,
    sessionOf(orderId) {
      const session = [...sessions.values()].findLast((each) => each.metadata.order_id === orderId);
      if (!session) throw new Error(`No session of the order ${orderId}.`);
      return session;
    },
    failNext: (failure, times = 1) => void failures.push(...Array<StandInFailure>(times).fill(failure)),
    recover: () => void failures.splice(0),
    beforeNextAnswer: (work) => void works.push(work),
    forgetIdempotencyKeys: () => remembered.clear(),
    pay: (id, buyer) => event('checkout.session.completed', charged(complete(id, buyer))),
    payLater: (id, buyer) => event('checkout.session.completed', complete(id, buyer)),
    settle: (id, outcome) =>
      event(
        `checkout.session.async_payment_${outcome}`,
        outcome === 'succeeded' ? charged(known(id)) : known(id),
      ),
    expire: (id) => event('checkout.session.expired', close(known(id))),
    refund(id, amount, reason) {
      const charge = chargeOf(id);
      const left = charge.amount - charge.amount_refunded;
      if (left > 0) addRefund(charge, amount ?? left, 'succeeded', {}).reason = reason ?? null;
      return event('charge.refunded', charge);
    },
    changeRefund(id, status) {
      const charge = chargeOf(id);
      const refund = refunds.find((each) => each.charge === charge.id);
      if (!refund) throw new Error(`Nothing was refunded of ${id}.`);
      if (status === 'failed' && refund.status !== 'failed') {
        giveBack(charge, -refund.amount);
        moveOnBalance('refund_failure', refund.amount, 0, refund);
        refund.failure_reason = 'expired_or_canceled_card';
      }
      refund.status = status;
      return event(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
    },
    refundedOf: (id) => chargeOf(id).amount_refunded,
    refundsBecome: 'succeeded',
    risk: { level: 'normal', zip: 'pass' },
    taxRates: {},
    taxesShipping: false,
    dispute: (id) => event('charge.dispute.created', disputeOf(id)),
    endDispute(id, status) {
      const dispute = disputeOf(id);
      dispute.status = status;
      if (status === 'won') moveOnBalance('adjustment', dispute.amount, 0, dispute);
      return event('charge.dispute.closed', dispute);
    },
    balance: [],
    listsBeginAgain: false,
    move: (type, amount) =>
      moveOnBalance(
        type,
        amount,
        type === 'charge' ? cardFee(amount) : 0,
        type === 'charge' ? otherCharge() : null,
      ),
    payouts: [],
    payOut({ daysAgo = 0, automatic = true } = {}) {
      const created = Math.floor(Date.now() / 1000) - daysAgo * 24 * 60 * 60;
      const moved = standIn.balance.splice(0);
      const payout: StandInPayout = {
        id: `po_${unique()}`,
        object: 'payout',
        amount: moved.reduce((sum, { net }) => sum + net, 0),
        currency: 'usd',
        status: 'paid',
        automatic,
        reconciliation_status: automatic ? 'completed' : 'not_applicable',
        created,
        arrival_date: created + 24 * 60 * 60,
      };
      const own = moveOnBalance('payout', -payout.amount, 0, payout);
      standIn.balance.splice(0);
      for (const each of [own, ...moved]) each.created = created;
      paidOut.set(payout.id, automatic ? [own, ...moved] : []);
      standIn.payouts.unshift(payout);
      return payout;
    },
    transactionsOf: (id) => paidOut.get(id) ?? [],
    sign(payload, { secret = options.webhookSecret, timestamp } = {}) {
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        ...(timestamp !== undefined && { timestamp }),
      });
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature };
      return { body: payload, headers: new Headers(headers) };
    },
    deliver: ({ body, headers }, webhookUrl) => fetch(webhookUrl, { method: 'POST', body, headers }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

function cardFee(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

/** A sale through the same account that is not the shop's. */
function otherCharge(): object {
  return { id: `ch_${unique()}`, object: 'charge', payment_intent: `pi_${unique()}` };
}

function giveBack(charge: Charge, amount: number) {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded >= charge.amount;
}

function since<T extends { created: number }>(params: Params, objects: T[]): T[] {
  const from = Number(at(params.created, 'gte') ?? 0);
  return objects.filter(({ created }) => created >= from);
}

function listed(path: string, params: Params, objects: { id: string }[]): Answer {
  const after = objects.findIndex(({ id }) => id === params.starting_after);
  const limit = Number(params.limit ?? 10);
  const data = objects.slice(after + 1, after + 1 + limit);
  const has_more = objects.length > after + 1 + limit;
  return { status: 200, body: { object: 'list', url: path, has_more, data } };
}

function close(session: StandInSession): StandInSession {
  return Object.assign(session, { status: 'expired', url: null });
}

function unique(): string {
  return randomUUID().replaceAll('-', '');
}

function send(response: ServerResponse, { status, body }: Answer) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': `req_${unique()}` });
  response.end(JSON.stringify(body));
}

function refusal(
  status: number,
  error: { type: string; message: string; code?: string; param?: string },
): Answer {
  return { status, body: { error } };
}

function invalid(param: string): Answer {
  return refusal(400, { type: 'invalid_request_error', message: `Invalid ${param}`, param });
}

function missing(what: string): Answer {
  const message = `No such object: '${what}'`;
  return refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message });
}

function found(object: object | undefined, id: string): Answer {
  return object ? { status: 200, body: object } : missing(id);
}

/** Parses a form. Example: `a[b][0]=c` becomes `{ a: { b: ['c'] } }`. */
function parseForm(form: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const steps = name.replaceAll(']', '').split('[');
    const last = steps.pop() ?? '';
    let node = root;
    for (const step of steps) node = (node[step] ??= {}) as Params;
    node[last] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)]));
}

function withLists(value: Param | undefined): Param | undefined {
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner ?? '') : Object.fromEntries(entries);
}

function at(param: Param | undefined, ...path: string[]): Param | undefined {
  return path.reduce((inner, name) => paramsOf(inner)[name], param);
}

function listOf(param: Param | undefined): Param[] {
  return Array.isArray(param) ? param : [];
}

function paramsOf(param: Param | undefined): Params {
  return typeof param === 'object' && !Array.isArray(param) ? param : {};
}
