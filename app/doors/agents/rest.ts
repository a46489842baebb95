import type { RouterContextProvider } from 'react-router';
import { type Accepts, JSON_TYPES } from '#core/values/accepts.ts';
import { type AgentOperation, AgentProblem } from './operation.ts';
import { agentOperations } from './operations.server.ts';
import { describeProblem } from './requests/describe-answer.ts';
import { prepareCall } from './requests/prepare-call.server.ts';
import { respond } from './requests/respond.server.ts';
import { headersOf, toProblem } from './requests/to-problem.server.ts';
import type { Route } from './+types/rest.ts';

export const accepts: Accepts = { kilobytes: 256, types: JSON_TYPES };

/** The REST binding: https://ucp.dev/2026-04-08/specification/overview#rest-transport-core */
export function loader({ request, params, context }: Route.LoaderArgs) {
  return serve(request, params['*'], context);
}

export function action({ request, params, context }: Route.ActionArgs) {
  return serve(request, params['*'], context);
}

async function serve(
  request: Request,
  path: string,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  let isSigned = false;
  try {
    const { name, operation, id } = findOperation(request.method, path);
    isSigned = operation.signsAnswer;
    const body = new Uint8Array(await request.arrayBuffer());
    const input = readJson(body);
    const run = await prepareCall({ request, body, name, operation, id, input, context });
    return await respond(context, await run(), { isSigned });
  } catch (error) {
    const problem = toProblem(context, error);
    const { status } = problem;
    return respond(
      context,
      { status, body: describeProblem(problem) },
      {
        headers: { ...headersOf(problem), ...(problem instanceof WrongMethod && { Allow: problem.allow }) },
        // Problems of the shop itself may be such of its database, which has the key.
        isSigned: isSigned && status < 500,
      },
    );
  }
}

class WrongMethod extends AgentProblem {
  readonly allow: string;

  constructor(allow: string) {
    super(405, 'method_not_allowed', `Use ${allow}`);
    this.allow = allow;
  }
}

interface Found {
  name: string;
  operation: AgentOperation<never>;
  id: string;
}

function findOperation(method: string, path: string): Found {
  const segments = path.split('/');
  const atPath = Object.entries<AgentOperation<never>>(agentOperations).flatMap(
    ([name, operation]): Found[] => {
      const pattern = operation.path.split('/').slice(1);
      const isMatch =
        pattern.length === segments.length &&
        pattern.every((segment, at) => segment === '{id}' || segment === segments[at]);
      return isMatch ? [{ name, operation, id: segments[pattern.indexOf('{id}')] ?? '' }] : [];
    },
  );
  if (atPath.length === 0) throw new AgentProblem(404, 'not_found', 'There is no such operation');
  const found = atPath.find(({ operation }) => operation.method === (method === 'HEAD' ? 'GET' : method));
  if (!found) throw new WrongMethod(atPath.map(({ operation }) => operation.method).join(', '));
  return found;
}

/** An operation without input may have an empty body. */
function readJson(body: Uint8Array): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new AgentProblem(400, 'invalid_request', 'The body is not JSON');
  }
}
