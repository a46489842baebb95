import { createContext, Fragment, type ReactNode, useContext } from 'react';
import type { Shop } from '#core/settings/shop.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import * as look from '../mail-look.ts';

/** Mails render as text, or as HTML with style attributes, because mail programs ignore style sheets. */
const Format = createContext<'html' | 'text'>('html');

export const MailFormat = Format.Provider;

function useIsText(): boolean {
  return useContext(Format) === 'text';
}

interface MailFrameProps {
  title: string;
  /** Has no trailing slash. */
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
        {[shop.name, ...listAddresses(shop), shop.phone, shop.email, siteUrl].join('\n')}
      </>
    );
  }
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{look.darkStyles}</style>
      </head>
      <body className="page" style={look.page}>
        {/* Outlook knows the padding of cells only. */}
        <table
          role="presentation"
          cellPadding={0}
          cellSpacing={0}
          align="center"
          className="sheet"
          style={look.sheet}
        >
          <tbody>
            <tr>
              <td style={look.head}>
                <a href={siteUrl} className="brand" style={look.brand}>
                  {shop.logo !== null && (
                    <img src={siteUrl + shop.logo} alt="" height={look.LOGO_HEIGHT} style={look.logo} />
                  )}
                  {shop.name}
                </a>
              </td>
            </tr>
            <tr>
              <td style={look.body}>
                <h1 style={look.heading}>{title}</h1>
                {children}
              </td>
            </tr>
            <tr>
              <td className="muted line" style={look.footer}>
                {shop.name}
                {listAddresses(shop).map((address) => (
                  <Fragment key={address}>
                    <br />
                    {address}
                  </Fragment>
                ))}
                <br />
                {shop.phone} · <Link href={`mailto:${shop.email}`}>{shop.email}</Link>
                <br />
                <Link href={siteUrl}>{siteUrl}</Link>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="link" style={look.linked}>
      {children}
    </a>
  );
}

/** Lists the postal addresses of the shop, or its city if it has none. */
function listAddresses({ locations, city }: Shop): string[] {
  if (locations.length === 0) return [city];
  return locations.map((place) => `${place.street}, ${place.city}, ${place.state} ${place.zip}`);
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
  return (
    <blockquote className="line" style={look.quote}>
      {children}
    </blockquote>
  );
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
            <td className="muted line" style={look.factName}>
              {name}
            </td>
            <td className="line" style={look.factValue}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface MailAmount {
  name: string;
  /** Missing in a list of parts without prices. */
  amount?: string;
  total?: boolean;
  picture?: MailedPicture | undefined;
}

/** Absolute address of a picture. The text names what it shows. */
export interface MailedPicture {
  src: string;
  alt: string;
}

/** Shows a picture in HTML, and nothing in text. */
export function MailPicture({ src, alt }: MailedPicture) {
  if (useIsText()) return null;
  return (
    <img src={src} alt={alt} width={look.PICTURE_SIZE} height={look.PICTURE_SIZE} style={look.picture} />
  );
}

interface MailPartProps {
  picture: MailedPicture | undefined;
  /** Must name the part. */
  children: ReactNode;
}

/** Shows a part beside its picture. */
export function MailPart({ picture, children }: MailPartProps) {
  if (useIsText() || !picture) return <MailText>{children}</MailText>;
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={look.table}>
      <tbody>
        <tr>
          <td style={look.partPicture}>
            <MailPicture {...picture} />
          </td>
          <td style={look.partText}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

export function MailAmounts({ lines }: { lines: readonly MailAmount[] }) {
  if (useIsText())
    return `${lines.map(({ name, amount }) => `${[name, amount].filter(Boolean).join(': ')}\n`).join('')}\n`;
  const hasPictures = lines.some(({ picture }) => picture);
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={look.table}>
      <tbody>
        {lines.map(({ name, amount, total, picture }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Rendered once, and lines may be equal.
          <tr key={index}>
            {picture && (
              <td className="line" style={look.pictureCell}>
                <MailPicture {...picture} />
              </td>
            )}
            <td
              colSpan={hasPictures && !picture ? 2 : 1}
              className={total ? 'total' : 'line'}
              style={total ? look.totalName : look.lineName}
            >
              {name}
            </td>
            {amount !== undefined && (
              <td className={total ? 'total' : 'line'} style={total ? look.totalAmount : look.lineAmount}>
                {amount}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Stands on a line of its own in a MailText. */
export function MailLink({ href, children }: { href: string; children: string }) {
  if (useIsText()) return `\n${children}: ${href}`;
  return (
    <>
      <br />
      <Link href={href}>{children}</Link>
    </>
  );
}

/** Shows the address too, for mail programs without links. */
export function MailAction({ href, children }: { href: string; children: string }) {
  if (useIsText()) return `${children}: ${href}\n\n`;
  return (
    <p style={look.text}>
      <a href={href} className="action" style={look.action}>
        {children}
      </a>
      <br />
      <span className="muted" style={look.address}>
        {href}
      </span>
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
