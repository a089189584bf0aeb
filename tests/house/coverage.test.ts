import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The sections of the specification's two documents, as `docs/coverage.md` names them. */
const documents: Readonly<Record<string, readonly string[]>> = {
  'The photo library': [
    '1. What the product does and for whom',
    '2. Screens and routes',
    '3. Entities and fields',
    '4. States and transitions',
    '5. Validation rules',
    '6. Roles and permissions',
    '7. Calls',
    '8. Error catalogue',
    '9. Business constants and limits',
  ],
  'The account area': [
    '1. What the product does and for whom',
    '2. Screens and routes',
    '2.1 Route table',
    '2.2 Public and token-confirmation screens',
    '2.3 Authenticated layout',
    '2.4 Content screens',
    '2.5 Photo screens (summary)',
    '3. Entities and their fields',
    '4. States and transitions',
    '5. Validation rules',
    '6. Roles and permissions',
    '7. The calls it makes',
    '8. Error catalogue',
    '9. Business constants and limits',
  ],
}

interface Row {
  readonly requirement: string
  readonly references: readonly string[]
  readonly shownBy: string
}

interface Section {
  readonly title: string
  readonly rows: readonly Row[]
  readonly text: string
}

/** Splits at headings of that many `#`; what is before the first is dropped. */
function splitAt(text: string, heading: RegExp): { title: string; text: string }[] {
  return text
    .split(heading)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { title: part.slice(0, end).trim(), text: part.slice(end) }
    })
}

function readRows(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) => {
    const [, requirement = '', shownBy = '', ...rest] = line.split(/(?<!\\)\|/)
    if (rest.join('').trim() !== '') throw new Error(`A row has more than two cells: ${line}`)
    const references = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, reference = '']) => reference)
    return { requirement: requirement.trim(), references, shownBy: shownBy.trim() }
  })
}

function readCoverage(markdown: string): { title: string; sections: Section[] }[] {
  return splitAt(markdown, /^## /m).map(({ title, text }) => ({
    title,
    sections: splitAt(text, /^####? /m).map((part) => ({ ...part, rows: readRows(part.text) })),
  }))
}

/** A text in quotes, as the source of a pattern: its quote and its content are groups of those numbers. */
function quoted(quote: number): string {
  return `(['"\`])((?:\\\\.|(?!\\${quote}).)+)\\${quote}`
}

// `test('…'`, `describe('…'`, `test.step('…'`; and `)('…', () =>` of `test.each(…)('…', () =>`.
const named = new RegExp(
  [
    String.raw`\b(?:test|it|describe)(?:\.\w+)*\(\s*${quoted(1)}`,
    String.raw`\)\(\s*${quoted(3)},\s*(?:async\s*)?\(`,
  ].join('|'),
  'g',
)

/** The names of a file's tests, groups and steps, in the order in which they are written. */
function namesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(named)].map((match) => match[2] ?? match[4] ?? '')
}

/** What is wrong with a reference `path › group › test`; null: nothing. */
function faultOf(reference: string): string | null {
  const [file = '', ...wanted] = reference.split(' › ')
  if (!/^(tests|e2e)\/[\w./-]+\.tsx?$/.test(file) || !existsSync(file)) return `there is no test file ${file}`
  if (wanted.length === 0) return `${file} without the name of a test`
  let names = namesIn(file)
  for (const name of wanted) {
    const index = names.indexOf(name)
    if (index < 0) return `${file} has no test ${wanted.join(' › ')}`
    names = names.slice(index + 1)
  }
  return null
}

const coverage = readCoverage(readFileSync('docs/coverage.md', 'utf8'))
const rows = coverage.flatMap((document) =>
  document.sections.flatMap((section) =>
    section.rows.map((row) => ({ ...row, place: `${document.title}, ${section.title}: ${row.requirement}` })),
  ),
)

describe('docs/coverage.md', () => {
  test('has every section of both documents, in order', () => {
    const headings = coverage.map((document) => [document.title, document.sections.map((section) => section.title)])
    expect(headings).toEqual(Object.entries(documents))
  })

  test('says in every section what is not there yet, or that all is', () => {
    for (const { sections } of coverage) {
      for (const section of sections) expect(section.text, section.title).toMatch(/^(Not there yet: .+|Complete)\.$/m)
    }
  })

  test('has rows, each of a requirement and of tests', () => {
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ requirement }) => requirement === '').map(({ place }) => place)).toEqual([])
    expect(rows.filter(({ references }) => references.length === 0).map(({ place }) => place)).toEqual([])
    const others = rows.filter(({ shownBy, references }) => {
      return shownBy !== references.map((reference) => `\`${reference}\``).join('<br>')
    })
    expect(others.map(({ place }) => place)).toEqual([])
  })

  test('names only tests that there are', () => {
    const faults = rows.flatMap(({ place, references }) =>
      references.flatMap((reference) => {
        const fault = faultOf(reference)
        return fault === null ? [] : [`${place}: ${fault}`]
      }),
    )
    expect(faults).toEqual([])
  })

  test('has no row twice, and in no row a test twice', () => {
    const places = rows.map(({ place }) => place)
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
    expect(rows.filter(({ references }) => new Set(references).size < references.length)).toEqual([])
  })
})

describe('the names of tests', () => {
  test('are found however they are written', () => {
    expect(namesIn('tests/house/coverage.test.ts')).toContain('are found however they are written')
    expect(namesIn('tests/web/timeline/timeline.test.tsx')).toContain('says nothing of a date that is unknown: %s')
    expect(namesIn('tests/web/preview/gestures.test.ts')).toContain('%s by %j: %s, beyond 35 %% of the window only')
    expect(namesIn('e2e/firstPhotos.spec.ts')).toContain('each stands the right way up')
  })

  test.each([
    'tests/house/missing.test.ts › any',
    'tests/house/coverage.test.ts',
    'docs/coverage.md › any',
    'tests/../docs/coverage.md › any',
    'tests/house/coverage.test.ts › no such test at all',
    'tests/house/coverage.test.ts › are found however they are written › the names of tests',
  ])('that are wrong are found out: %s', (reference) => {
    expect(faultOf(reference)).not.toBeNull()
  })
})
