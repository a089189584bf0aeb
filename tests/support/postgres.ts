import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { PostgresServer } from './postgresServer.ts'
import { prepareDatabase } from './preparedDatabase.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a PostgreSQL server on which tests create their own databases. */
    postgresUrl: string
  }
}

/** The name of the template database that tests copy. */
export const preparedTemplate = 'prepared'

/** Starts one server per test run, unless `KEEPSAKE_TEST_POSTGRES_URL` names a running one. */
export async function setup(project: TestProject): Promise<() => void> {
  const given = process.env['KEEPSAKE_TEST_POSTGRES_URL']
  const server = given ? null : await PostgresServer.start()
  if (server) await prepareTemplate(server.url())
  project.provide('postgresUrl', given || (server?.url() ?? ''))
  return () => server?.remove()
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
