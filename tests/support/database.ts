import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { copyEmbeddedTemplate } from './embeddedTemplate.ts'
import { preparedTemplate } from './postgres.ts'

/** The databases that services support: `describe.each(databaseKinds)('on %s', …)`. */
export const databaseKinds = ['the embedded database', 'a PostgreSQL server'] as const
export type DatabaseKind = (typeof databaseKinds)[number]

/** An empty installation with its own data folder and database. The tables may already exist. */
export interface Installation {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Call this after everything that uses the installation is closed. */
  remove(): Promise<void>
}

/**
 * Creates an empty installation. It uses the PostgreSQL server in `KEEPSAKE_TEST_POSTGRES_URL` if that is set,
 * otherwise the server that the global setup of the Vitest project, `tests/support/postgres.ts`, has started.
 */
export async function createInstallation(kind: DatabaseKind): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (kind === 'the embedded database') {
    await copyEmbeddedTemplate(dataDir)
    return { dataDir, databaseUrl: undefined, remove: removeFolder }
  }
  const given = process.env['KEEPSAKE_TEST_POSTGRES_URL']
  const server = given ?? inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name}${given === undefined ? ` template ${preparedTemplate}` : ''}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    dataDir,
    databaseUrl: url.href,
    async remove() {
      await onServer(server, `drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
