import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { copyEmbeddedTemplate } from './embeddedTemplate.ts'
import { preparedTemplate } from './postgres.ts'

/** What services must run on alike: `describe.each(databaseKinds)('on %s', …)`. */
export const databaseKinds = ['the embedded database', 'a PostgreSQL server'] as const
export type DatabaseKind = (typeof databaseKinds)[number]

/**
 * An installation that nobody has used: a data folder of its own, and a database of its own where it is a server's. The
 * tables may be there already.
 */
export interface Ground {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** After everything on it is closed. */
  remove(): Promise<void>
}

/**
 * Makes an installation that nobody has used. A server's is on the one that `KEEPSAKE_TEST_POSTGRES_URL` names, or the one of the Vitest
 * project that has `tests/support/postgres.ts` as its global set-up.
 */
export async function createGround(kind: DatabaseKind): Promise<Ground> {
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
