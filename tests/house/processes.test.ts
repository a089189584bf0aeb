import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './importGraph.ts'
import { keptStateIn } from './keptState.ts'

/**
 * The entries of `docs/processes.md`, each as `file name`. An item there is a file in a code span, a colon, names and a
 * full stop.
 */
function listed(): string[] {
  const items = readFileSync('docs/processes.md', 'utf8').split('\n- ').slice(1)
  return items.flatMap((item) => {
    const [, file, names = ''] = /^`([^`]+)`:\s((?:`[^`]+`(?:,\s)?)+)\./.exec(item) ?? []
    if (file === undefined) throw new Error(`This item of docs/processes.md has another form: ${item}`)
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => `${file} ${name}`)
  })
}

/** The sources of the parts that run as several processes. */
const sources = sourceFiles.filter(
  (file) => /^(?:services|gateway|edge|http|clients|config)\//.test(file) && !file.includes('__generated__'),
)

test('docs/processes.md lists exactly what the processes keep in memory', () => {
  const kept = sources.flatMap((file) => keptStateIn(file, readFileSync(file, 'utf8')).map((name) => `${file} ${name}`))
  expect(kept.length).toBeGreaterThan(100)
  expect(listed().toSorted()).toEqual(kept.toSorted())
})

function kept(source: string): string[] {
  return keptStateIn('source.ts', source)
}

describe('what a source keeps', () => {
  test('includes variables of a module that functions change, and caches', () => {
    expect(kept('let count = 0; export function next() { count += 1 }')).toEqual(['count'])
    expect(kept('const byId = new Map<string, number>(); export const add = (id: string) => byId.set(id, 1)')).toEqual([
      'byId',
    ])
    expect(kept('const spare: Buffer[] = []; function free(one: Buffer) { spare.push(one) }')).toEqual(['spare'])
    expect(kept('const state = { count: 0 }; function next() { state.count++ }')).toEqual(['state'])
    expect(kept('const known = new WeakMap()')).toEqual(['known'])
  })

  test('includes variables of a function that an inner function changes later', () => {
    expect(kept('function create() { let open = 0; return { add() { open += 1 } } }')).toEqual(['open'])
    expect(kept('const create = () => { const ids = new Set(); return (id) => ids.add(id) }')).toEqual(['ids'])
    expect(kept('function create() { const cache = new LRUCache({ fetchMethod: read }); return cache }')).toEqual([
      'cache',
    ])
  })

  test('includes fields that can be assigned again, and collections in fields', () => {
    expect(kept('class A { #count = 0; readonly #ids = new Set(); readonly list = []; readonly size = 1 }')).toEqual([
      'count',
      'ids',
      'list',
    ])
    expect(kept('class A { readonly #ids: Map<string, number>; constructor() { this.#ids = new Map() } }')).toEqual([
      'ids',
    ])
  })

  test('includes neither constants nor what ends with its function', () => {
    expect(kept('const names = new Set(["a"]); export const has = (name: string) => names.has(name)')).toEqual([])
    expect(
      kept('function sum(all: number[]) { let total = 0; all.forEach((one) => { total += one }); return total }'),
    ).toEqual([])
    expect(
      kept('function group(all) { const found = new Map(); for (const one of all) found.set(one, 1); return found }'),
    ).toEqual([])
    expect(kept('let total = 0; total += 1; const list = []; list.push(total)')).toEqual([])
  })
})
