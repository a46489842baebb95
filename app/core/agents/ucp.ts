/**
 * The names and shapes of version 2026-04-08 of the Universal Commerce Protocol (https://ucp.dev/2026-04-08/specification/overview).
 * Another version gets a module of its own. Amounts are whole cents, times are RFC 3339.
 */
export const UCP_VERSION = '2026-04-08';

const UCP_SITE = `https://ucp.dev/${UCP_VERSION}`;

export const SHOPPING_SERVICE = 'dev.ucp.shopping';

/** The shop's capabilities, with the texts and schemas that describe them. An extension names what it extends. */
export const shopCapabilities = {
  'dev.ucp.shopping.catalog.search': {
    spec: `${UCP_SITE}/specification/catalog/search`,
    schema: `${UCP_SITE}/schemas/shopping/catalog_search.json`,
  },
  'dev.ucp.shopping.catalog.lookup': {
    spec: `${UCP_SITE}/specification/catalog/lookup`,
    schema: `${UCP_SITE}/schemas/shopping/catalog_lookup.json`,
  },
  'dev.ucp.shopping.cart': {
    spec: `${UCP_SITE}/specification/cart`,
    schema: `${UCP_SITE}/schemas/shopping/cart.json`,
  },
  'dev.ucp.shopping.checkout': {
    spec: `${UCP_SITE}/specification/checkout`,
    schema: `${UCP_SITE}/schemas/shopping/checkout.json`,
  },
  'dev.ucp.shopping.fulfillment': {
    spec: `${UCP_SITE}/specification/fulfillment`,
    schema: `${UCP_SITE}/schemas/shopping/fulfillment.json`,
    extends: 'dev.ucp.shopping.checkout',
  },
  'dev.ucp.shopping.order': {
    spec: `${UCP_SITE}/specification/order`,
    schema: `${UCP_SITE}/schemas/shopping/order.json`,
  },
} as const satisfies Record<string, { spec: string; schema: string; extends?: string | string[] }>;

/** Platforms name the address for events in their settings of it. */
export const ORDER_CAPABILITY = 'dev.ucp.shopping.order';

export type ShopCapability = keyof typeof shopCapabilities;

export const shoppingServices = {
  spec: `${UCP_SITE}/specification/overview`,
  rest: `${UCP_SITE}/services/shopping/rest.openapi.json`,
  mcp: `${UCP_SITE}/services/shopping/mcp.openrpc.json`,
};

export type Severity = 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable';

interface AnyMessage {
  content: string;
  content_type?: 'plain' | 'markdown';
  /** The part of the answer that the message is about, as a JSONPath (RFC 9535). Example: '$.line_items[0]'. */
  path?: string;
}

export interface ErrorMessage extends AnyMessage {
  type: 'error';
  code: string;
  severity: Severity;
}

export interface WarningMessage extends AnyMessage {
  type: 'warning';
  code: string;
  /** A disclosure must be shown beside what its path names, and can't be dismissed. */
  presentation?: 'notice' | 'disclosure';
  image_url?: string;
  url?: string;
}

export interface InfoMessage extends AnyMessage {
  type: 'info';
  code?: string;
}

export type Message = ErrorMessage | WarningMessage | InfoMessage;

export interface Total {
  type: 'subtotal' | 'fulfillment' | 'tax' | 'fee' | 'total';
  display_text?: string;
  amount: number;
}

export interface Price {
  amount: number;
  currency: 'USD';
}

export interface Link {
  type: string;
  url: string;
  title?: string;
}

export interface PostalAddress {
  first_name?: string;
  last_name?: string;
  phone_number?: string;
  street_address?: string;
  extended_address?: string;
  address_locality?: string;
  address_region?: string;
  address_country?: string;
  postal_code?: string;
}
