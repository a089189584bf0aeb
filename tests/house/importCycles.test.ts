import { describe, expect, test } from 'vitest'
import { findCycles, importsOf, sourceFiles } from './importGraph.ts'

const parts = /^(gateway|services|edge|launcher|web|schema|config)\//
/** The folder of Relay's artifacts, which refer to each other's types. */
const generatedByRelay = 'web/__generated__/'

const files = sourceFiles.filter((file) => parts.test(file) && !file.startsWith(generatedByRelay))
const known = new Set(files)
const fileEdges = new Map(
  files.map((file) => [
    file,
    new Set(importsOf(file).flatMap(({ target }) => (target && known.has(target) ? [target] : []))),
  ]),
)

/** Collects the imports between folders. Leaves out files for which `folderOf` returns undefined. */
function folderEdges(folderOf: (file: string) => string | undefined): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const [file, targets] of fileEdges) {
    const folder = folderOf(file)
    if (folder === undefined) continue
    const others = [...targets].flatMap((target) => folderOf(target) ?? []).filter((other) => other !== folder)
    edges.set(folder, new Set([...(edges.get(folder) ?? []), ...others]))
  }
  return edges
}

describe('imports, including type imports', () => {
  test('are searched for cycles of one file and of several files', () => {
    const edges = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a', 'd'])],
      ['d', new Set(['e'])],
      ['e', new Set<string>()],
      ['f', new Set(['f'])],
    ])
    expect(findCycles(edges)).toEqual([['a', 'b', 'c'], ['f']])
  })

  test('form no cycle between files', () => {
    expect(fileEdges.get('gateway/main.ts')).toContain('gateway/app.ts')
    expect(findCycles(fileEdges)).toEqual([])
  })

  test('form no cycle between the gateway’s folders', () => {
    const edges = folderEdges((file) => /^gateway\/(modules|relay|upstream|errors)\//.exec(file)?.[1])
    expect([...edges.keys()].toSorted()).toEqual(['errors', 'modules', 'relay', 'upstream'])
    expect(findCycles(edges)).toEqual([])
  })

  test('form no cycle between the library’s folders', () => {
    const edges = folderEdges((file) => /^(web\/pages\/library(?:\/.+)?)\/[^/]+$/.exec(file)?.[1])
    expect(edges.get('web/pages/library/photo-actions/toolbar')).toContain(
      'web/pages/library/photo-collection/selection',
    )
    expect(findCycles(edges)).toEqual([])
  })
})
