import { data } from 'react-router';
import { filesContext } from '#core/platform/files.server.ts';
import type { Route } from './+types/files.ts';

const types: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** Serves only admins: originals can contain camera metadata. Lists names if none is asked for (Spec §9, Storage defaults). */
export async function loader({ request, params: { name }, context }: Route.LoaderArgs) {
  const files = context.get(filesContext);
  if (name === undefined) {
    const parameters = new URL(request.url).searchParams;
    const limit = wholeNumber(parameters.get('limit') ?? '100');
    const offset = wholeNumber(parameters.get('offset') ?? '0');
    if (limit === undefined || offset === undefined || limit > 1000) {
      return Response.json(
        { error: 'limit and offset must be whole numbers, limit at most 1000' },
        { status: 400 },
      );
    }
    return Response.json({ names: await files.list('originals', { limit, offset }) });
  }
  const content = await files.get(`originals/${name}`);
  const type = types[name.split('.').at(-1) ?? ''];
  if (!content || !type) throw data(null, { status: 404 });
  return new Response(content, {
    headers: { 'Content-Type': type, 'Cache-Control': 'private, max-age=3600' },
  });
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
