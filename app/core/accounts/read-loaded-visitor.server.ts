import type { RouterContextProvider } from 'react-router';
import { requestContext } from '#core/platform/request.server.ts';
import { accountsContext } from './accounts.server.ts';
import { unknownVisitor, type VisitorState } from './visitor-store.ts';

/** Reads the visitor of a private page. If that fails, the client asks again. */
export async function readLoadedVisitor(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<VisitorState> {
  try {
    const { body } = await context.get(accountsContext).getUser(request);
    return body as VisitorState;
  } catch (error) {
    context.get(requestContext).logError(error);
    return unknownVisitor;
  }
}
