import { request as httpRequest } from 'undici'
import type { EdgeConfig } from './config.ts'

/** How often (ms) the readiness of each replica is checked, and how long a check may take. */
const probeMilliseconds = 1_000

/** The replicas of a part, and which of them accept requests. */
export class Replicas {
  readonly #urls: readonly string[]
  readonly #unready = new Set<string>()
  readonly #timer: NodeJS.Timeout | undefined
  #turn = 0

  /**
   * @param urls the base URLs, all of the same part. If there is only one URL, it is always used, so its readiness is
   * not checked
   */
  constructor(urls: readonly string[]) {
    this.#urls = urls
    if (urls.length < 2) return
    this.#timer = setInterval(() => {
      for (const url of urls) void this.#probe(url)
    }, probeMilliseconds)
    this.#timer.unref()
  }

  /**
   * The URLs in the order in which to try them: the ready ones in turn, and then the others. A replica is tried although
   * it is not ready, because its answer is better than none.
   */
  inTurn(): readonly [string, ...string[]] {
    this.#turn = (this.#turn + 1) % this.#urls.length
    const turned = [...this.#urls.slice(this.#turn), ...this.#urls.slice(0, this.#turn)]
    const [first = '', ...others] = [
      ...turned.filter((url) => !this.#unready.has(url)),
      ...turned.filter((url) => this.#unready.has(url)),
    ]
    return [first, ...others]
  }

  /** Call this when a replica could not be reached. It is tried last until it says that it is ready. */
  markUnreachable(url: string): void {
    if (this.#timer) this.#unready.add(url)
  }

  /** Asks all replicas. @returns whether each one is ready, in the order of the URLs */
  async readiness(deadline: number): Promise<boolean[]> {
    return Promise.all(this.#urls.map(async (url) => isReady(url, deadline)))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #probe(url: string): Promise<void> {
    if (await isReady(url, probeMilliseconds)) this.#unready.delete(url)
    else this.#unready.add(url)
  }
}

/** The replicas of each part. */
export interface PartReplicas {
  readonly gateway: Replicas
  readonly services: Replicas
  /**
   * The replicas that receive uploads and send photos: those of the services, unless the configuration names others.
   */
  readonly storage: Replicas
}

/** Begins to watch the replicas that the configuration names. The caller must close all of them. */
export function watchReplicas({ gatewayUrls, servicesUrls, storageUrls }: EdgeConfig): PartReplicas {
  const services = new Replicas(servicesUrls)
  const storage = storageUrls.length > 0 ? new Replicas(storageUrls) : services
  return { gateway: new Replicas(gatewayUrls), services, storage }
}

async function isReady(url: string, deadline: number): Promise<boolean> {
  try {
    const response = await httpRequest(`${url}/readyz`, { signal: AbortSignal.timeout(deadline) })
    await response.body.dump()
    return response.statusCode === 200
  } catch {
    return false
  }
}
