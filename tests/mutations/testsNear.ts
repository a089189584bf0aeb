import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { importsOf, sourceFiles } from '../house/importGraph.ts'
import { placeAmongSlowest } from '../support/slowestTests.ts'

/** The maximum number of tests for a file whose folder has no tests of its own. */
const limit = 12

/**
 * The tests that are most likely to notice a change of a source file soon: those in the folder below `tests` whose path
 * is most like that of the file. For `web/pages/library/upload/…` this is `tests/web/upload`. Without such a folder,
 * these are a few tests that load the file: first those with the file's name in their path, then those with it in their
 * text, then the others, beginning with the shortest chains of imports. The slowest tests are left out.
 */
export function testsNear(path: string): string[] {
  const [part = '', ...folders] = path.split('/').slice(0, -1)
  for (let end = folders.length; end > 0; end -= 1) {
    for (let start = 0; start < end; start += 1) {
      const folder = ['tests', part, ...folders.slice(start, end)].join('/')
      if (existsSync(folder)) return sourceFiles.filter((file) => file.startsWith(`${folder}/`) && isQuickTest(file))
    }
  }
  const name = new RegExp(`\\b${basename(path).replace(/\.tsx?$/, '')}\\b`, 'i')
  const importing = importersOf(path).filter(isQuickTest)
  const named = importing.filter((file) => name.test(file))
  const naming = importing.filter((file) => name.test(readFileSync(file, 'utf8')))
  return [...new Set([...named, ...naming, ...importing])].slice(0, limit)
}

function isQuickTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) && placeAmongSlowest(file) === -1
}

/** For each file, the files that import it. */
let importers: ReadonlyMap<string, readonly string[]> | undefined

/** All files that load a file, those with the shortest chain of imports first. */
function importersOf(path: string): string[] {
  importers ??= readImporters()
  const found = new Set([path])
  // The loop also reaches the files that it adds to the set itself.
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return [...found]
}

function readImporters(): Map<string, string[]> {
  const read = new Map<string, string[]>()
  for (const file of sourceFiles) {
    for (const { target, isType } of importsOf(file)) {
      if (target !== null && !isType) read.set(target, [...(read.get(target) ?? []), file])
    }
  }
  return read
}
