import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Lists of the panel follow what is typed, and Enter sends a form of one field without a button.
    'wcag/h32': 'off',
    // Browsers draw the native one differently, and each needs styles of its own.
    'prefer-native-element': ['error', { exclude: ['progressbar'] }],
  },
});

/** Lists what is wrong with the HTML of a page. */
export async function findInvalid(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const lines = html.split('\n');
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => {
      const place = lines[line - 1]?.slice(column - 2, column + 100);
      return `${ruleId}: ${message} ${place}`;
    }),
  );
}
