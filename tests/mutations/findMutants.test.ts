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
  ])('of %s', (source, expected) => {
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
  })

  test('change neither log lines, nor errors, nor other texts, nor types', () => {
    const lines = [
      "log.warn({ a: !b }, 'a < b')",
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

test.each([
  ['services/photos/albums/access.ts', ['tests/services/photos/albums/']],
  ['services/exports/states.ts', ['tests/services/exports/']],
  ['services/app.ts', ['tests/services/']],
  ['web/pages/library/upload/uploadQueue.ts', ['tests/web/upload/']],
  ['gateway/limits/cost.ts', ['tests/gateway/limits/']],
  ['gateway/modules/photo/Photo.ts', ['tests/gateway/', 'tests/contract/']],
])('the tests near %s', (path, folders) => {
  expect(testsNear(path)).toEqual(folders)
})
