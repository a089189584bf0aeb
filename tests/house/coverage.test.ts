import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * The pages of `docs/coverage`, as its index names them: each is about one section of the specification's two documents
 * or of OWASP ASVS, or about a part of such a section.
 */
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
  'OWASP ASVS 5.0': ['V6. Authentication', 'V7. Session management'],
}

interface Row {
  /** The page and line of the row, in the form that editors open. */
  readonly place: string
  readonly cells: readonly string[]
}

interface Table {
  readonly title: string
  /** The target of a link to the table: the page, with the heading if the table is only a part of the page. */
  readonly address: string
  readonly rows: readonly Row[]
}

const folder = 'docs/coverage'
const indexPage = 'README.md'

/** Returns the fragment of a link to a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

/** Reads the tables of a page, at most one below each heading. The first two lines of a table are its header. */
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

/** Returns the tests that a row names. */
function referencesOf({ cells: [, , shownBy = ''] }: Row): string[] {
  return [...shownBy.matchAll(/`([^`]+)`/g)].map(([, reference = '']) => reference)
}

/** The mark of a row whose requirement is shown by a journey in a real browser. */
const seen = 'yes'

function isJourney(reference: string): boolean {
  return reference.startsWith('e2e/')
}

/** Returns the items whose name occurred before. */
function repeated<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const names = items.map(nameOf)
  return items.filter((item, index) => names.indexOf(nameOf(item)) < index)
}

/**
 * Returns the source of a pattern for a quoted text. `quote` is the number of the group that matches the quotation
 * mark. The next group matches the content.
 */
function quoted(quote: number): string {
  return `(['"\`])((?:\\\\.|(?!\\${quote}).)+)\\${quote}`
}

// Matches `test('…'`, `describe('…'` and `test.step('…'`, and the part `)('…', () =>` of `test.each(…)('…', () =>`.
const named = new RegExp(
  [
    String.raw`\b(?:test|it|describe)(?:\.\w+)*\(\s*${quoted(1)}`,
    String.raw`\)\(\s*${quoted(3)},\s*(?:async\s*)?\(`,
  ].join('|'),
  'g',
)

/** Returns the names of a file's tests, groups and steps, in source order. */
function namesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(named)].map((match) => match[2] ?? match[4] ?? '')
}

/** Returns the error in a reference `path › group › test`, or null. */
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
  document.rows.map(({ place, cells: [link = '', count, inBrowser, missing] }) => {
    const [, title = link, address = ''] = /^\[(.+)\]\((.+)\)$/.exec(link) ?? []
    return { place, document: document.title, title, address, count, inBrowser, missing }
  }),
)

describe('the index of docs/coverage', () => {
  test('has every section of every document, in order', () => {
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

  test('links to the table of each section, and gives its number of rows and what is missing', () => {
    const faults = entries.flatMap(({ place, document, title, address, count, inBrowser, missing }) => {
      const table = tables.find((candidate) => candidate.address === address)
      if (table === undefined) return [`${place}: there is no table at ${address}`]
      if (table.title !== title && table.title !== `${document}: ${title}`) {
        return [`${place}: ${address} is titled ${table.title}`]
      }
      if (count !== `${table.rows.length}`) return [`${place}: ${address} has ${table.rows.length} rows`]
      const marked = table.rows.filter(({ cells }) => cells[1] === seen).length
      if (inBrowser !== `${marked}`) return [`${place}: ${address} has ${marked} rows that a browser shows`]
      return missing === undefined || missing === ''
        ? [`${place}: the last cell must say what is missing, or "nothing"`]
        : []
    })
    expect(faults).toEqual([])
  })
})

describe('the pages of docs/coverage', () => {
  test('have rows with a requirement and tests', () => {
    expect(rows.length).toBeGreaterThan(100)
    const others = rows.filter((row) => {
      const [requirement, , shownBy, ...rest] = row.cells
      const references = referencesOf(row).map((reference) => `\`${reference}\``)
      return requirement === '' || references.length === 0 || shownBy !== references.join('<br>') || rest.length > 0
    })
    expect(others.map(({ place }) => place)).toEqual([])
  })

  test('mark the rows that a journey shows in a browser, and no others', () => {
    const wrong = rows.filter((row) => row.cells[1] !== (referencesOf(row).some(isJourney) ? seen : ''))
    expect(wrong.map(({ place }) => place)).toEqual([])
  })

  test('name only existing tests', () => {
    const faults = rows.flatMap((row) =>
      referencesOf(row).flatMap((reference) => {
        const fault = faultOf(reference)
        return fault === null ? [] : [`${row.place}: ${fault}`]
      }),
    )
    expect(faults).toEqual([])
  })

  test('repeat no requirement in a section, and no test in a row', () => {
    const twice = tables.flatMap((table) => repeated(table.rows, ({ cells: [requirement = ''] }) => requirement))
    const twiceInside = rows.filter((row) => repeated(referencesOf(row), (reference) => reference).length > 0)
    expect([...twice, ...twiceInside].map(({ place }) => place)).toEqual([])
  })
})

describe('the names of tests', () => {
  test('are found in every notation', () => {
    expect(namesIn('tests/house/coverage.test.ts')).toContain('are found in every notation')
    expect(namesIn('tests/web/timeline/timeline.test.tsx')).toContain('is named by its file if the date is unknown: %s')
    expect(namesIn('tests/web/preview/gestures.test.ts')).toContain(
      'in the %s direction by %j is %s: only a drag of more than 35 %% of the window has an effect',
    )
    expect(namesIn('e2e/firstPhotos.spec.ts')).toContain('each photo is upright')
  })

  test.each([
    'tests/house/missing.test.ts › any',
    'tests/house/coverage.test.ts',
    'docs/coverage/README.md › any',
    'tests/../docs/coverage/README.md › any',
    'tests/house/coverage.test.ts › no such test at all',
    'tests/house/coverage.test.ts › are found in every notation › the names of tests',
  ])('are reported if they are wrong: %s', (reference) => {
    expect(faultOf(reference)).not.toBeNull()
  })
})
