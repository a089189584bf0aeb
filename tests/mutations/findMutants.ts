import { type ESTree, parseSync, Visitor } from 'vite'
import { sqlChanges } from './sqlChanges.ts'

/** A small change of a source file. */
export interface Mutant {
  readonly path: string
  /** Counts from 1. */
  readonly line: number
  /** The changed part of the source: from `start`, up to but without `end`. */
  readonly start: number
  readonly end: number
  readonly replacement: string
}

type Range = Pick<ESTree.Span, 'start' | 'end'>
type Add = (range: Range, replacement: string) => void

const swaps: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}
/** A map, because an object also has entries of its prototype, such as `toString`. */
const otherMethods: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
])
/** Calls that only narrow or order the object that they are called on, so that a chain is valid without them. */
const links = new Set([
  'filter',
  'toReversed',
  'where',
  'orderBy',
  'limit',
  'distinct',
  'forUpdate',
  'skipLocked',
  'toLowerCase',
  'trim',
])
/** Objects whose calls have no effect that a test should notice. */
const silent = new Set(['log', 'logger', 'console'])

/** Finds all mutants of a source file, in their order. */
export function findMutants(path: string, source: string): Mutant[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const found: Mutant[] = []
  const ignored = ignoredRanges(program)
  const add: Add = ({ start, end }, replacement) => {
    if (ignored.some((range) => range.start <= start && end <= range.end)) return
    found.push({ path, line: source.slice(0, start).split('\n').length, start, end, replacement })
  }
  const textOf = ({ start, end }: Range) => source.slice(start, end)
  new Visitor({
    ...conditionVisitors(add, textOf),
    ...callVisitors(add, textOf),
    ...operatorVisitors(add, textOf),
  }).visit(program)
  return found.toSorted((one, other) => one.start - other.start || one.end - other.end)
}

type TextOf = (range: Range) => string

function conditionVisitors(add: Add, textOf: TextOf) {
  return {
    IfStatement({ test }: ESTree.IfStatement) {
      add(test, 'true')
      add(test, 'false')
    },
    ConditionalExpression({ test, consequent, alternate }: ESTree.ConditionalExpression) {
      add({ start: test.start, end: alternate.end }, `(${textOf(consequent)})`)
      add({ start: test.start, end: alternate.end }, `(${textOf(alternate)})`)
    },
    UnaryExpression(node: ESTree.UnaryExpression) {
      if (node.operator === '!') add(node, textOf(node.argument))
    },
    Literal(node: ESTree.BooleanLiteral | { readonly value: unknown; readonly start: number; readonly end: number }) {
      if (typeof node.value === 'boolean') add(node, String(!node.value))
    },
  }
}

function operatorVisitors(add: Add, textOf: TextOf) {
  const swapOperator = ({ left, right, operator }: { left: Range; right: Range; operator: string }) => {
    const swapped = swaps[operator]
    const between = { start: left.end, end: right.start }
    if (swapped !== undefined)
      add(
        between,
        textOf(between).replace(operator, () => swapped),
      )
  }
  return {
    BinaryExpression(node: ESTree.BinaryExpression) {
      // Not for `+` that joins texts: `-` would not give a number there.
      const isText = node.operator === '+' && [node.left, node.right].some(({ type }) => type === 'TemplateLiteral')
      if (!isText) swapOperator(node)
    },
    LogicalExpression(node: ESTree.LogicalExpression) {
      swapOperator(node)
      // A literal after `??` stays: it is mostly there for the type checker.
      if (node.operator === '??' && node.right.type !== 'Literal') add(node, textOf(node.left))
    },
  }
}

function callVisitors(add: Add, textOf: TextOf) {
  return {
    ExpressionStatement({ expression, start, end }: ESTree.ExpressionStatement) {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression
      if (call.type === 'CallExpression' || call.type === 'AssignmentExpression') add({ start, end }, '{}')
    },
    CallExpression(node: ESTree.CallExpression) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      if (links.has(name)) add(linkOf(node, callee, textOf), '')
      const other = otherMethods.get(name)
      if (other !== undefined) add(callee.property, other)
    },
    TaggedTemplateExpression({ tag, quasi }: ESTree.TaggedTemplateExpression) {
      if (tag.type !== 'Identifier' || tag.name !== 'sql') return
      for (const { start, end } of quasi.quasis) {
        for (const change of sqlChanges(textOf({ start, end }))) {
          add({ start: start + change.start, end: start + change.end }, change.replacement)
        }
      }
    },
  }
}

/** The last call of a chain, with its dot. */
function linkOf(call: Range, { object, property }: { object: Range; property: Range }, textOf: TextOf): Range {
  const between = textOf({ start: object.end, end: property.start })
  return { start: object.end + between.length - between.trimStart().length, end: call.end }
}

/** The parts of a file that no test can notice: logging, errors, and types. */
function ignoredRanges(program: ESTree.Program): Range[] {
  const ranges: Range[] = []
  new Visitor({
    ExpressionStatement(node) {
      if (onlyLogs(node)) ranges.push(node)
    },
    IfStatement({ test, consequent, alternate }) {
      if (alternate === null && onlyLogs(consequent)) ranges.push(test)
    },
    ThrowStatement(node) {
      ranges.push(node)
    },
    TSLiteralType(node) {
      ranges.push(node)
    },
  }).visit(program)
  return ranges
}

function onlyLogs(statement: ESTree.Statement): boolean {
  if (statement.type === 'BlockStatement') return statement.body.every(onlyLogs)
  if (statement.type !== 'ExpressionStatement') return false
  return statement.expression.type === 'CallExpression' && isSilent(statement.expression.callee)
}

function isSilent(callee: ESTree.Expression | ESTree.Super): boolean {
  if (callee.type !== 'MemberExpression') return false
  const { object } = callee
  if (object.type === 'Identifier') return silent.has(object.name)
  return object.type === 'MemberExpression' && object.property.type === 'Identifier' && silent.has(object.property.name)
}
