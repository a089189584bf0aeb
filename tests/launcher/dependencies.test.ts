import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkDependencies, problemsOf } from '../../launcher/dependencies.ts'

const plain = { name: 'a-package', licence: 'MIT', hasInstallScript: false }

test('the dependencies have allowed licences, and need no install scripts', async () => {
  expect(await checkDependencies()).toEqual({ ok: true, output: '' })
})

test('npm runs no install scripts', () => {
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true')
})

describe('a package', () => {
  test.each(['MIT', '(MIT OR CC0-1.0)', 'Apache-2.0 AND MIT', '(GPL-3.0 OR MIT)'])(
    'may have the licence %s',
    (licence) => {
      expect(problemsOf({ ...plain, licence })).toEqual([])
    },
  )

  test.each(['GPL-3.0', 'LGPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN FILE', 'UNLICENSED', undefined])(
    'may not have the licence %s without a reason',
    (licence) => {
      expect(problemsOf({ ...plain, licence })).toHaveLength(1)
    },
  )

  test('has only the licence that its exception names', () => {
    expect(problemsOf({ ...plain, name: 'libheif-js', licence: 'LGPL-3.0' })).toEqual([])
    expect(problemsOf({ ...plain, name: 'libheif-js', licence: 'GPL-3.0' })).toHaveLength(1)
    expect(problemsOf({ ...plain, name: 'combine-errors', licence: undefined })).toEqual([])
  })

  test('may not have an install script', () => {
    expect(problemsOf({ ...plain, hasInstallScript: true })).toHaveLength(1)
  })
})
