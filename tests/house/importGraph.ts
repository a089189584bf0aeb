import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An import or re-export of a file. */
export interface Import {
  /** The text after `from`, as written. */
  readonly specifier: string
  /** The path from the project's root, or null for a package. */
  readonly target: string | null
  /** True when only types are imported. */
  readonly isType: boolean
}

/** Every TypeScript file that git tracks or would track. */
export const sourceFiles = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '')

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?((?:[^'"\n;]|\n(?!import|export))*?)from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g

/** Returns the imports of a file, in their order. */
export function importsOf(file: string): Import[] {
  return [...readFileSync(file, 'utf8').matchAll(statement)].map((match) => {
    const specifier = match[3] ?? match[4] ?? match[5] ?? ''
    const target = specifier.startsWith('.') ? join(dirname(file), specifier) : null
    return { specifier, target, isType: match[1] !== undefined }
  })
}

/**
 * Finds groups whose members reach each other.
 * @param edges the nodes to which each node leads
 * @returns each group sorted; nodes outside of any cycle are left out
 */
export function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = new Map([...edges.keys()].map((node) => [node, reachableFrom(node, edges)]))
  const groups = [...edges.keys()]
    .filter((node) => reach.get(node)?.has(node))
    .map((node) => [...(reach.get(node) ?? [])].filter((other) => reach.get(other)?.has(node)).toSorted())
  return [...new Map(groups.map((group) => [group.join(), group])).values()]
}

function reachableFrom(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const waiting = [...(edges.get(start) ?? [])]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (found.has(node)) continue
    found.add(node)
    waiting.push(...(edges.get(node) ?? []))
  }
  return found
}
