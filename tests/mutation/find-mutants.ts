import { createHash } from 'node:crypto';
import { type ESTree, parseSync } from 'vite';

export interface Mutant {
  path: string;
  /** A hash of the file's code, without comments and layout. */
  code: string;
  /** Its number in the file. */
  place: number;
  line: number;
  /** Such as 'condition' or 'string'. */
  kind: string;
  start: number;
  end: number;
  original: string;
  replacement: string;
  /** A block that is left out, instead of an expression that is replaced. */
  isBlock: boolean;
}

type Node = ESTree.Node & { start: number; end: number };

const operators = new Map<string, readonly string[]>(
  Object.entries({
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '===': ['!=='],
    '!==': ['==='],
    '+': ['-'],
    '-': ['+'],
    '*': ['/'],
    '/': ['*'],
    '%': ['*'],
    '&&': ['||'],
    '||': ['&&'],
    '??': ['&&'],
    '+=': ['-='],
    '-=': ['+='],
    '??=': ['&&='],
  }),
);

/** Each method is replaced by its counterpart; with '' the call is removed. */
const methods = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    toUpperCase: 'toLowerCase',
    toLowerCase: 'toUpperCase',
    min: 'max',
    max: 'min',
    ceil: 'floor',
    floor: 'ceil',
    trim: '',
    slice: '',
    filter: '',
    toSorted: '',
    sort: '',
    reverse: '',
    toReversed: '',
  }),
);

export function findMutants(path: string, code: string): Mutant[] {
  const { program, comments, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  const hash = hashCode(code, comments);
  const lineStarts = [...code.matchAll(/\n/g)].map(({ index }) => index);
  const lineOf = (offset: number) => lineStarts.filter((start) => start < offset).length + 1;

  function add(kind: string, { start, end }: Node, replacement: string, isBlock = false) {
    const original = code.slice(start, end);
    mutants.push({
      path,
      code: hash,
      place: mutants.length,
      line: lineOf(start),
      kind,
      start,
      end,
      original,
      replacement,
      isBlock,
    });
  }

  const source = ({ start, end }: Node) => code.slice(start, end);

  function withOperator(node: Node & { operator: string; left: ESTree.Node; right: ESTree.Node }) {
    for (const operator of operators.get(node.operator) ?? []) {
      if (node.operator === '+' && [node.left, node.right].some(isText)) continue;
      add('operator', node, `(${source(node.left as Node)}) ${operator} (${source(node.right as Node)})`);
    }
  }

  function condition(test: ESTree.Node | null | undefined, isLoop = false) {
    if (!test || (test.type === 'Literal' && typeof test.value === 'boolean')) return;
    if (!isLoop) add('condition', test as Node, 'true');
    add('condition', test as Node, 'false');
  }

  function call(node: ESTree.CallExpression) {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
      return;
    const other = methods.get(callee.property.name);
    if (other === undefined || node.optional || callee.optional) return;
    const object = source(callee.object as Node);
    if (other === '') add('method', node as Node, object);
    else {
      const rest = code.slice((callee.property as Node).end, (node as Node).end);
      add('method', node as Node, `(${object}).${other}${rest}`);
    }
  }

  function optionalChain(node: Node) {
    const text = source(node);
    for (const { index } of text.matchAll(/\?\.(?!\d)/g)) {
      const after = text.slice(index + 2);
      const direct = /^[[(]/.test(after) ? after : `.${after}`;
      add('optional chain', node, text.slice(0, index) + direct);
    }
  }

  function mutate(node: ESTree.Node, parent: ESTree.Node | undefined) {
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression':
        return withOperator(node as Node & ESTree.BinaryExpression);
      case 'AssignmentExpression':
        return withOperator(node as Node & ESTree.AssignmentExpression);
      case 'UpdateExpression':
        return add(
          'update',
          node as Node,
          source(node as Node).replace(/\+\+|--/, (sign) => (sign === '++' ? '--' : '++')),
        );
      case 'UnaryExpression':
        if (node.operator === '!' || node.operator === '-')
          add('unary', node as Node, source(node.argument as Node));
        return;
      case 'IfStatement':
      case 'ConditionalExpression':
        return condition(node.test);
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
        return condition(node.test, true);
      case 'Literal':
        if (typeof node.value === 'boolean') add('boolean', node as Node, String(!node.value));
        else if (typeof node.value === 'string')
          add('string', node as Node, node.value === '' ? "'mutated'" : "''");
        return;
      case 'TemplateLiteral':
        if (parent?.type !== 'TaggedTemplateExpression') add('string', node as Node, '``');
        return;
      case 'ArrayExpression':
        if (node.elements.length > 0) add('array', node as Node, '[]');
        return;
      case 'ObjectExpression':
        if (node.properties.length > 0) add('object', node as Node, '{}');
        return;
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') add('function', node.body as Node, 'undefined');
        return;
      case 'BlockStatement':
        if (node.body.length > 0 && parent?.type !== 'TryStatement') add('block', node as Node, '{}', true);
        return;
      case 'CallExpression':
        return call(node);
      case 'ChainExpression':
        return optionalChain(node as Node);
    }
  }

  function walk(node: ESTree.Node, parent: ESTree.Node | undefined) {
    if (isLeftOut(node)) return;
    mutate(node, parent);
    for (const child of childrenOf(node)) walk(child, node);
  }
  walk(program, undefined);
  return mutants;
}

function hashCode(code: string, comments: readonly { start: number; end: number }[]): string {
  const withoutComments = comments.reduceRight(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    code,
  );
  return createHash('sha256').update(withoutComments.replaceAll(/\s+/g, ' ')).digest('base64url');
}

function isText(node: ESTree.Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

/** Has no effect on the program's results: types, imports, and the texts of errors and logs. */
function isLeftOut(node: ESTree.Node): boolean {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true;
  if (node.type === 'NewExpression')
    return node.callee.type === 'Identifier' && node.callee.name.endsWith('Error');
  if (node.type === 'CallExpression') return /^(log|logger|console)\.|^logError/.test(calleeName(node));
  return (
    node.type.startsWith('TS') &&
    !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)
  );
}

function calleeName({ callee }: ESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier'
    ? `${callee.object.name}.`
    : '';
}

function childrenOf(node: ESTree.Node): ESTree.Node[] {
  const children: ESTree.Node[] = [];
  for (const [key, value] of Object.entries(node)) {
    // Property names are not values.
    if (key === 'key' && !('computed' in node && node.computed)) continue;
    if (key === 'property' && !('computed' in node && node.computed)) continue;
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && 'type' in child) children.push(child as ESTree.Node);
    }
  }
  return children;
}
