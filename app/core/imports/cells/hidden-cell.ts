const yes = new Set(
  'yes y true 1 x hidden draft archived unpublished inactive ended unlisted private sold hold pending scrapped crushed deleted'.split(
    ' ',
  ),
);
const no = new Set(
  'no n false 0 shown active published live available public in-stock instock ok'.split(' '),
);

/** Reads whether a part is hidden: yes or no, or the status that another system has. */
export function readHiddenCell(text: string): { value: boolean } | { error: string } {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, '-');
  if (yes.has(typed) || /^(sold|on-hold|not-for-sale)/.test(typed)) return { value: true };
  if (no.has(typed) || typed === '') return { value: false };
  return { error: `'${text.trim().slice(0, 40)}' does not say whether the part is hidden` };
}
