/* oxlint-disable react/no-array-index-key -- The text is rendered as a whole. */
import { createElement, Fragment, type ReactNode } from 'react';
import { classNames } from '#kit/class-names.ts';
import { Table } from '#kit/table.tsx';
import { TextLink } from '#kit/text-link.tsx';

/** A formatted text without HTML. */
export type RichText = (string | RichElement)[];

interface RichElement {
  tag: string;
  href?: string | undefined;
  /** First number of a list. */
  start: number;
  children: RichText;
}

const classes: Readonly<Record<string, string>> = {
  h2: 'mt-5',
  ul: 'list-disc space-y-1.5 pl-6',
  ol: 'list-decimal space-y-1.5 pl-6',
  tbody: 'divide-y divide-line',
  th: 'px-3 py-2 align-top break-words',
  td: 'px-3 py-2 align-top break-words',
};
/** A table without column titles reads as a list on a phone. */
const titleless = 'max-sm:[&_tbody:first-child_:is(td,th)]:block';

export function FormattedText({ text }: { text: RichText }) {
  return (
    <div
      className={classNames(
        'grid max-w-prose grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere',
        '[&_h2:first-child]:mt-0',
        titleless,
      )}
    >
      {render(text)}
    </div>
  );
}

function render(text: RichText): ReactNode[] {
  return text.map((node, index) => (
    <Fragment key={index}>{typeof node === 'string' ? node : renderElement(node)}</Fragment>
  ));
}

function renderElement({ tag, href, start, children }: RichElement): ReactNode {
  if (tag === 'br') return <br />;
  if (tag === 'thead' && !hasText(children)) return null;
  if (tag === 'table') return <Table label="Table">{render(children)}</Table>;
  if (href?.startsWith('/')) return <TextLink to={href}>{render(children)}</TextLink>;
  const className =
    tag === 'a' ? classNames('link', href?.startsWith('tel:') && 'whitespace-nowrap') : classes[tag];
  return createElement(
    tag,
    { href, className, start: tag === 'ol' ? start : undefined },
    ...render(children),
  );
}

function hasText(text: RichText): boolean {
  return text.some((node) => typeof node === 'string' || hasText(node.children));
}
