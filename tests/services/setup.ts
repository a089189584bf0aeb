import type crypto from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import type * as pgBoss from 'pg-boss'
import { vi } from 'vitest'
import type * as deletion from '../../services/photos/libraryDeletionRoute.ts'

/** What the product asks for: as slow as it is meant to be, a fifth of a second of a processor each time. */
const costOfProduct = 2 ** 15
const costOfTests = 2 ** 10

/** Passwords cost little in the tests of other things; `passwords.test.ts` takes it back. Stored hashes look as always. */
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

/** Queues are not fed by the clock: at some minutes of the hour it would do what a test is about to look at. */
vi.mock('pg-boss', async (importOriginal) => {
  const actual = await importOriginal<typeof pgBoss>()
  class WithoutClock extends actual.PgBoss {
    constructor(options: pgBoss.ConstructorOptions) {
      super({ ...options, schedule: false })
    }
  }
  return { ...actual, PgBoss: WithoutClock }
})

/** What is answered after some seconds, finished or not, is finished when it is answered, also on a busy machine. */
vi.mock('../../services/photos/libraryDeletionRoute.ts', async (importOriginal) => {
  const actual = await importOriginal<typeof deletion>()
  const register = (...[app, platform, database, patience]: Parameters<typeof deletion.registerLibraryDeletionRoute>) =>
    actual.registerLibraryDeletionRoute(app, platform, database, patience ?? 60_000)
  return { ...actual, registerLibraryDeletionRoute: register }
})
