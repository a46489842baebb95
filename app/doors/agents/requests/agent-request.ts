import type { RouterContextProvider } from 'react-router';
import type { AgentOperation } from '../operation.ts';

/** A request for an operation, whatever it came by. */
export interface AgentRequest {
  request: Request;
  body: Uint8Array;
  name: string;
  operation: AgentOperation<never>;
  id: string;
  /** What the operation's schema reads. */
  input: unknown;
  /** What an MCP call has beside its input. */
  meta?: { profile: unknown; key: unknown };
  context: Readonly<RouterContextProvider>;
}
