import type { CSSProperties } from 'react';

/** The light colors of styles/tokens.css, in formats that mail programs support. */
const ink = '#16202a';
const muted = '#4d5b68';
const line = '#d2dae0';
const orange = '#c2410c';
const link = '#0e5872';

/** Stands behind pictures, also in dark mode: a transparent logo stays readable. The sent pictures have it too. */
export const plate = '#f0f3f4';

/** CSS pixels. */
export const PICTURE_SIZE = 56;
export const LOGO_HEIGHT = 40;

/**
 * The dark colors. Style attributes need `!important`. Mail programs without style sheets show the light colors, or invert
 * them.
 */
export const darkStyles = [
  ':root { color-scheme: light dark; supported-color-schemes: light dark; }',
  '@media (prefers-color-scheme: dark) {',
  '.page { background-color: #10161b !important; color: #e7edf1 !important; }',
  '.sheet { background-color: #182028 !important; border-color: #2e3a45 !important; }',
  '.brand { color: #e7edf1 !important; }',
  '.muted { color: #a6b4bf !important; }',
  '.line { border-color: #2e3a45 !important; }',
  '.total { border-color: #e7edf1 !important; }',
  '.link { color: #7fc6de !important; }',
  '.action { background-color: #c9480f !important; color: #ffffff !important; }',
  '}',
].join(' ');

/** Each table has it, because tables in Outlook inherit no font from outside. */
const type: CSSProperties = {
  fontFamily: "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontSize: 16,
  lineHeight: 1.5,
};

export const page: CSSProperties = {
  margin: 0,
  padding: '24px 12px',
  backgroundColor: '#f0f3f4',
  color: ink,
  ...type,
};
export const sheet: CSSProperties = {
  ...type,
  width: '100%',
  maxWidth: 600,
  margin: '0 auto',
  borderCollapse: 'separate',
  backgroundColor: '#ffffff',
  border: `1px solid ${line}`,
  borderRadius: 6,
};
export const head: CSSProperties = { padding: '16px 24px', borderBottom: `3px solid ${orange}` };
export const brand: CSSProperties = { color: ink, fontSize: 22, fontWeight: 700, textDecoration: 'none' };
export const logo: CSSProperties = {
  height: LOGO_HEIGHT,
  width: 'auto',
  marginRight: 12,
  padding: 4,
  borderRadius: 4,
  backgroundColor: plate,
  verticalAlign: 'middle',
};
export const linked: CSSProperties = { color: link };
/** The font applies to the text that is shown instead. */
export const picture: CSSProperties = {
  display: 'block',
  width: PICTURE_SIZE,
  height: PICTURE_SIZE,
  borderRadius: 4,
  backgroundColor: plate,
  objectFit: 'contain',
  overflow: 'hidden',
  color: muted,
  fontSize: 11,
  lineHeight: 1.2,
};
export const body: CSSProperties = { padding: '24px 24px 8px' };
export const heading: CSSProperties = { margin: '0 0 16px', fontSize: 22, lineHeight: 1.25 };
export const text: CSSProperties = { margin: '0 0 16px' };
export const quote: CSSProperties = {
  margin: '0 0 16px',
  padding: '4px 0 4px 14px',
  borderLeft: `3px solid ${line}`,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
};
export const table: CSSProperties = {
  ...type,
  width: '100%',
  margin: '0 0 16px',
  borderCollapse: 'collapse',
};

const cell: CSSProperties = {
  padding: '8px 0',
  borderTop: `1px solid ${line}`,
  verticalAlign: 'top',
  textAlign: 'left',
};
export const factName: CSSProperties = { ...cell, width: '30%', paddingRight: 16, color: muted };
export const factValue: CSSProperties = { ...cell, overflowWrap: 'anywhere' };
export const pictureCell: CSSProperties = { ...cell, width: PICTURE_SIZE, paddingRight: 12 };
export const partPicture: CSSProperties = {
  width: PICTURE_SIZE,
  padding: '0 12px 0 0',
  verticalAlign: 'top',
};
export const partText: CSSProperties = {
  verticalAlign: 'top',
  textAlign: 'left',
  overflowWrap: 'anywhere',
};
export const lineName: CSSProperties = { ...cell, paddingRight: 16 };
export const lineAmount: CSSProperties = { ...cell, textAlign: 'right', whiteSpace: 'nowrap' };
export const totalName: CSSProperties = { ...lineName, fontWeight: 700, borderTop: `2px solid ${ink}` };
export const totalAmount: CSSProperties = { ...lineAmount, fontWeight: 700, borderTop: `2px solid ${ink}` };
export const action: CSSProperties = {
  display: 'inline-block',
  padding: '10px 18px',
  backgroundColor: orange,
  borderRadius: 4,
  color: '#ffffff',
  fontWeight: 600,
  textDecoration: 'none',
};
export const footer: CSSProperties = {
  padding: '16px 24px',
  borderTop: `1px solid ${line}`,
  color: muted,
  fontSize: 14,
};
export const address: CSSProperties = { color: muted, fontSize: 13, overflowWrap: 'anywhere' };
