import type { AgentOperation } from '../operation.ts';

export const checkoutOperations = {} satisfies Record<string, AgentOperation<never>>;
