/** An answer that refuses a request (RFC 9457). Thrown in a transaction, it undoes everything. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly more: { errors?: Record<string, string>; headers?: Record<string, string> };

  /** @param more errors have the field of the body, or the parameter of the address, as keys. */
  constructor(status: number, detail: string, more: ApiProblem['more'] = {}) {
    super(detail);
    this.status = status;
    this.more = more;
  }

  toResponse(): Response {
    const { errors, headers } = this.more;
    const body = { type: 'about:blank', title: titles[this.status] ?? 'Error', status: this.status };
    return new Response(JSON.stringify({ ...body, detail: this.message, ...(errors && { errors }) }), {
      status: this.status,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
    });
  }
}

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'No valid key',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed meanwhile',
  422: 'Invalid content',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
};

/** Constraint of the database -> problem of a write. */
const constraintProblems: Record<string, readonly [status: number, detail: string]> = {
  parts_catalog_stock_number_key: [409, 'Another part has this stock number'],
  parts_catalog_held_within_stock: [409, 'Open payments hold more units than that'],
  api_key_scopes: [403, 'The scopes of the key do not allow this change'],
};

/** Explains an error of the database. Returns undefined for an unexpected one. */
export function explainDatabaseError(error: unknown): ApiProblem | undefined {
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  const known = constraintProblems[constraint];
  if (known) return new ApiProblem(...known);
  // A lock timeout or deadlock has changed nothing.
  if (code === '55P03' || code === '40P01')
    return new ApiProblem(409, 'Another request is changing this. Try again');
  return undefined;
}
