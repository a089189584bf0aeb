import { parseSync } from 'vite'

/** A node of the syntax tree (ESTree). */
interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** A function around a node, with its parent node, which shows how the function is used. */
interface Enclosing {
  readonly node: Node
  readonly parent: Node | undefined
}

interface Declared {
  readonly name: string
  readonly isKept: boolean
  readonly functions: readonly Enclosing[]
}

interface Changed {
  readonly name: string
  readonly functions: readonly Enclosing[]
}

const caches = new Set(['LRUCache', 'WeakMap', 'WeakSet'])
const collections = new Set([...caches, 'Map', 'Set', 'Array'])
/** Methods that change a collection. */
const changing = new Set(['set', 'add', 'delete', 'clear', 'push', 'pop', 'shift', 'unshift', 'splice', 'fill'])
/** Methods that call their argument before they return, so that this function keeps nothing for later. */
const immediate = new Set([
  'forEach',
  'map',
  'flatMap',
  'filter',
  'reduce',
  'some',
  'every',
  'find',
  'toSorted',
  'execute',
  'describe',
])

/**
 * The names of the variables and fields in a source file that outlive the function that has made them:
 * - at module level: variables that functions change, and caches;
 * - in a function: variables that an inner function changes, and caches. Inner functions that are called at once, such
 *   as the argument of `forEach`, do not count;
 * - in a class: fields that can be assigned again, and collections.
 */
export function keptStateIn(file: string, source: string): string[] {
  const declared: Declared[] = []
  const changed: Changed[] = []
  const fields = new Set<string>()
  visit(parseSync(file, source).program, [], undefined, (node, functions) => {
    if (node.type === 'VariableDeclaration') declared.push(...variablesOf(node, functions))
    const name = changedBy(node)
    if (name !== null) changed.push({ name, functions })
    const field = keptFieldOf(node)
    if (field !== null) fields.add(field)
  })
  const variables = declared.filter((variable) => isKeptVariable(variable, changed)).map(({ name }) => name)
  return [...new Set([...variables, ...fields])].toSorted()
}

function isKeptVariable({ name, isKept, functions }: Declared, changed: readonly Changed[]): boolean {
  const isChangedLater = changed.some((change) => {
    const isInside = functions.every(({ node }, index) => change.functions[index]?.node === node)
    const inner = change.functions.slice(functions.length)
    return change.name === name && isInside && inner.some((enclosing) => !isImmediate(enclosing))
  })
  return isKept || isChangedLater
}

function variablesOf(declaration: Node, functions: readonly Enclosing[]): Declared[] {
  return nodesOf(declaration['declarations']).flatMap(({ id, init }) => {
    const [name] = nodesOf(id).map((node) => String(node['name']))
    const made = nodesOf(init)[0]
    if (name === undefined) return []
    // A cache is always state that is kept for later.
    return [{ name, isKept: caches.has(classOf(made)), functions }]
  })
}

/**
 * The variable that a node changes: `x = 1`, `x.y = 1`, `x += 1`, `x.push(1)`. Null if the node changes no variable.
 */
function changedBy(node: Node): string | null {
  if (node.type === 'AssignmentExpression') return rootOf(node['left'])
  if (node.type === 'UpdateExpression') return rootOf(node['argument'])
  if (node.type !== 'CallExpression') return null
  const [callee] = nodesOf(node['callee'])
  return callee !== undefined && changing.has(methodOf(callee)) ? rootOf(callee['object']) : null
}

/** `x` of `x.y.z`. */
function rootOf(value: unknown): string | null {
  const [node] = nodesOf(value)
  if (node?.type === 'Identifier') return String(node['name'])
  if (node?.type === 'MemberExpression') return rootOf(node['object'])
  return node?.type === 'TSNonNullExpression' ? rootOf(node['expression']) : null
}

/**
 * The name of a field that can be assigned again or holds a collection, even if only the constructor sets the
 * collection.
 */
function keptFieldOf(node: Node): string | null {
  if (node.type === 'PropertyDefinition') {
    const [key, value] = [nodesOf(node['key'])[0], nodesOf(node['value'])[0]]
    const isKept = node['readonly'] !== true || collections.has(classOf(value)) || value?.type === 'ArrayExpression'
    return isKept ? String(key?.['name']) : null
  }
  if (node.type !== 'AssignmentExpression' || !collections.has(classOf(nodesOf(node['right'])[0]))) return null
  const [left] = nodesOf(node['left'])
  const isOwn = left?.type === 'MemberExpression' && nodesOf(left['object'])[0]?.type === 'ThisExpression'
  return isOwn ? methodOf(left) : null
}

/** The class of `new X()`, or an empty text. */
function classOf(node: Node | undefined): string {
  return node?.type === 'NewExpression' ? String(nodesOf(node['callee'])[0]?.['name']) : ''
}

function methodOf(member: Node): string {
  return member.type === 'MemberExpression' ? String(nodesOf(member['property'])[0]?.['name']) : ''
}

function isImmediate({ node, parent }: Enclosing): boolean {
  if (parent?.type !== 'CallExpression') return false
  const [callee] = nodesOf(parent['callee'])
  // `(() => …)()`, or an argument of a method that calls the argument at once.
  return callee === node || (callee !== undefined && immediate.has(methodOf(callee)))
}

type Visitor = (node: Node, functions: readonly Enclosing[]) => void

function visit(value: unknown, functions: readonly Enclosing[], parent: Node | undefined, visitor: Visitor): void {
  for (const node of nodesOf(value)) {
    visitor(node, functions)
    const isFunction = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    const inner = isFunction ? [...functions, { node, parent }] : functions
    for (const child of Object.values(node)) visit(child, inner, node, visitor)
  }
}

/** The nodes of a property of a node: one, several or none. */
function nodesOf(value: unknown): Node[] {
  return [value].flat().filter((item): item is Node => typeof item === 'object' && item !== null && 'type' in item)
}
