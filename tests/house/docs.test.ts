import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The pages that people follow: a path or command in them must work. */
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/development.md',
  ...readdirSync('docs/guides').map((name) => `docs/guides/${name}`),
]

/** A text in backticks that begins with one of these folders is a path. */
const folders = 'bench|config|deploy|docs|e2e|edge|gateway|launcher|schema|services|tests|web'

/** Made by a command, so not in a fresh clone. */
const made = /^(bench\/results|web\/dist)$/

/** A package's scripts. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const proseOf = (text: string) => text.replaceAll(/^ *```[^]*?^ *```/gm, '')

/** The paths of the project that a page names in backticks or as an argument; patterns such as `<name>` are left out. */
function namedPaths(text: string): string[] {
  const spans = [...proseOf(text).matchAll(/`([^`\n]+)`/g)].flatMap(([, span = '']) => span.split(' '))
  const paths = spans.filter((word) => new RegExp(`^(${folders})/[\\w./-]+$`).test(word))
  return paths.map((path) => path.replace(/\/$/, '')).filter((path) => !path.includes('NNNN') && !made.test(path))
}

/** The targets of a page's links within the project, relative to its root, and the heading that they name. */
function linksOf(page: string, text: string): { file: string; heading: string | undefined }[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^https?:/.test(target)) return []
    const [path = '', heading] = target.split('#')
    return { file: path === '' ? page : join(dirname(page), path), heading }
  })
}

/** The anchors that a page's headings have. */
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
    const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('the guides are short', () => {
  for (const page of pages.filter((name) => name.startsWith('docs/guides/'))) {
    expect(readFileSync(page, 'utf8').split('\n').length, page).toBeLessThanOrEqual(75)
  }
})

test('CONTRIBUTING.md lists every guide', () => {
  const listed = linksOf('CONTRIBUTING.md', readFileSync('CONTRIBUTING.md', 'utf8')).map(({ file }) => file)
  expect(readdirSync('docs/guides').filter((name) => !listed.includes(`docs/guides/${name}`))).toEqual([])
})
