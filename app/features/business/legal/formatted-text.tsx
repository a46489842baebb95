/* oxlint-disable react/no-array-index-key -- The text is rendered as a whole. */
import { createElement, Fragment, type ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

/** A formatted text without HTML. */
export type RichText = (string | RichElement)[];

interface RichElement {
  tag: string;
  href?: string | undefined;
  /** The first number of a list. */
  start: number;
  children: RichText;
}

const headings = '[&_h2]:mt-5 [&_h2:first-child]:mt-0';
const lists = '[&_li]:pl-1 [&_li+li]:mt-1.5 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6';
const tables =
  '[&_:is(td,th)]:px-3 [&_:is(td,th)]:py-2 [&_:is(td,th)]:align-top [&_:is(td,th)]:wrap-break-word [&_tr+tr]:border-t [&_tr]:border-line';
/** On a phone, a table without column titles reads as a list. */
const titleless = 'max-sm:[&_tbody:first-child_:is(td,th)]:block';

export function FormattedText({ text }: { text: RichText }) {
  return (
    <div
      className={classNames(
        'grid max-w-prose grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere',
        headings,
        lists,
        tables,
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
    tag === 'a' ? classNames('link', href?.startsWith('tel:') && 'whitespace-nowrap') : undefined;
  return createElement(
    tag,
    { href, className, start: tag === 'ol' ? start : undefined },
    ...render(children),
  );
}

function hasText(text: RichText): boolean {
  return text.some((node) => typeof node === 'string' || hasText(node.children));
}
