import { afterAll, beforeAll } from 'vitest'
import type { Platform } from '../../services/platform/platform.ts'
import type { ServiceName } from '../../services/services.ts'
import { createInstallation, type DatabaseKind, type Installation } from '../support/database.ts'
import { Customer, type PhotoServices, startPhotoServices } from './storage/customer.ts'

/** Services on their own installation, started once for a group of tests. */
export class ServiceGroup {
  #installation: Installation | undefined
  #running: PhotoServices | undefined

  constructor(kind: DatabaseKind, names: readonly ServiceName[], environment: Readonly<Record<string, string>> = {}) {
    beforeAll(async () => {
      this.#installation = await createInstallation(kind)
      this.#running = await startPhotoServices(this.#installation, { ...environment, ...(await this.prepare()) }, names)
    })
    afterAll(async () => {
      await this.#running?.close()
      await this.#installation?.remove()
      await this.cleanUp()
    })
  }

  get running(): PhotoServices {
    if (!this.#running) throw new Error('The services are not running yet.')
    return this.#running
  }

  /** The address of the services: `http://127.0.0.1:12345`. */
  get url(): string {
    return this.running.services.url
  }

  get platform(): Platform {
    return this.running.services.platform
  }

  get dataDir(): string {
    return this.running.services.dataDir
  }

  newCustomer(id?: string): Customer {
    return new Customer(this.url, this.running.issuer, id)
  }

  /** Starts what the services need; returns the settings with which the services use it. */
  protected async prepare(): Promise<Readonly<Record<string, string>>> {
    return {}
  }

  /** Stops what `prepare` has started. Called after the services have stopped. */
  protected async cleanUp(): Promise<void> {}
}
