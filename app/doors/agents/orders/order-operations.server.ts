import type { AgentOperation } from '../operation.ts';

export const orderOperations = {} satisfies Record<string, AgentOperation<never>>;
