import { usStates } from '#core/addresses/destination.ts';
import { dollarsFromCents } from '#core/values/money.ts';

/** Says how people type and read a setting. */
export interface SettingText {
  /** Returns unreadable input as text, which the server refuses with the reason. */
  read: (text: string) => unknown;
  write: (value: unknown) => string;
}

export const plainText: SettingText = { read: (text) => text, write: String };

export const wholeText: SettingText = {
  read: (text) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text),
  write: String,
};

export const decimalText: SettingText = {
  read: (text) => readDecimal(text) ?? text,
  write: String,
};

/** Stores cents. */
export const dollarsText: SettingText = {
  read(text) {
    const dollars = readDecimal(text.replace('$', ''));
    return dollars === undefined || !/^[^.]*(\.\d{0,2})?$/.test(text.trim())
      ? text
      : Math.round(dollars * 100);
  },
  write: (value) => (typeof value === 'number' ? dollarsFromCents(value) : String(value)),
};

/** Stores a share: 0.0725 is 7.25 %. */
export const percentText: SettingText = {
  read(text) {
    const percent = readDecimal(text.replace('%', ''));
    return percent === undefined ? text : Number(`${percent}e-2`);
  },
  write: (value) => (typeof value === 'number' ? String(Number((value * 100).toFixed(6))) : String(value)),
};

/** Stores a list, in small letters. */
export const wordsText: SettingText = {
  read: (text) =>
    text
      .toLowerCase()
      .split(',')
      .map((word) => word.trim().replaceAll(/\s+/g, ' '))
      .filter((word) => word !== ''),
  write: (value) => (Array.isArray(value) ? value.join(', ') : ''),
};

const stateCodes = new Map(Object.entries(usStates).map(([code, name]) => [name.toUpperCase(), code]));

/** Stores codes of two letters. Reads names too. */
export const statesText: SettingText = {
  read: (text) =>
    text
      .toUpperCase()
      .split(/[,;\n]/)
      .flatMap((piece) => readStates(piece.trim())),
  write: (value) => (Array.isArray(value) ? value.join(', ') : ''),
};

function readStates(text: string): string[] {
  const code = stateCodes.get(text);
  if (code !== undefined) return [code];
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Reads commas as separators of thousands only. */
function readDecimal(text: string): number | undefined {
  const isDecimal = /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{0,9})?$|^\.\d{1,9}$/.test(text.trim());
  return isDecimal ? Number(text.replaceAll(',', '')) : undefined;
}
