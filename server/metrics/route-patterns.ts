interface Node {
  literals: Map<string, Node>;
  parameter?: Node;
  /** Of a route that ends here. */
  pattern?: string;
  /** Of a route that matches all that is below. */
  splat?: string;
}

/** For addresses of no route, so that their number is bounded. */
const OTHER = 'other';

const DATA = /(\/_)?\.data$/;

/** Finds the pattern of an address, such as /part/:address. The data of a page ends with .data. */
export function createRoutePatterns(patterns: readonly string[]): (url: string) => string {
  const root: Node = { literals: new Map() };
  for (const pattern of patterns) add(root, segmentsOf(pattern), pattern);
  return function patternOf(url) {
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    if (!path.endsWith('.data')) return find(root, segmentsOf(path), 0) ?? OTHER;
    const pattern = find(root, segmentsOf(path.replace(DATA, '')), 0);
    return pattern === undefined ? OTHER : `${pattern}.data`;
  };
}

function segmentsOf(path: string): string[] {
  return path === '/' || path === '' ? [] : path.slice(1).split('/');
}

function add(node: Node, [segment, ...others]: readonly string[], pattern: string): void {
  if (segment === undefined) node.pattern ??= pattern;
  else if (segment === '*') node.splat ??= pattern;
  else {
    if (segment.endsWith('?')) add(node, others, pattern);
    add(childOf(node, segment.replace(/\?$/, '')), others, pattern);
  }
}

function childOf(node: Node, segment: string): Node {
  const empty = (): Node => ({ literals: new Map() });
  if (segment.startsWith(':')) return (node.parameter ??= empty());
  const child = node.literals.get(segment) ?? empty();
  node.literals.set(segment, child);
  return child;
}

/** As React Router, a literal comes before a parameter. */
function find(node: Node, segments: readonly string[], from: number): string | undefined {
  const segment = segments[from];
  if (segment === undefined) return node.pattern;
  const literal = node.literals.get(segment);
  return (
    (literal && find(literal, segments, from + 1)) ??
    (node.parameter && find(node.parameter, segments, from + 1)) ??
    node.splat
  );
}
