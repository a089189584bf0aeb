import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../gateway/errors/codes.ts'

/** The pages that people follow. Each path or command in them must work. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/development.md',
  'docs/languages.md',
  'docs/clients.md',
  ...readdirSync('docs/api').map((name) => `docs/api/${name}`),
  ...readdirSync('docs/guides').map((name) => `docs/guides/${name}`),
]

/** A text in backticks that begins with one of these folders is a path. */
const folders = 'bench|config|deploy|docs|e2e|edge|gateway|launcher|schema|services|tests|web'

/** Matches paths that a command creates, so that a fresh clone does not have them. */
const made = /^(bench\/results|web\/dist)$/

/** A package's scripts. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const proseOf = (text: string) => text.replaceAll(/^ *```[^]*?^ *```/gm, '')

/** Finds the paths that a page names in backticks or as an argument. Leaves out patterns such as `<name>`. */
function namedPaths(text: string): string[] {
  const spans = [...proseOf(text).matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) => span.split(' '))
  const paths = spans.filter((word) => new RegExp(`^(${folders})/[\\w./-]+$`).test(word))
  return paths.map((path) => path.replace(/\/$/, '')).filter((path) => !path.includes('NNNN') && !made.test(path))
}

/** Finds the targets of a page's links within the project: a path from the project's root, and the heading if any. */
function linksOf(page: string, text: string): { file: string; heading: string | undefined }[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^https?:/.test(target)) return []
    const [path = '', heading] = target.split('#')
    return { file: path === '' ? page : join(dirname(page), path), heading }
  })
}

/** Returns the anchors of a page's headings. */
function anchorsOf(text: string): string[] {
  const headings = [...proseOf(text).matchAll(/^#+ (.+)$/gm)]
  return headings.map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8')

  test('names only paths that exist', () => {
    expect(namedPaths(text).filter((path) => !existsSync(path))).toEqual([])
  })

  test('links only to pages and headings that exist', () => {
    const isBroken = ({ file, heading }: ReturnType<typeof linksOf>[number]) =>
      !existsSync(file) || (heading !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(heading))
    expect(linksOf(page, text).filter(isBroken)).toEqual([])
  })

  test('names only commands of package.json', () => {
    const commands = [...text.matchAll(/npm run ([\w:]+(?:-\w+)*)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('the guides are short', () => {
  for (const page of pages.filter((name) => /^docs\/(?:guides\/|languages)/.test(name))) {
    expect(readFileSync(page, 'utf8').split('\n').length, page).toBeLessThanOrEqual(75)
  }
})

test('CONTRIBUTING.md lists every guide', () => {
  const listed = linksOf('CONTRIBUTING.md', readFileSync('CONTRIBUTING.md', 'utf8')).map(({ file }) => file)
  expect(readdirSync('docs/guides').filter((name) => !listed.includes(`docs/guides/${name}`))).toEqual([])
})

test.each([
  ['ts', 'sign-in', 'pages/session.ts'],
  ['js', 'quick-start', 'tool/signIn.mjs'],
])('the %s clients of other teams sign in as %s.md says', (language, page, file) => {
  const code = readFileSync(`tests/clients/${file}`, 'utf8')
  expect(readFileSync(`docs/api/${page}.md`, 'utf8')).toContain(`\`\`\`${language} ${basename(file)}\n${code}\`\`\``)
})

test('the page about errors lists every code of the API', () => {
  const rows = [...readFileSync('docs/api/errors.md', 'utf8').matchAll(/^\| `([A-Z_]+)` /gm)]
  expect(new Set(rows.map(([, code]) => code))).toEqual(new Set(errorCodes))
})
