import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const text = readFileSync('Dockerfile', 'utf8').replaceAll(/\\\n\s*/g, ' ')
const instructions = text
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => {
    const [name = '', ...words] = line.split(/\s+/)
    return { name, words }
  })
const stages = new Set(instructions.filter(({ name }) => name === 'FROM').map(({ words }) => words[2]))
const packageFile: { dependencies: object; devDependencies: object } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The files and folders of the project that any stage copies into the image. */
const copied = instructions
  .filter(({ name, words }) => name === 'COPY' && !words[0]?.startsWith('--from='))
  .flatMap(({ words }) => words.slice(0, -1))

/** The final stage: everything after the last FROM. */
const final = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM') + 1)

function sentToBuilder(path: string): boolean {
  const rules = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean)
  let sent = true
  for (const rule of rules) {
    const pattern = rule.replace(/^!/, '')
    if (pattern === '*' || path === pattern || path.startsWith(`${pattern}/`)) sent = rule.startsWith('!')
  }
  return sent
}

describe('Dockerfile', () => {
  test('starts from Node 24 at every stage', () => {
    const images = instructions.filter(({ name }) => name === 'FROM').map(({ words }) => words[0])
    expect(new Set(images)).toEqual(new Set(['${NODE_IMAGE}']))
    expect(text).toMatch(/^ARG NODE_IMAGE=node:24-/m)
  })

  test('copies only files that exist and are sent to the builder', () => {
    expect(copied.length).toBeGreaterThan(8)
    for (const path of copied) {
      expect(existsSync(path), path).toBe(true)
      expect(sentToBuilder(path), path).toBe(true)
    }
  })

  test('copies from stages that exist', () => {
    const sources = instructions.flatMap(({ words }) =>
      words[0]?.startsWith('--from=') ? [words[0].slice('--from='.length)] : [],
    )
    expect(sources.length).toBeGreaterThan(1)
    for (const source of sources) expect(stages).toContain(source)
  })

  test('installs from the lockfile, and runs only tools that the project depends on', () => {
    const commands = instructions.filter(({ name }) => name === 'RUN').map(({ words }) => words.join(' '))
    expect(commands.filter((command) => command.startsWith('npm ci'))).toHaveLength(2)
    const tools = [...commands.join('\n').matchAll(/node_modules\/\.bin\/([a-z][a-z-]+)/g)].map(([, tool = '']) => tool)
    const known = Object.keys({ ...packageFile.dependencies, ...packageFile.devDependencies })
    for (const tool of tools.filter((tool) => tool !== 'node')) expect(known).toContain(tool)
  })

  test('contains the sources of every part that it can run, and the other files that they open by a relative URL', () => {
    const held = final.filter(({ name }) => name === 'COPY').map(({ words }) => words.at(-1) ?? '')
    for (const part of ['services', 'gateway', 'edge']) expect(held).toContain(part)

    const sources = globSync('{services,gateway,edge}/**/*.ts')
    expect(sources.length).toBeGreaterThan(20)
    const outside = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/new URL\(\s*'((?:\.\.\/)+[^']+)'/g)].map(([, path = '']) =>
        new URL(path, `file:///${file}`).pathname.slice(1),
      ),
    )
    for (const path of outside) {
      expect(
        held.some((folder) => path === folder || path.startsWith(`${folder}/`)),
        path,
      ).toBe(true)
    }
  })

  test('does not run as root, and its user owns the data folder', () => {
    expect(final.filter(({ name }) => name === 'USER').map(({ words }) => words[0])).toEqual(['node'])
    expect(text).toContain('install -d -o node -g node /data /data/keys')
    expect(final.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      final.findIndex(({ words }) => words[0] === 'install'),
    )
  })

  test('accepts connections from the other containers', () => {
    expect(final.find(({ name }) => name === 'ENV')?.words).toContain('HOST=0.0.0.0')
  })

  test('keeps data, builds and the Git history out of the image', () => {
    for (const path of ['.git', '.data', '.env', 'node_modules', 'web/dist', 'web/__generated__', 'test-results']) {
      expect(sentToBuilder(path), path).toBe(false)
    }
  })
})
