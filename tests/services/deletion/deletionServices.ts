import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { type ServiceName, serviceNames } from '../../../services/services.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import { createInstallation, type DatabaseKind, type Installation } from '../../support/database.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { until } from '../storage/customer.ts'
import { AccountOwner } from './accountOwner.ts'

const publicUrl = 'http://localhost:4000'

/** All services on one installation. The grace period of a deletion ends at once, unless a test asks for more. */
export class DeletionServices {
  /** Everything that the services have logged. */
  readonly log: string[] = []
  readonly #environment: Readonly<Record<string, string>>
  readonly #names: readonly ServiceName[]
  #installation: Installation | undefined
  #services: RunningServices | undefined

  /** @param names the services to start; by default all */
  constructor(
    kind: DatabaseKind,
    environment: Readonly<Record<string, string>> = {},
    names: readonly ServiceName[] = serviceNames,
  ) {
    this.#environment = environment
    this.#names = names
    beforeAll(async () => {
      this.#installation = await createInstallation(kind)
      await this.start()
    })
    afterAll(async () => {
      await this.#services?.close()
      await this.#installation?.remove()
    })
  }

  async start(): Promise<void> {
    if (!this.#installation) throw new Error('There is no installation yet.')
    const log = new Writable({
      write: (chunk, _encoding, done) => {
        this.log.push(String(chunk))
        done()
      },
    })
    this.#services = await startServices({
      installation: this.#installation,
      services: this.#names,
      environment: {
        PUBLIC_URL: publicUrl,
        DEMO: 'true',
        ORDER_PACE: '0',
        DELETION_GRACE: '0',
        DELETION_SETTLE: '0',
        TRUSTED_PROXIES: 'loopback,uniquelocal',
        ...this.#environment,
      },
      log: pino({ level: 'debug' }, log),
    })
  }

  async stop(): Promise<void> {
    await this.#services?.close()
    this.#services = undefined
  }

  get running(): RunningServices {
    if (!this.#services) throw new Error('The services are not running.')
    return this.#services
  }

  get platform(): Platform {
    return this.running.platform
  }

  get dataDir(): string {
    return this.running.dataDir
  }

  get url(): string {
    return this.running.url
  }

  async register(): Promise<AccountOwner> {
    const owner = await AccountOwner.register({ url: this.url, publicUrl, dataDir: this.dataDir })
    await until(async () => {
      const { rows } = await sql`select from customers.accounts where id = ${owner.id}`.execute(this.database)
      return rows.length > 0 ? true : null
    }, 'the customers service to know the account')
    return owner
  }

  get database() {
    return this.platform.database('platform')
  }

  /** Waits until the account does not exist any more. */
  async untilErased({ id }: { readonly id: string }): Promise<void> {
    await until(async () => {
      const { rows } = await sql`select from identity.accounts where id = ${id}`.execute(this.database)
      return rows.length === 0 ? true : null
    }, 'the account to be erased')
  }
}
