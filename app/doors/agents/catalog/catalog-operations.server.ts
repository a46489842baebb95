import type { AgentOperation } from '../operation.ts';

export const catalogOperations = {} satisfies Record<string, AgentOperation<never>>;
