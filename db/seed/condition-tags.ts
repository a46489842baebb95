import type { UsedCondition } from './prices.ts';

const colors: Record<UsedCondition, string> = {
  Excellent: '#b7e4c7',
  'Very Good': '#c3dcf7',
  Good: '#fce8a6',
  Fair: '#fbd0a5',
  Poor: '#f6b9b9',
};

/** Lists the tags in the drawings of parts that are sold used. An id is the last part of a picture's address. */
export const conditionTags = Object.entries(colors).map(([name, color]) => ({
  id: tagOf(name),
  name,
  color,
}));

/** Example: 'very-good'. */
export function tagOf(condition: string): string {
  return condition.toLowerCase().replaceAll(' ', '-');
}
