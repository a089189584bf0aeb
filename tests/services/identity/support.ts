import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { IdentityTables } from '../../../services/identity/tables.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import { createInstallation, type DatabaseKind, type Installation } from '../../support/database.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { Visitor } from './visitor.ts'

/** The public URL in browsers; nothing listens there. */
export const publicUrl = 'http://localhost:4000'
export const luminaUrl = 'http://lumina.localhost:4000'

export interface RunningIdentity {
  readonly url: string
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
  visitor(headers?: Readonly<Record<string, string>>): Visitor
  /**
   * Makes the wait after failed attempts a minute longer, so that it does not end before the next request on a busy
   * machine.
   * @param subject the kind and the value of the brake, such as `token:` and an address group
   */
  keepWaiting(subject: string): Promise<void>
  /**
   * Starts a second replica with the same keys and database. The database must be a PostgreSQL server. Close the
   * replica before these services.
   */
  startReplica(): Promise<RunningServices>
  /** Stops the services and starts them again on the same data, by default with the demo as before. */
  restart(options?: { demo: boolean }): Promise<RunningIdentity>
  /** Stops the services and removes their data. */
  close(): Promise<void>
}

/** Starts the identity and site services on their own data, by default with the demo accounts. */
export async function startIdentity(options: { kind?: DatabaseKind; demo?: boolean } = {}): Promise<RunningIdentity> {
  return startOn(await createInstallation(options.kind ?? 'the embedded database'), options.demo ?? true)
}

async function startOn(installation: Installation, demo: boolean): Promise<RunningIdentity> {
  const start = () =>
    startServices({
      installation,
      services: ['identity', 'site'],
      environment: { PUBLIC_URL: publicUrl, DEMO: String(demo), TRUSTED_PROXIES: 'loopback,uniquelocal' },
    })
  const services = await start()
  await services.createDemo()
  return {
    url: services.url,
    platform: services.platform,
    database: services.platform.database<IdentityTables>('identity'),
    startReplica: start,
    visitor: (headers = {}) => new Visitor(services.url, publicUrl, headers),
    async keepWaiting(subject) {
      const { numUpdatedRows } = await services.platform
        .database<IdentityTables>('identity')
        .updateTable('brakes')
        .set({ attempted_at: sql<Date>`attempted_at + interval '1 minute'` })
        .where('subject', '=', services.platform.limits.hash(subject))
        .executeTakeFirst()
      expect(numUpdatedRows).toBe(1n)
    },
    async restart(options = { demo }) {
      await services.close()
      return startOn(installation, options.demo)
    },
    async close() {
      await services.close()
      await installation.remove()
    },
  }
}

let lastAddress = 0

/** Headers of a visitor with a unique IP address, so that the limits of one test do not affect another test. */
export function ownAddress(): Record<string, string> {
  lastAddress += 1
  return { 'x-forwarded-for': `198.18.${Math.floor(lastAddress / 256)}.${lastAddress % 256}` }
}
