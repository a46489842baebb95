import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { AgentOperation } from '../operation.ts';
import { agentOperations } from '../operations.server.ts';
import { shopCapabilities } from '#core/agents/ucp.ts';

export const tools: Readonly<Record<string, AgentOperation<never>>> = agentOperations;

/** True if an operation is about one cart, checkout or order. */
export const hasId = ({ path }: Pick<AgentOperation, 'path'>) => path.includes('{id}');

const meta = {
  type: 'object',
  description: 'Who calls, and a key against repetition.',
  properties: {
    'ucp-agent': {
      type: 'object',
      properties: {
        profile: { type: 'string', format: 'uri', description: 'The address of your UCP profile.' },
      },
      required: ['profile'],
    },
    'idempotency-key': {
      type: 'string',
      description: 'A UUID. The same call with the same key is done once.',
    },
  },
};

let listed: Tool[] | undefined;

/** Describes the operations as tools. Their answers are described at ucp.dev: a client could not resolve references to it. */
export function listTools(): Tool[] {
  listed ??= Object.entries(tools).map(([name, operation]): Tool => {
    const { description, argument, input, changes, demandsKey = false, capability } = operation;
    return {
      name,
      description,
      inputSchema: {
        type: 'object',
        properties: {
          meta: { ...meta, required: ['ucp-agent', ...(demandsKey ? ['idempotency-key'] : [])] },
          ...(hasId(operation) && { id: { type: 'string' } }),
          ...(argument && { [argument]: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) }),
        },
        required: ['meta', ...(hasId(operation) ? ['id'] : []), ...(argument ? [argument] : [])],
      },
      outputSchema: {
        type: 'object',
        description: `As in ${shopCapabilities[capability].schema}, or what went wrong in "messages".`,
        properties: {
          ucp: { type: 'object', description: 'Version, status and capabilities of the answer.' },
        },
        required: ['ucp'],
      },
      annotations: { readOnlyHint: !changes, openWorldHint: false },
    };
  });
  return listed;
}
