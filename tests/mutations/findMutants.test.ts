import { describe, expect, test } from 'vitest'
import { findMutants } from './findMutants.ts'
import { testsNear } from './testsNear.ts'

/** The source with each of its mutants. */
function mutated(source: string): string[] {
  return findMutants('file.ts', source).map(
    ({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end),
  )
}

describe('the mutants of a source file', () => {
  test.each([
    ['if (late) stop()', ['if (true) stop()', 'if (false) stop()', 'if (late) {}']],
    [
      'const next = rows > limit ? last : null',
      ['const next = (last)', 'const next = (null)', 'const next = rows >= limit ? last : null'],
    ],
    [
      'const open = !closed && true',
      ['const open = !closed || true', 'const open = closed && true', 'const open = !closed && false'],
    ],
    ['const end = given ?? now + 1', ['const end = given', 'const end = given ?? now - 1']],
    ['const rest = Math.max(left, 1)', ['const rest = Math.min(left, 1)']],
    ["query.where('id', '=', id).limit(2)", ["query.where('id', '=', id)", 'query.limit(2)', '{}']],
  ])('are found in: %s', (source, expected) => {
    expect(mutated(source).toSorted()).toEqual(expected.toSorted())
  })

  test('change SQL', () => {
    const source = "sql`select min(id) from a where at <= ${now} and data->>'b' is null order by id desc`"
    expect(mutated(source)).toEqual([
      source.replace('min(', 'max('),
      source.replace('<=', '<'),
      source.replace(' and ', ' or '),
      source.replace('is null', 'is not null'),
      source.replace(' desc', ' asc'),
    ])
    const update = 'sql`update a set b = 1, c = 2 where d = 3`'
    expect(mutated(update)).toEqual([update.replace('d = 3', 'd <> 3')])
    const select = 'sql`select distinct a from b where c is distinct from d`'
    expect(mutated(select)).toEqual([
      select.replace('distinct a', 'a'),
      select.replace('is distinct', 'is not distinct'),
    ])
  })

  test('change neither log lines, nor errors, nor other texts, nor types, nor other calls', () => {
    const lines = [
      "log.warn({ a: !b }, 'a < b')",
      'const a = b.toString()',
      "if (a) { log.warn('b') }",
      "throw new Error(a ? 'b' : 'c')",
      'type A = B extends true ? 1 : 2',
    ]
    expect(lines.flatMap(mutated)).toEqual([])
    expect(mutated('const text = `${a} and ${b}` + `<`')).toEqual([])
  })

  test('name their line', () => {
    expect(findMutants('file.ts', '// first\nconst a =\n  !b').map(({ path, line }) => `${path}:${line}`)).toEqual([
      'file.ts:3',
    ])
  })
})

describe('the tests near a file', () => {
  test.each([
    [
      'services/photos/albums/access.ts',
      'tests/services/photos/albums/',
      'tests/services/photos/albums/killed.test.ts',
    ],
    ['services/exports/states.ts', 'tests/services/exports/', 'tests/services/exports/killed.test.ts'],
    ['web/pages/library/upload/uploadQueue.ts', 'tests/web/upload/', 'tests/web/shared/libraryEvents.test.ts'],
  ])('%s are those of its folder, without those that are listed as slow', (path, folder, other) => {
    const near = testsNear(path)
    expect(near.length).toBeGreaterThan(1)
    expect(near.filter((file) => !file.startsWith(folder))).toEqual([])
    expect(near).not.toContain(other)
  })

  test('whose folder has no tests are those that name the file, and those that import it', () => {
    const near = testsNear('gateway/modules/album/mutations/removePhotosFromAlbum.ts')
    expect(near.slice(0, 2)).toEqual(['tests/gateway/albumFaults.test.ts', 'tests/contract/plain/albums.test.ts'])
    expect(near).toHaveLength(12)
    expect(testsNear('gateway/modules/library/Timeline.ts')[0]).toBe('tests/gateway/timeline.test.ts')
  })
})
