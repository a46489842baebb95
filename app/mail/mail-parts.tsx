import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { shop } from '#domain/shop.ts';
import * as look from './mail-look.ts';

/**
 * What mails are made of. Each part knows two forms: HTML with its looks in style attributes (mail programs know no
 * style sheets), and plain text, where it puts out nothing but text and line breaks.
 */
const Form = createContext<'html' | 'text'>('html');

export const MailForm = Form.Provider;

function useText(): boolean {
  return useContext(Form) === 'text';
}

interface MailFrameProps {
  /** What the mail is about, as its heading. */
  title: string;
  /** The shop's public address, without a slash at the end. */
  siteUrl: string;
  children: ReactNode;
}

/** What stands around every mail: the shop's name, its address and how to reach it. */
export function MailFrame({ title, siteUrl, children }: MailFrameProps) {
  if (useText()) {
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
          <div style={look.foot}>
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
  if (useText()) {
    return (
      <>
        {children}
        {'\n\n'}
      </>
    );
  }
  return <p style={look.text}>{children}</p>;
}

/** What somebody has written, with its line breaks and nothing else of it. */
export function MailQuote({ children }: { children: string }) {
  if (useText()) return `${children.replace(/^/gm, '> ')}\n\n`;
  return <blockquote style={look.quote}>{children}</blockquote>;
}

export type MailFact = readonly [name: string, value: string | null | undefined];

/** Facts by name. One that is not known has no line. */
export function MailFacts({ facts }: { facts: readonly MailFact[] }) {
  const known = facts.filter(([, value]) => value);
  if (useText()) return `${known.map(([name, value]) => `${name}: ${value}\n`).join('')}\n`;
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={look.table}>
      <tbody>
        {known.map(([name, value]) => (
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
  /** The sum of those above. */
  total?: boolean;
}

export function MailAmounts({ lines }: { lines: readonly MailAmount[] }) {
  if (useText()) return `${lines.map(({ name, amount }) => `${name}: ${amount}\n`).join('')}\n`;
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={look.table}>
      <tbody>
        {lines.map(({ name, amount, total }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Rendered once: two lines may say the same.
          <tr key={index}>
            <td style={total ? look.totalName : look.lineName}>{name}</td>
            <td style={total ? look.totalAmount : look.lineAmount}>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The one thing to do next; its address is written out too, for whoever can't press it. */
export function MailAction({ href, children }: { href: string; children: string }) {
  if (useText()) return `${children}: ${href}\n\n`;
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

/** Lines that belong together, such as an address. */
export function MailLines({ lines }: { lines: readonly string[] }) {
  if (useText()) return `${lines.join('\n')}\n\n`;
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
