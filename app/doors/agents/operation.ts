import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import type { Message, ShopCapability } from '#core/agents/ucp.ts';

/** A platform, such as an assistant's company, by the address of its profile. */
export interface Platform {
  /** Id in `agent_platforms`. */
  id: string;
  profileUrl: string;
}

/** A call of an operation, whatever it came by. Profile, signature, limits and shape have been checked. */
export interface AgentCall<Input = unknown> {
  platform: Platform;
  /** True if the request had a valid signature of the platform. Without it, another may have sent it in the platform's name. */
  isSigned: boolean;
  /** Capabilities that both sides have, with the platform's own settings of them. */
  capabilities: ReadonlyMap<string, { version: string; config: Readonly<Record<string, unknown>> }>;
  /** Id of the cart, checkout or order. Empty for operations without one. */
  id: string;
  /** Id for what the call creates. A call that is repeated after a crash has the same, so nothing is created twice. */
  newId: string;
  input: Input;
  context: Readonly<RouterContextProvider>;
}

/** The answer of an operation, without its `ucp` member. */
export type AgentAnswer =
  | { status?: 200 | 201; body: Readonly<Record<string, unknown>> }
  /** Nothing exists that could be answered: `ucp.status` is 'error'. */
  | { failed: readonly [Message, ...Message[]]; continueUrl?: string };

export interface AgentOperation<Input = unknown> {
  capability: ShopCapability;
  /** How REST names it, below the endpoint. */
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  /** The member of an MCP call's arguments that has the input. It is the body of a REST request. */
  argument?: 'catalog' | 'cart' | 'checkout';
  /** True if it changes something, so that a key against repeated requests is heeded. */
  changes: boolean;
  /** True if a call by MCP must have that key. */
  demandsKey?: boolean;
  /** True if the request must be signed. */
  demandsSignature?: boolean;
  /** True if its answer is signed. */
  signsAnswer: boolean;
  description: string;
  /** Drops what it does not know. */
  input: z.ZodType<Input>;
  run: (call: AgentCall<Input>) => Promise<AgentAnswer>;
}

/** Checks that an operation runs with what its schema reads, and lets it stand in a table with others. */
export function operation<Schema extends z.ZodType>(
  described: Omit<AgentOperation, 'input' | 'run'> & {
    input: Schema;
    run: (call: AgentCall<z.output<Schema>>) => Promise<AgentAnswer>;
  },
): AgentOperation<never> {
  return described as unknown as AgentOperation<never>;
}

/** A request that fails before it has an outcome. A status of 400 means that its input is wrong. Its body is `{code, content}`, and by MCP an error of JSON-RPC. */
export class AgentProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly continueUrl: string | undefined;
  /** Seconds until the next try may succeed. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    content: string,
    more: { continueUrl?: string; retryAfter?: number } = {},
  ) {
    super(content);
    this.status = status;
    this.code = code;
    this.continueUrl = more.continueUrl;
    this.retryAfter = more.retryAfter;
  }
}
