import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../launcher/ports.ts'
import { prepareDatabase } from './preparedDatabase.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a PostgreSQL server on which tests create their own databases. */
    postgresUrl: string
  }
}

const debianFolder = '/usr/lib/postgresql'
const settings = '-c fsync=off -c full_page_writes=off -c max_connections=300 -c listen_addresses=127.0.0.1'

/** A throw-away server. `stop` deletes all of its data. */
interface Server {
  readonly url: string
  stop(): void
}

/** The name of the template database that tests copy. */
export const preparedTemplate = 'prepared'

/** Starts one server per test run, unless `KEEPSAKE_TEST_POSTGRES_URL` names a running one. */
export async function setup(project: TestProject): Promise<() => void> {
  const given = process.env['KEEPSAKE_TEST_POSTGRES_URL']
  const server = given ? { url: given, stop: () => undefined } : await startPostgres()
  if (!given) await prepareTemplate(server.url)
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}

async function prepareTemplate(server: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${preparedTemplate}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${preparedTemplate}`
  const dataDir = mkdtempSync(join(tmpdir(), 'keepsake-test-'))
  await prepareDatabase({ dataDir, databaseUrl: url.href })
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Starts a throw-away PostgreSQL from Debian's binaries. PostgreSQL refuses to run as root. For root it is therefore
 * started as the user `postgres` of the Debian package.
 */
export async function startPostgres(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-postgres-'))
  const data = join(folder, 'data')
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['postgres', folder])
  const programs = join(debianFolder, newestVersion(), 'bin')
  const run = (program: string, ...options: string[]) => {
    const command = [join(programs, program), '-D', data, ...options]
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(file, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const port = await freePort()
  run('initdb', '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
  run('pg_ctl', '-w', '-l', join(folder, 'log'), '-o', `${settings} -p ${port} -k ${folder}`, 'start')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function newestVersion(): string {
  const versions = readdirSync(debianFolder).toSorted((left, right) => Number(left) - Number(right))
  const newest = versions.at(-1)
  if (newest === undefined) throw new Error(`There is no PostgreSQL in ${debianFolder}: apt-get install postgresql`)
  return newest
}
