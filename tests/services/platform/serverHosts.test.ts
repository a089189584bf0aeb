import { createServer } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../services/platform/database.ts'
import { DatabaseUnavailable, withUnavailability } from '../../../services/platform/databaseUnavailable.ts'
import { usualServerSettings } from '../../../services/platform/serverDatabase.ts'
import { freePort } from '../../../launcher/ports.ts'
import { createInstallation, type Installation } from '../../support/database.ts'

const log = pino({ level: 'silent' })

describe('a database with several hosts', () => {
  let installation: Installation
  const silent = createServer()

  beforeAll(async () => {
    installation = await createInstallation('a PostgreSQL server')
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    silent.close()
    await installation.remove()
  })

  function open(ports: readonly number[]): ReturnType<typeof openDatabase> {
    const real = installation.databaseUrl ?? ''
    const urls = [...ports.map((port) => `postgres://127.0.0.1:${port}/x`), real]
    return openDatabase({ ...installation, server: { ...usualServerSettings, urls } }, log)
  }

  test('uses the host that answers', async () => {
    const address = silent.address()
    const silentPort = typeof address === 'object' && address !== null ? address.port : 0
    const began = performance.now()
    const database = await open([await freePort(), silentPort])
    const heard: string[] = []
    const stop = await database.listen(
      'news',
      (payload) => heard.push(payload),
      () => undefined,
    )
    await database.run(`select pg_notify('news', 'arrived')`)
    await expect.poll(() => heard).toEqual(['arrived'])
    // If there were only one host, the connection would wait longer for its answer.
    expect(performance.now() - began).toBeLessThan(9_000)
    await stop()
    await database.close()
  })

  test('is unavailable if no host answers', async () => {
    const urls = [`postgres://127.0.0.1:${await freePort()}/x`, `postgres://127.0.0.1:${await freePort()}/x`]
    const server = { ...usualServerSettings, urls, startTimeoutMilliseconds: 0 }
    const opened = openDatabase({ ...installation, server }, log)
    await expect(opened).rejects.toMatchObject({ cause: { name: 'DatabaseUnavailable', code: 'ECONNREFUSED' } })
  })
})

/** An error as pg makes it: it refers to the client, which has secrets. */
function errorOfPg(message: string, code?: string): Error {
  return Object.assign(new Error(message), { client: { secretKey: 7 } }, code === undefined ? {} : { code })
}

describe('an error of the database', () => {
  test.each([
    ['terminating connection due to administrator command', '57P01'],
    ['the database system is starting up', '57P03'],
    ['sorry, too many clients already', '53300'],
    ['could not extend file: No space left on device', '53100'],
    ['cannot execute INSERT in a read-only transaction', '25006'],
    ['server conn crashed?', '08P01'],
    ['read ECONNRESET', 'ECONNRESET'],
    ['Connection terminated unexpectedly', undefined],
    ['Client has encountered a connection error and is not queryable', undefined],
    ['timeout exceeded when trying to connect', undefined],
    ['Query read timeout', undefined],
  ])('means that the database is unavailable: %s', (message, code) => {
    const error = withUnavailability(errorOfPg(message, code))
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    expect(error).toMatchObject({ message, code })
    expect(error).not.toHaveProperty('client')
  })

  test.each([
    ['duplicate key value', '23505'],
    ['canceling statement due to statement timeout', '57014'],
    ['password authentication failed', '28P01'],
    ['anything else', undefined],
  ])('stays as it is: %s', (message, code) => {
    const error = errorOfPg(message, code)
    expect(withUnavailability(error)).toBe(error)
  })
})
