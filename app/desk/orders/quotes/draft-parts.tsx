import type { RefObject } from 'react';
import { formatDollars } from '#core/values/money.ts';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { TextField } from '#kit/text-field.tsx';
import {
  type DraftLine,
  MOST_FOUND,
  type OfferedPart,
  type SaleForm,
} from '#core/orders/quotes/sale-draft.ts';

interface FindPartsProps {
  searchRef: RefObject<HTMLInputElement | null>;
  q: string;
  /** Null if nothing was searched. */
  found: OfferedPart[] | null;
  hidden: OfferedPart[];
  lines: DraftLine[];
}

export function FindParts({ searchRef, q, found, hidden, lines }: FindPartsProps) {
  const chosen = new Set(lines.map(({ partId }) => partId));
  return (
    <Card as="section" aria-labelledby="find-parts">
      <h2 id="find-parts" className="mb-3 text-lg">
        Find parts
      </h2>
      <div className="flex gap-3">
        <TextField
          ref={searchRef}
          type="search"
          name="q"
          label="Search parts in stock"
          hideLabel
          placeholder="Part, OEM number or vehicle"
          maxLength={200}
          autoComplete="off"
          defaultValue={q}
          className="flex-1"
        />
        <Button type="submit" name="intent" value="find">
          <Icon name="Search" /> Find
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-muted">
        {found && (found.length === 0 ? 'Nothing in stock matches.' : describeFound(found.length))}
      </p>
      {found && found.length > 0 && (
        <>
          <FoundParts parts={found.slice(0, SHOWN_AT_FIRST)} chosen={chosen} />
          {found.length > SHOWN_AT_FIRST && (
            <details>
              <summary className="min-h-11 cursor-pointer rounded-md py-2.5 font-semibold text-link hover:bg-hover">
                {found.length - SHOWN_AT_FIRST} more
              </summary>
              <FoundParts parts={found.slice(SHOWN_AT_FIRST)} chosen={chosen} />
            </details>
          )}
        </>
      )}
      {hidden.length > 0 && <HiddenParts parts={hidden} />}
    </Card>
  );
}

/** Parts shown at first, so that a phone has the rest of the form near. */
const SHOWN_AT_FIRST = 5;

function FoundParts({ parts, chosen }: { parts: OfferedPart[]; chosen: ReadonlySet<string> }) {
  return (
    <ul className="mt-1 divide-y divide-line">
      {parts.map((part) => {
        const isAdded = chosen.has(part.id);
        const name = `${part.name}${part.vehicle ? `, ${part.vehicle}` : ''}`;
        return (
          <li key={part.id} className="flex items-center justify-between gap-3 py-2">
            <PartText part={part} />
            {/* A disabled button would lose the focus. */}
            <Button
              type={isAdded ? 'button' : 'submit'}
              name="intent"
              value={`add:${part.id}`}
              size="small"
              aria-disabled={isAdded || undefined}
              aria-label={`${isAdded ? 'Added' : 'Add'} ${name}`}
            >
              {isAdded ? 'Added' : 'Add'}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function HiddenParts({ parts }: { parts: OfferedPart[] }) {
  return (
    <section aria-labelledby="hidden-parts" className="mt-4 border-t border-line pt-3">
      <h3 id="hidden-parts">Hidden parts</h3>
      <p className="text-sm text-muted">
        These parts are hidden. Show them in the shop before you sell them.
      </p>
      <ul className="mt-1 divide-y divide-line">
        {parts.map((part) => (
          <li key={part.id} className="flex items-center justify-between gap-3 py-2">
            <PartText part={part} />
            <div className="flex shrink-0 flex-wrap items-center justify-end gap-2">
              <Badge>Hidden</Badge>
              <ButtonLink
                size="small"
                to={`/admin?edit=${part.id}`}
                target="_blank"
                aria-label={`Show it first: ${part.name}`}
              >
                Show it first
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeFound(count: number): string {
  if (count === 1) return '1 part in stock';
  return count < MOST_FOUND ? `${count} parts in stock` : `The first ${MOST_FOUND} parts in stock`;
}

function PartText({ part }: { part: OfferedPart }) {
  const { name, vehicle, oemNumber, condition, priceCents, stock } = part;
  return (
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {[vehicle, oemNumber, condition].filter((text) => !!text).join(' · ')}
      </p>
      <p className="text-sm text-muted">
        {priceCents ? formatDollars(priceCents) : 'No price'}, {stock} in stock
      </p>
    </div>
  );
}

export function ChosenParts({ draft, parts, problems }: Pick<SaleForm, 'draft' | 'parts' | 'problems'>) {
  return (
    <Card as="section" aria-labelledby="chosen-parts">
      <h2 id="chosen-parts" className="mb-3 text-lg">
        Parts
      </h2>
      <ul className="divide-y divide-line">
        {draft.lines.map(({ partId, units, price }) => {
          const part = parts.find(({ id }) => id === partId);
          const name = part?.name ?? 'Deleted part';
          return (
            <li key={partId} className="grid gap-3 py-3 first:pt-0 sm:grid-cols-[1fr_auto]">
              <input type="hidden" name="part" value={partId} />
              {part ? <PartText part={part} /> : <p className="font-semibold">{name}</p>}
              <div className="flex flex-wrap items-start gap-3">
                <TextField
                  name={`units:${partId}`}
                  label="Quantity"
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={units}
                  error={problems[`units:${partId}`]}
                  className="w-20"
                />
                <TextField
                  name={`price:${partId}`}
                  label="Price each"
                  unit="$"
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={price}
                  error={problems[`price:${partId}`]}
                  className="w-28"
                />
                <Button
                  type="submit"
                  name="intent"
                  value={`remove:${partId}`}
                  variant="quiet"
                  size="icon"
                  aria-label={`Remove ${name}`}
                  className="mt-7"
                >
                  <Icon name="Trash2" />
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
