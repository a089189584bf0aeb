import { scrypt } from 'node:crypto'
import type * as pgBoss from 'pg-boss'
import { afterEach, vi } from 'vitest'
import { checkAnswers, takeBreaches } from '../support/answerContracts.ts'
import type { HashTask } from '../../services/identity/hashing.ts'
import type * as deletion from '../../services/photos/libraryDeletionRoute.ts'
import type * as serviceApp from '../../services/platform/serviceApp.ts'

const logNOfProduct = 15
const logNOfTests = 10

/**
 * Makes password hashing cheap, because a real hash takes a quarter of a second. Stored hashes look as usual.
 * `passwords.test.ts` uses the real cost.
 */
vi.mock('../../services/identity/hashing.ts', () => ({
  deriveKey: async ({ password, salt, keyBytes, cost: { logN, r, p } }: HashTask) =>
    new Promise<Uint8Array>((resolve, reject) => {
      const cost = logN === logNOfProduct ? logNOfTests : logN
      scrypt(password, salt, keyBytes, { N: 2 ** cost, r, p }, (error, key) => (error ? reject(error) : resolve(key)))
    }),
}))

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
  const register = (...[app, platform, database, timeout]: Parameters<typeof deletion.registerLibraryDeletionRoute>) =>
    actual.registerLibraryDeletionRoute(app, platform, database, timeout ?? 60_000)
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
