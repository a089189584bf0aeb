import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { settings } from '../../../gateway/config.ts'
import { setUpUpstreams } from '../../support/gatewaySetup.ts'

const page = readFileSync('docs/operations.md', 'utf8')

/** The cells of a section's table rows whose first cell is a name in backticks. */
function rowsOf(heading: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

/** The default of a setting, as the table writes it. */
function defaultOf(setting: ZodType): string {
  const result = setting.safeParse(undefined)
  if (!result.success) return 'required'
  // Settings are strings, numbers, booleans, or lists of strings.
  const text = [(result.data ?? []) as string | readonly string[]].flat().join(',')
  return text === '' ? '–' : `\`${text}\``
}

describe('docs/operations.md', () => {
  test('lists exactly the existing settings with their defaults', () => {
    const known = Object.entries(settings.shape).map(([name, setting]) => [`\`${name}\``, defaultOf(setting)])
    const listed = rowsOf('Settings').map(([name, value]) => [name, value])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known))
    expect(listed).toHaveLength(known.length)
  })

  test('gives a unit and a reason for every setting', () => {
    const incomplete = rowsOf('Settings').filter(([, , unit = '', reason = '']) => unit === '' || reason.length < 10)
    expect(incomplete).toEqual([])
  })
})

describe('docs/operations.md, compared with a running gateway', () => {
  const setup = setUpUpstreams()

  test('lists exactly the existing metrics with their types', async () => {
    const { body } = await (await setup.start()).inject('/metrics')
    const exposed = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [`\`${name}\``, type])
    const listed = rowsOf('Metrics').map(([name, type]) => [name, type])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(exposed))
    expect(listed).toHaveLength(exposed.length)
  })
})
