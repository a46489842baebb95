/* oxlint-disable react/no-array-index-key -- The text is rendered as a whole. */
import { Fragment, type ReactNode } from 'react';
import type { RichBlock, RichInline, RichTerm, RichText as Text } from '#domain/rich-text.ts';
import { classNames } from './class-names.ts';
import { Cell, HeaderCell, Row, Table } from './table.tsx';
import { TextLink } from './text-link.tsx';

export function RichText({ text }: { text: Text }) {
  return (
    <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-8 wrap-anywhere">
      {text.map(({ title, blocks }, index) => (
        <section
          key={index}
          className="grid grid-cols-[minmax(0,1fr)] gap-3 [&_li]:pl-1 [&_li+li]:mt-1.5 [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6"
        >
          {title && (
            <h2>
              <Inlines of={title} />
            </h2>
          )}
          {blocks.map((block, place) => (
            <Block key={place} block={block} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Block({ block }: { block: RichBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          <Inlines of={block.content} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Inlines of={block.content} />
        </p>
      );
    case 'line':
      return <Inlines of={block.content} />;
    case 'list': {
      const items = block.items.map((blocks, index) => (
        <li key={index}>
          {blocks.map((inner, place) => (
            <Block key={place} block={inner} />
          ))}
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <TextTable head={block.head} rows={block.rows} />;
    case 'terms':
      return (
        <dl className="border-b border-line sm:grid sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-8">
          {block.terms.map((term, index) => (
            <Term key={index} {...term} />
          ))}
        </dl>
      );
  }
}

function TextTable({ head, rows }: { head: RichInline[][]; rows: RichInline[][][] }) {
  return (
    <Table label={head.map(plainText).join(', ')}>
      <thead>
        <Row>
          {head.map((cell, index) => (
            <HeaderCell key={index}>
              <Inlines of={cell} />
            </HeaderCell>
          ))}
        </Row>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          <Row key={index}>
            {cells.map((cell, place) => (
              <Cell key={place} className="align-top">
                <Inlines of={cell} />
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Term({ term, value, notes }: RichTerm) {
  return (
    <div className="border-t border-line py-3 sm:col-span-2 sm:grid sm:grid-cols-subgrid">
      <dt className="font-semibold">
        <Inlines of={term} />
      </dt>
      <dd>
        <span className="font-semibold tabular-nums">
          <Inlines of={value} />
        </span>
        {notes.map((note, index) => (
          <span key={index} className="block text-sm text-muted">
            <Inlines of={note} />
          </span>
        ))}
      </dd>
    </div>
  );
}

function Inlines({ of: content }: { of: readonly RichInline[] }) {
  return content.map((inline, index) => <Fragment key={index}>{renderInline(inline)}</Fragment>);
}

function renderInline(inline: RichInline): ReactNode {
  if (typeof inline === 'string') return inline;
  switch (inline.kind) {
    case 'break':
      return <br />;
    case 'strong':
      return (
        <strong>
          <Inlines of={inline.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines of={inline.content} />
        </em>
      );
    case 'link':
      return <RichLink href={inline.href} content={inline.content} />;
  }
}

function RichLink({ href, content }: { href: string; content: RichInline[] }) {
  if (href.startsWith('/')) {
    return (
      <TextLink to={href}>
        <Inlines of={content} />
      </TextLink>
    );
  }
  return (
    <a href={href} className={classNames('link', href.startsWith('tel:') && 'whitespace-nowrap')}>
      <Inlines of={content} />
    </a>
  );
}

function plainText(content: readonly RichInline[]): string {
  return content
    .map((inline) =>
      typeof inline === 'string' ? inline : 'content' in inline ? plainText(inline.content) : ' ',
    )
    .join('');
}
