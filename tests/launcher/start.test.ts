import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '../../launcher/ports.ts'
import { copyEmbeddedTemplate } from '../support/embeddedTemplate.ts'

interface Started {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGTERM')
})

function launch(command: string, environment: Record<string, string>, ...rest: string[]): Started {
  const child = spawn(process.execPath, [`launcher/${command}.ts`, ...rest], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    child,
    output: () => output,
    ended: once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null)),
  }
}

/** Runs a command that must succeed. Returns its output. */
async function outputOf(environment: Record<string, string>, command: string, ...rest: string[]): Promise<string> {
  const launched = launch(command, environment, ...rest)
  expect([await launched.ended, launched.output()]).toEqual([0, launched.output()])
  return launched.output()
}

async function ready(started: Started): Promise<void> {
  await expect.poll(started.output, { timeout: 300_000, interval: 100 }).toContain('Keepsake is ready at')
}

function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), 'keepsake-start-'))
}

async function settings(): Promise<{ PORT: string; DATA_DIR: string; DEMO_PICTURES: string }> {
  // These tests need no demo pictures, and drawing them takes processor time.
  return { PORT: String(await freePort()), DATA_DIR: freshFolder(), DEMO_PICTURES: '1' }
}

/**
 * Like `settings`, but with a prepared database. Only the first test must show that the product creates a database
 * itself.
 */
async function settingsWithDatabase(): ReturnType<typeof settings> {
  const made = await settings()
  await copyEmbeddedTemplate(made.DATA_DIR)
  return made
}

/** Reads the process id of a part from its log. */
function processOf(dataDir: string, part: string): number {
  const [line] = readFileSync(join(dataDir, 'logs', `${part}.log`), 'utf8')
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .toReversed()
  const entry: unknown = JSON.parse(line ?? '{}')
  return typeof entry === 'object' && entry !== null && 'pid' in entry ? Number(entry.pid) : 0
}

describe('npm start', { timeout: 600_000 }, () => {
  test('prints its URL and accounts, restarts a part that dies, exits cleanly and starts again', async () => {
    const environment = await settings()
    const first = launch('start', environment)
    await ready(first)
    expect(first.output()).toContain(
      `Keepsake is ready at http://localhost:${environment.PORT}\n  API: http://localhost:${environment.PORT}/graphql to explore it, docs/api to build on it\n  anna@keepsake.example`,
    )

    const token = launch('token', environment, 'anna@keepsake.example')
    expect(await token.ended).toBe(0)
    expect(token.output()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    const env = { ...process.env, ...environment }
    const throughNpm = execFileSync('npm', ['run', 'token', '--', 'anna@keepsake.example'], { env, encoding: 'utf8' })
    expect(throughNpm).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    const stranger = launch('token', environment, 'nobody@example.com')
    expect(await stranger.ended).toBe(1)

    const ben = ['--account', 'ben@keepsake.example']
    const dryRun = ['--dry-run', '--now', new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)]
    const moved = await outputOf(environment, 'demo', '--storage', 'tomorrow', ...ben)
    expect(moved).toContain('The photos of ben@keepsake.example are to be deleted on ')
    expect(await outputOf(environment, 'retention', ...dryRun)).toMatch(
      /^[\dT:.Z-]+ {2}deletion +ben@keepsake\.example\nDeletions: 1\. Postponed by a month: 0\. Reminders: 0\. Nothing was changed\.\n$/,
    )
    expect(await outputOf(environment, 'demo', '--order', ...ben)).toContain('has placed the order')
    await expect
      .poll(() => outputOf(environment, 'retention', ...dryRun), { timeout: 120_000 })
      .toBe('Deletions: 0. Postponed by a month: 0. Reminders: 0. Nothing was changed.\n')
    expect(await outputOf(environment, 'retention')).toBe('The run has started.\n')

    process.kill(processOf(environment.DATA_DIR, 'services'), 'SIGKILL')
    const config = async () => (await fetch(`http://localhost:${environment.PORT}/config.json`)).status
    await expect.poll(config, { timeout: 120_000, interval: 100 }).toBe(200)

    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)

    const second = launch('start', environment)
    await ready(second)
    const again = launch('token', environment, 'ben@keepsake.example')
    expect(await again.ended).toBe(0)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  test('the product exits without waiting for a long upload', async () => {
    const environment = await settingsWithDatabase()
    const started = launch('start', environment)
    await ready(started)
    const token = launch('token', environment, 'ben@keepsake.example')
    await token.ended
    const headers = { authorization: `Bearer ${token.output().trim()}`, 'tus-resumable': '1.0.0' }
    const created = await fetch(`http://localhost:${environment.PORT}/storage/files`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': '1000000' },
    })
    expect(created.status).toBe(201)
    const sending = request(`http://localhost:${environment.PORT}${created.headers.get('location')}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': '1000000',
      },
    })
    // The product cuts off the request, or refuses it if it arrives too late.
    sending.on('error', () => undefined).on('response', (answer) => answer.resume())
    const cut = new Promise((resolve) => sending.on('close', resolve))
    sending.write('the first bytes of many')
    await once(sending, 'socket')
    started.child.kill('SIGINT')
    await cut
    expect(await started.ended).toBe(0)
  })

  test.each([
    ['demo', '--storage', 'soon'],
    ['demo', '--photos', '10', '--order'],
    ['demo', '--projects', 'many'],
    ['retention', '--delay', '2030-01-01'],
    ['retention', '--dry-run', '--now', 'soon'],
  ])('%s %s %s is refused, and the output says how to use the command', async (command, ...rest) => {
    const launched = launch(command, await settings(), ...rest)
    expect(await launched.ended).toBe(1)
    expect(launched.output()).toMatch(/^Say |is not a date such as/)
    expect(launched.output()).not.toContain('    at ')
  })

  test('a port in use is reported in a sentence', async () => {
    const taken = createServer().listen(Number((await settings()).PORT), 'localhost')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const started = launch('start', { PORT: port, DATA_DIR: freshFolder() })
    expect(await started.ended).toBe(1)
    expect(started.output()).toContain(`Port ${port} is in use.`)
    taken.close()
  })

  test.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ DEMO: 'perhaps' }, 'DEMO'],
    [{ DATABASE_URL: 'mysql://localhost/keepsake' }, 'DATABASE_URL'],
    [{ SMTP_URL: 'not a url' }, 'SMTP_URL'],
    [{ MAX_UPLOAD_BYTES: '-1' }, 'MAX_UPLOAD_BYTES'],
  ])('does not start with the wrong setting %o, and the error names the setting', async (wrong, name) => {
    const started = launch('start', { ...(await settings()), ...wrong })
    expect(await started.ended).toBe(1)
    expect(started.output()).toContain(name)
    expect(started.output()).not.toContain('    at ')
  })

  test('a second product cannot start with the same data folder', async () => {
    const environment = { ...(await settingsWithDatabase()), DEMO: 'false' }
    const first = launch('start', environment)
    await ready(first)
    const second = launch('start', { ...environment, PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(environment.DATA_DIR)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
  })
})
