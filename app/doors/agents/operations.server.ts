import { cartOperations } from './carts/cart-operations.server.ts';
import { catalogOperations } from './catalog/catalog-operations.server.ts';
import { checkoutOperations } from './checkouts/checkout-operations.server.ts';
import { orderOperations } from './orders/order-operations.server.ts';

/** All operations, by the names of MCP's tools. */
export const agentOperations = {
  ...catalogOperations,
  ...cartOperations,
  ...checkoutOperations,
  ...orderOperations,
};

export type AgentOperationName = keyof typeof agentOperations;
