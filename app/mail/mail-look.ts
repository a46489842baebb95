import type { CSSProperties } from 'react';

/** The light colors of styles/tokens.css, in formats that mail programs support. */
const ink = '#16202b';
const muted = '#566170';
const line = '#d5dae0';
const orange = '#b34700';

const font = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

export const page: CSSProperties = {
  margin: 0,
  padding: '24px 12px',
  backgroundColor: '#f2f4f6',
  color: ink,
  fontFamily: font,
  fontSize: 16,
  lineHeight: 1.5,
};
export const sheet: CSSProperties = {
  maxWidth: 600,
  margin: '0 auto',
  backgroundColor: '#ffffff',
  border: `1px solid ${line}`,
  borderRadius: 6,
};
export const head: CSSProperties = { padding: '16px 24px', borderBottom: `3px solid ${orange}` };
export const brand: CSSProperties = { color: ink, fontSize: 22, fontWeight: 700, textDecoration: 'none' };
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
export const table: CSSProperties = { width: '100%', margin: '0 0 16px', borderCollapse: 'collapse' };

const cell: CSSProperties = {
  padding: '8px 0',
  borderTop: `1px solid ${line}`,
  verticalAlign: 'top',
  textAlign: 'left',
};
export const factName: CSSProperties = { ...cell, width: '30%', paddingRight: 16, color: muted };
export const factValue: CSSProperties = { ...cell, overflowWrap: 'anywhere' };
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
