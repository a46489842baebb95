import type { RouterContextProvider } from 'react-router';
import type { AgentOperation } from '../operation.ts';

/** A request for an operation, whatever it came by. */
export interface AgentRequest {
  request: Request;
  body: Uint8Array;
  name: string;
  operation: AgentOperation<never>;
  id: string;
  /** The input that the operation's schema reads. */
  input: unknown;
  /** The metadata of an MCP call. */
  meta?: { profile: unknown; key: unknown };
  context: Readonly<RouterContextProvider>;
}
