import { formatDollars } from '#core/values/money.ts';
import { Alert } from '#kit/alert.tsx';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import type { TriedSearch } from './describe-try.ts';

/** What is shown of an answer. The rest is in its JSON. */
interface TriedProduct {
  id: string;
  title: string;
  url: string;
  variants: {
    title: string;
    price: { amount: number };
    availability: { available: boolean };
    metadata: { verdict?: string; reason?: string };
  }[];
}

interface Answer {
  products?: TriedProduct[];
  messages?: { type: 'error' | 'warning' | 'info'; code?: string; content: string }[];
  pagination?: { has_next_page: boolean };
  /** Says why nothing is answered. */
  content?: string;
}

export interface Tried {
  request: TriedSearch;
  status: number;
  answer: Answer;
}

const tones = { error: 'danger', warning: 'warning', info: 'info' } as const;

const verdicts: Record<string, readonly [label: string, tone: BadgeTone]> = {
  fits: ['Fits', 'good'],
  same_number: ['Same number', 'info'],
  check_number: ['Check the number', 'warning'],
  unknown: ['Not known to fit', 'neutral'],
  no: ['Does not fit', 'bad'],
};

/** Says how many parts an answer has. Empty for one that is refused. */
export function countParts({ products = [], pagination, content }: Answer): string {
  if (content !== undefined) return '';
  const number =
    products.length === 0 ? 'No part' : products.length === 1 ? '1 part' : `${products.length} parts`;
  return pagination?.has_next_page ? `${number}, and more on the next page` : number;
}

export function TriedAnswer({ request, status, answer }: Tried) {
  const { products = [], messages = [], content } = answer;
  return (
    <section aria-labelledby="answer" className="mt-8 max-w-3xl">
      <h2 id="answer" className="mb-3">
        What the assistant gets
      </h2>
      {content !== undefined ? (
        <Alert tone="danger" announce title={`Refused (${status}): ${content}`} />
      ) : (
        <p className="mb-3 text-sm text-muted">{countParts(answer)}</p>
      )}
      <ul className="grid gap-3">
        {messages.map(({ type, code, content: said }) => (
          <li key={`${code} ${said}`}>
            <Alert tone={tones[type]}>{said}</Alert>
          </li>
        ))}
        {products.map((product) => (
          <Product key={product.id} product={product} />
        ))}
      </ul>
      <Json title="Request" value={request} note="POST /api/ucp/catalog/search" />
      <Json title="Answer" value={answer} note={`Status ${status}`} />
    </section>
  );
}

function Product({ product: { title, url, variants } }: { product: TriedProduct }) {
  const [variant] = variants;
  if (!variant) return null;
  const { verdict, reason } = variant.metadata;
  const [label, tone] = verdicts[verdict ?? ''] ?? [];
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <a href={url} className="link min-w-0 font-semibold wrap-anywhere">
          {title}
        </a>
        <span className="font-semibold tabular-nums">{formatDollars(variant.price.amount)}</span>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
        {label && <Badge tone={tone ?? 'neutral'}>{label}</Badge>}
        <span>{variant.title}</span>
        <span className="text-muted">{variant.availability.available ? 'In stock' : 'Sold out'}</span>
      </p>
      {reason && <p className="mt-1 text-sm text-muted">{reason}</p>}
    </Card>
  );
}

function Json({ title, note, value }: { title: string; note: string; value: unknown }) {
  return (
    <details className="mt-4 text-sm">
      <summary className="min-h-9 cursor-pointer py-2 font-semibold">{title} as JSON</summary>
      <p className="text-muted">{note}</p>
      <pre className="mt-2 rounded-md border border-line p-3 wrap-anywhere whitespace-pre-wrap">
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
