import { createHash } from 'node:crypto';
import pg from 'pg';

/** Prepared statements per connection. Further statements are not prepared. */
const MAX_STATEMENTS = 500;

const names = new Map<string, string>();

function statementName(text: string): string | undefined {
  const existing = names.get(text);
  if (existing !== undefined || names.size >= MAX_STATEMENTS) return existing;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
  names.set(text, name);
  return name;
}

type QueryArguments = Parameters<pg.Client['query']>;

/** A connection that prepares each statement with parameters once and reuses it by name. */
export class NamedStatementsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...args: unknown[]) => ReturnType<pg.Client['query']>;
    const query = (...args: unknown[]) => {
      const [text, values, ...rest] = args;
      if (typeof text !== 'string' || !Array.isArray(values)) return send(...args);
      return send({ name: statementName(text), text, values }, ...rest);
    };
    this.query = query as (...args: QueryArguments) => ReturnType<pg.Client['query']> as pg.Client['query'];
  }
}
