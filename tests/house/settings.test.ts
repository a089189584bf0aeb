import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { settings as edge } from '../../edge/config.ts'
import { settings as services } from '../../services/config.ts'
import { serviceNames } from '../../services/services.ts'

const page = readFileSync('docs/operations.md', 'utf8').split('\n## Settings of services and edge\n')[1] ?? ''

/** Reads the cells of the tables below a heading, without the header rows. */
function rowsOf(heading: string): string[][] {
  const section = page.split(/\n### /).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

function defaultOf(setting: ZodType): string {
  const { success, data } = setting.safeParse(undefined)
  if (!success) return 'required'
  // Settings are strings, numbers, booleans, or lists of strings.
  const text = [(data ?? []) as string | readonly string[]].flat().join(',')
  if (text === serviceNames.join(',')) return 'all'
  return text === '' ? '–' : `\`${text}\``
}

const urls = new Set(serviceNames.map((name) => `${name.toUpperCase()}_URL`))

describe.each([
  { part: 'Services', shape: services.shape },
  { part: 'Edge', shape: edge.shape },
])('docs/operations.md, settings of $part', ({ part, shape }) => {
  test('lists exactly the settings of the code, with their defaults', () => {
    const known = Object.entries<ZodType>(shape).filter(([name]) => !urls.has(name))
    const expected = known.map(([name, setting]) => [`\`${name}\``, defaultOf(setting)])
    const listed = rowsOf(part).filter(([name]) => name !== '`<NAME>_URL`')
    expect(Object.fromEntries(listed.map(([name, value]) => [name, value]))).toEqual(Object.fromEntries(expected))
    expect(listed).toHaveLength(expected.length)
  })

  test('gives every setting a unit and a description', () => {
    expect(rowsOf(part).filter(([, , unit = '', description = '']) => unit === '' || description.length < 10)).toEqual(
      [],
    )
  })
})
