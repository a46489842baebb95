import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { useShop } from '#ui/use-shop.ts';
import * as look from './mail-look.ts';

/** Mails render as text, or as HTML with style attributes, because mail programs ignore style sheets. */
const Format = createContext<'html' | 'text'>('html');

export const MailFormat = Format.Provider;

function useIsText(): boolean {
  return useContext(Format) === 'text';
}

interface MailFrameProps {
  title: string;
  /** Without a trailing slash. */
  siteUrl: string;
  children: ReactNode;
}

export function MailFrame({ title, siteUrl, children }: MailFrameProps) {
  const shop = useShop();
  if (useIsText()) {
    return (
      <>
        {title}
        {'\n\n'}
        {children}
        {'-- \n'}
        {[shop.name, shop.city, shop.phone, shop.email, siteUrl].join('\n')}
      </>
    );
  }
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
      </head>
      <body style={look.page}>
        <div style={look.sheet}>
          <div style={look.head}>
            <a href={siteUrl} style={look.brand}>
              {shop.name}
            </a>
          </div>
          <div style={look.body}>
            <h1 style={look.heading}>{title}</h1>
            {children}
          </div>
          <div style={look.footer}>
            {shop.name}, {shop.city}
            <br />
            {shop.phone} · <a href={`mailto:${shop.email}`}>{shop.email}</a>
            <br />
            <a href={siteUrl}>{siteUrl}</a>
          </div>
        </div>
      </body>
    </html>
  );
}

export function MailText({ children }: { children: ReactNode }) {
  if (useIsText()) {
    return (
      <>
        {children}
        {'\n\n'}
      </>
    );
  }
  return <p style={look.text}>{children}</p>;
}

export function MailQuote({ children }: { children: string }) {
  if (useIsText()) return `${children.replace(/^/gm, '> ')}\n\n`;
  return <blockquote style={look.quote}>{children}</blockquote>;
}

export type MailFact = readonly [name: string, value: string | null | undefined];

/** Skips empty values. */
export function MailFacts({ facts }: { facts: readonly MailFact[] }) {
  const filled = facts.filter(([, value]) => value);
  if (useIsText()) return `${filled.map(([name, value]) => `${name}: ${value}\n`).join('')}\n`;
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={look.table}>
      <tbody>
        {filled.map(([name, value]) => (
          <tr key={name}>
            <td style={look.factName}>{name}</td>
            <td style={look.factValue}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface MailAmount {
  name: string;
  amount: string;
  total?: boolean;
}

export function MailAmounts({ lines }: { lines: readonly MailAmount[] }) {
  if (useIsText()) return `${lines.map(({ name, amount }) => `${name}: ${amount}\n`).join('')}\n`;
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={look.table}>
      <tbody>
        {lines.map(({ name, amount, total }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Rendered once, and lines may be equal.
          <tr key={index}>
            <td style={total ? look.totalName : look.lineName}>{name}</td>
            <td style={total ? look.totalAmount : look.lineAmount}>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On a line of its own, in a MailText. */
export function MailLink({ href, children }: { href: string; children: string }) {
  if (useIsText()) return `\n${children}: ${href}`;
  return (
    <>
      <br />
      <a href={href}>{children}</a>
    </>
  );
}

/** Shows the address too, for mail programs without links. */
export function MailAction({ href, children }: { href: string; children: string }) {
  if (useIsText()) return `${children}: ${href}\n\n`;
  return (
    <p style={look.text}>
      <a href={href} style={look.action}>
        {children}
      </a>
      <br />
      <span style={look.address}>{href}</span>
    </p>
  );
}

export function MailLines({ lines }: { lines: readonly string[] }) {
  if (useIsText()) return `${lines.join('\n')}\n\n`;
  return (
    <p style={look.text}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- Rendered once.
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </p>
  );
}
