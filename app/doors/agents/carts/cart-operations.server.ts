import type { AgentOperation } from '../operation.ts';

export const cartOperations = {} satisfies Record<string, AgentOperation<never>>;
