import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './importGraph.ts'

const inModules = sourceFiles.filter((file) => file.startsWith('gateway/modules/'))
const fieldFiles = inModules.filter((file) => /\/(queries|mutations|subscriptions)\/[^/]+\.ts$/.test(file))
const typeFiles = inModules.filter((file) => /^gateway\/modules\/[^/]+\/[A-Z][^/]*\.ts$/.test(file))

function exportsOf(file: string): string[] {
  return [
    ...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm),
  ].map(([, name = '']) => name)
}

describe('a file of resolvers in gateway/modules', () => {
  test('is found', () => {
    expect(fieldFiles).toContain('gateway/modules/album/mutations/renameAlbum.ts')
    expect(typeFiles).toContain('gateway/modules/album/Album.ts')
  })

  test('exports one resolver with the file’s name for a query, mutation or subscription', () => {
    const others = fieldFiles.filter((file) => exportsOf(file).join() !== basename(file, '.ts'))
    expect(others).toEqual([])
  })

  test('exports the fields of a type under the type’s name, and at most one function that loads the type by id', () => {
    const others = typeFiles.filter((file) => {
      const type = basename(file, '.ts')
      const node = `${type.charAt(0).toLowerCase()}${type.slice(1)}Node`
      const [first, ...rest] = exportsOf(file)
      return first !== type || rest.some((name) => name !== node)
    })
    expect(others).toEqual([])
  })

  test('resolves no field that another file also resolves', async () => {
    const seen = new Set<string>()
    const twice: string[] = []
    for (const file of typeFiles) {
      const type = basename(file, '.ts')
      const exported: Record<string, object> = await import(`../../${file}`)
      for (const field of Object.keys(exported[type] ?? {})) {
        const name = `${type}.${field}`
        if (seen.has(name)) twice.push(name)
        seen.add(name)
      }
    }
    expect(seen).toContain('PhotoLibrary.albums')
    expect(twice).toEqual([])
  })
})
