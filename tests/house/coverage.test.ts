import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The sections of the specification's two documents, or their parts, as the index of `docs/coverage` names them. */
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
  /** Its page and line, as an editor opens them. */
  readonly place: string
  readonly cells: readonly string[]
}

interface Table {
  readonly title: string
  /** Where a link leads to it: its page, and the heading when it is a part of the page. */
  readonly address: string
  readonly rows: readonly Row[]
}

const folder = 'docs/coverage'
const indexPage = 'README.md'

/** What a link to a heading has behind `#`. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

/** The tables of a page: one at the most below each heading; its first two lines are no rows. */
function readTables(page: string): Table[] {
  const tables: { title: string; address: string; rows: Row[] }[] = []
  for (const [index, line] of readFileSync(`${folder}/${page}`, 'utf8').split('\n').entries()) {
    const [, level, title] = /^(#+) (.+)$/.exec(line) ?? []
    if (title !== undefined) {
      tables.push({ title, address: level === '#' ? page : `${page}#${anchorOf(title)}`, rows: [] })
    } else if (line.startsWith('|')) {
      const cells = line.split(/(?<!\\)\|/).slice(1, -1)
      tables.at(-1)?.rows.push({ place: `${folder}/${page}:${index + 1}`, cells: cells.map((cell) => cell.trim()) })
    }
  }
  return tables.filter(({ rows }) => rows.length > 0).map((table) => ({ ...table, rows: table.rows.slice(2) }))
}

/** The tests that a row names. */
function referencesOf({ cells: [, shownBy = ''] }: Row): string[] {
  return [...shownBy.matchAll(/`([^`]+)`/g)].map(([, reference = '']) => reference)
}

/** Those that are not the first of their name. */
function repeated<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const names = items.map(nameOf)
  return items.filter((item, index) => names.indexOf(nameOf(item)) < index)
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

const pages = readdirSync(folder).filter((page) => page !== indexPage)
const tables = pages.flatMap(readTables)
const rows = tables.flatMap((table) => table.rows)

const index = readTables(indexPage)
const entries = index.flatMap((document) =>
  document.rows.map(({ place, cells: [link = '', count, missing] }) => {
    const [, title = link, address = ''] = /^\[(.+)\]\((.+)\)$/.exec(link) ?? []
    return { place, document: document.title, title, address, count, missing }
  }),
)

describe('the index of docs/coverage', () => {
  test('has every section of both documents, in order', () => {
    const sections = index.map(({ title }) => [
      title,
      entries.filter(({ document }) => document === title).map((entry) => entry.title),
    ])
    expect(sections).toEqual(Object.entries(documents))
  })

  test('names every page and every table', () => {
    const addresses = entries.map(({ address }) => address)
    const linked = new Set([...addresses, ...addresses.map((address) => address.replace(/#.*/, ''))])
    const wanted = new Set([...pages, ...tables.map(({ address }) => address)])
    expect([...wanted].filter((address) => !linked.has(address)).map((address) => `${folder}/${address}`)).toEqual([])
  })

  test('leads to the table of each section, says how many rows it has, and what is not there yet', () => {
    const faults = entries.flatMap(({ place, document, title, address, count, missing }) => {
      const table = tables.find((candidate) => candidate.address === address)
      if (table === undefined) return [`${place}: there is no table at ${address}`]
      if (table.title !== title && table.title !== `${document}: ${title}`) {
        return [`${place}: ${address} is titled ${table.title}`]
      }
      if (count !== `${table.rows.length}`) return [`${place}: ${address} has ${table.rows.length} rows`]
      return missing === undefined || missing === '' ? [`${place}: say what is not there yet, or nothing`] : []
    })
    expect(faults).toEqual([])
  })
})

describe('the pages of docs/coverage', () => {
  test('have rows, each of a requirement and of tests', () => {
    expect(rows.length).toBeGreaterThan(100)
    const others = rows.filter((row) => {
      const [requirement, shownBy, ...rest] = row.cells
      const references = referencesOf(row).map((reference) => `\`${reference}\``)
      return requirement === '' || references.length === 0 || shownBy !== references.join('<br>') || rest.length > 0
    })
    expect(others.map(({ place }) => place)).toEqual([])
  })

  test('name only tests that there are', () => {
    const faults = rows.flatMap((row) =>
      referencesOf(row).flatMap((reference) => {
        const fault = faultOf(reference)
        return fault === null ? [] : [`${row.place}: ${fault}`]
      }),
    )
    expect(faults).toEqual([])
  })

  test('have no requirement twice in a section, and no test twice in a row', () => {
    const twice = tables.flatMap((table) => repeated(table.rows, ({ cells: [requirement = ''] }) => requirement))
    const twiceInside = rows.filter((row) => repeated(referencesOf(row), (reference) => reference).length > 0)
    expect([...twice, ...twiceInside].map(({ place }) => place)).toEqual([])
  })
})

describe('the names of tests', () => {
  test('are found however they are written', () => {
    expect(namesIn('tests/house/coverage.test.ts')).toContain('are found however they are written')
    expect(namesIn('tests/web/timeline/timeline.test.tsx')).toContain('shows no tooltip for an unknown date: %s')
    expect(namesIn('tests/web/preview/gestures.test.ts')).toContain('%s by %j: %s, beyond 35 %% of the window only')
    expect(namesIn('e2e/firstPhotos.spec.ts')).toContain('each photo is upright')
  })

  test.each([
    'tests/house/missing.test.ts › any',
    'tests/house/coverage.test.ts',
    'docs/coverage/README.md › any',
    'tests/../docs/coverage/README.md › any',
    'tests/house/coverage.test.ts › no such test at all',
    'tests/house/coverage.test.ts › are found however they are written › the names of tests',
  ])('that are wrong are found out: %s', (reference) => {
    expect(faultOf(reference)).not.toBeNull()
  })
})
