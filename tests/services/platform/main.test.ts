import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { bareEnvironment } from '../../support/bareEnvironment.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { freePort } from '../../../launcher/ports.ts'

const main = join(import.meta.dirname, '../../../services/main.ts')
const port = await freePort()
const installations: Installation[] = []
const children: Process[] = []

interface Process {
  readonly child: ChildProcess
  /** The message that reports readiness; null if the process ends without it. */
  readonly ready: Promise<unknown>
  /** Resolves with the exit code and the standard error. Never resolves after `child.disconnect()`. */
  readonly ended: Promise<{ code: number | null; errors: string }>
  readonly exited: Promise<number | null>
  /** The log so far. */
  readonly log: () => string
}

function start(environment: Record<string, string | undefined>): Process {
  const child = spawn(process.execPath, [...process.execArgv, main], {
    env: { ...bareEnvironment, LOG_LEVEL: 'silent', SERVICES: 'site', SERVICES_PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let errors = ''
  let log = ''
  child.stdout?.on('data', (data: Buffer) => {
    log += data.toString()
  })
  child.stderr?.on('data', (data: Buffer) => {
    errors += data.toString()
  })
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, errors })),
  )
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ready = Promise.race([new Promise((resolve) => child.once('message', resolve)), ended.then(() => null)])
  const started = { child, ready, ended, exited, log: () => log }
  children.push(started)
  return started
}

async function installation(kind: (typeof databaseKinds)[number]): Promise<Installation> {
  const made = await createInstallation(kind)
  installations.push(made)
  return made
}

/** The status of `/readyz`. */
async function readiness(): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).status
}

afterEach(async () => {
  for (const { child, exited } of children.splice(0)) {
    child.kill('SIGKILL')
    await exited
  }
  for (const one of installations.splice(0)) await one.remove()
})

describe('the services process', () => {
  test.each(databaseKinds)('reports its address when it is ready, and ends on SIGTERM, on %s', async (kind) => {
    const { dataDir, databaseUrl } = await installation(kind)
    const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', PRODUCTION: 'true' }
    const { child, ready, ended, log } = start(environment)
    const message = await ready
    const url = `http://127.0.0.1:${port}`
    expect(message).toEqual({ type: 'ready', url })
    expect((await fetch(`${url}/livez`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${url}/site/config.json`)).json()).toMatchObject({ brand: 'keepsake' })
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 0, errors: '' })
    // In production, the process logs at its start which of its settings need attention.
    expect(log()).toContain('SMTP_URL is not set')
  })

  test('is not ready after SIGTERM, but still answers during the delay', async () => {
    const { dataDir } = await installation('the embedded database')
    const { child, ready, ended } = start({ DATA_DIR: dataDir, DRAIN_DELAY: '2000' })
    await ready
    const url = `http://127.0.0.1:${port}`
    child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { interval: 20 }).toBe(503)
    expect((await fetch(`${url}/site/config.json`)).status).toBe(200)
    expect((await ended).code).toBe(0)
  })

  test('is not ready without the folder of the blobs', async () => {
    const { dataDir } = await installation('the embedded database')
    await start({ DATA_DIR: dataDir }).ready
    expect(await readiness()).toBe(200)
    renameSync(join(dataDir, 'blobs'), join(dataDir, 'elsewhere'))
    expect(await readiness()).toBe(503)
    renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'blobs'))
    expect(await readiness()).toBe(200)
  })

  test('closes its data to other users of the machine, including folders of earlier releases', async () => {
    const { dataDir } = await installation('the embedded database')
    const folders = ['blobs', 'database', 'keys', 'outbox', 'uploads']
    for (const folder of folders) {
      mkdirSync(join(dataDir, folder), { recursive: true })
      chmodSync(join(dataDir, folder), 0o755)
    }
    await start({ DATA_DIR: dataDir }).ready
    const modeOf = (path: string) => (statSync(join(dataDir, path)).mode & 0o777).toString(8)
    expect(folders.map(modeOf)).toEqual(folders.map(() => '700'))
    // Created by this process.
    expect([modeOf('database.lock'), modeOf('blobs/temporary')]).toEqual(['600', '700'])
  })

  test('ends when the process that started it has ended', async () => {
    const { dataDir } = await installation('the embedded database')
    const { child, ready, exited } = start({ DATA_DIR: dataDir })
    await ready
    child.disconnect()
    expect(await exited).toBe(0)
  })

  test.each([
    [{ DEMO: 'perhaps' }, 'DEMO must be true or false, not "perhaps".\n'],
    [
      { DATABASE_URL: 'file:///tmp' },
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/keepsake.\n',
    ],
  ])('reports a wrong setting in one sentence: %o', async (wrong, sentence) => {
    const { dataDir } = await installation('the embedded database')
    const { ready, ended } = start({ DATA_DIR: dataDir, ...wrong })
    expect(await ready).toBeNull()
    expect(await ended).toEqual({ code: 1, errors: sentence })
  })

  test('reports in one sentence that the database cannot be reached', async () => {
    const { dataDir } = await installation('the embedded database')
    const databaseUrl = `postgres://127.0.0.1:${await freePort()}/x`
    const { ended } = start({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATABASE_START_TIMEOUT: '300' })
    const { code, errors } = await ended
    expect(code).toBe(1)
    expect(errors).toMatch(/^The database \(DATABASE_URL\) could not be opened: .*ECONNREFUSED.*\n$/)
  })

  test('does not open a data folder that is in use', async () => {
    const { dataDir } = await installation('the embedded database')
    const first = start({ DATA_DIR: dataDir })
    await first.ready
    const { code, errors } = await start({ DATA_DIR: dataDir }).ended
    expect(code).toBe(1)
    expect(errors).toMatch(new RegExp(`^The data folder is in use by process ${first.child.pid} .*\\n$`))
  })

  test('reports in one sentence that its port is in use', async () => {
    const taker = createServer().listen(port, '127.0.0.1')
    await once(taker, 'listening')
    const { dataDir } = await installation('the embedded database')
    const { ended } = start({ DATA_DIR: dataDir })
    expect(await ended).toEqual({
      code: 1,
      errors: `Port ${port} is in use. Choose another one: SERVICES_PORT=${port + 1}\n`,
    })
    taker.close()
  })
})
