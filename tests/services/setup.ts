import type crypto from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import type * as pgBoss from 'pg-boss'
import { afterEach, vi } from 'vitest'
import { checkAnswers, takeBreaches } from '../support/answerContracts.ts'
import type * as deletion from '../../services/photos/libraryDeletionRoute.ts'
import type * as serviceApp from '../../services/platform/serviceApp.ts'

/** The product's cost, a fifth of a second of processor time per hash, which is slow on purpose. */
const costOfProduct = 2 ** 15
const costOfTests = 2 ** 10

/** Makes passwords cheap, except in `passwords.test.ts`. Stored hashes look as usual. */
vi.mock('node:crypto', async (importOriginal) => {
  const actual = await importOriginal<typeof crypto>()
  const scrypt = (
    password: string,
    salt: Buffer,
    length: number,
    options: ScryptOptions,
    callback: (error: Error | null, key: Buffer) => void,
  ) => {
    const isOfProduct = options.N === costOfProduct
    actual.scrypt(password, salt, length, isOfProduct ? { ...options, N: costOfTests } : options, callback)
  }
  return { ...actual, default: { ...actual, scrypt }, scrypt }
})

/** Disables scheduled jobs, which would interfere with tests at some minutes of the hour. */
vi.mock('pg-boss', async (importOriginal) => {
  const actual = await importOriginal<typeof pgBoss>()
  class WithoutClock extends actual.PgBoss {
    constructor(options: pgBoss.ConstructorOptions) {
      super({ ...options, schedule: false })
    }
  }
  return { ...actual, PgBoss: WithoutClock }
})

/** Makes deletions complete before the answer, even on a busy machine. */
vi.mock('../../services/photos/libraryDeletionRoute.ts', async (importOriginal) => {
  const actual = await importOriginal<typeof deletion>()
  const register = (
    ...[app, platform, database, days, timeout]: Parameters<typeof deletion.registerLibraryDeletionRoute>
  ) => actual.registerLibraryDeletionRoute(app, platform, database, days, timeout ?? 60_000)
  return { ...actual, registerLibraryDeletionRoute: register }
})

/** Every answer of every service must be one that its route declares. */
vi.mock('../../services/platform/serviceApp.ts', async (importOriginal) => {
  const actual = await importOriginal<typeof serviceApp>()
  const createServiceApp: typeof actual.createServiceApp = (...options) => {
    const app = actual.createServiceApp(...options)
    checkAnswers(app)
    return app
  }
  return { ...actual, createServiceApp }
})

afterEach(() => {
  const breaches = takeBreaches()
  if (breaches.length > 0) throw new Error(`Answers that their routes do not declare:\n${breaches.join('\n')}`)
})
