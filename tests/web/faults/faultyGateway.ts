import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Environment, Network, Observable, RecordSource, Store } from 'relay-runtime'
import type { AccountKind } from '../../../web/auth/session.ts'
import { nodeFromStore } from '../../../web/relay/nodeFromStore.ts'
import { createFetch } from '../../../web/relay/network.ts'
import { deadlines } from '../../../web/relay/post.ts'
import type { Fault } from '../../support/upstreamFaults.ts'
import type { FaultCommand, Ready } from './gatewayProcess.ts'

/** The real gateway, whose upstreams fail on demand. */
export class FaultyGateway {
  readonly #child: ChildProcess
  readonly #ready: Ready

  private constructor(child: ChildProcess, ready: Ready) {
    this.#child = child
    this.#ready = ready
  }

  /** @param upstreams the names of the upstreams that will be slow */
  static async start(upstreams: readonly string[]): Promise<FaultyGateway> {
    const child = fork('tests/web/faults/gatewayProcess.ts', { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.send(upstreams)
    const [ready] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Ready | number | null]
    if (ready === null || typeof ready === 'number') throw new Error('The gateway cannot start.')
    return new FaultyGateway(child, ready)
  }

  /** The id of a selection of two photos. */
  get selectionId(): string {
    return this.#ready.selectionId
  }

  get projectId(): string {
    return this.#ready.projectId
  }

  /** Makes all calls to an upstream fail. */
  async fail(upstream: string, fault: Fault): Promise<void> {
    await this.#send({ kind: 'fail', upstream, fault })
  }

  async heal(): Promise<void> {
    await this.#send({ kind: 'heal' })
  }

  /**
   * A Relay environment in which a customer is signed in, without live events.
   * @param slow the slow upstream, if there is one: the gateway of the environment has a short timeout for it
   */
  environment(kind: AccountKind, slow?: string): Environment {
    const { longTimeoutUrl, shortTimeoutUrls, businessToken, token: privateToken } = this.#ready
    const token = kind === 'business' ? businessToken : privateToken
    const url = slow === undefined ? longTimeoutUrl : shortTimeoutUrls[slow]
    const tokens = { accessToken: async () => token, renewAfter: async () => token }
    const fetch = createFetch({ url: `${url}/graphql`, tokens, deadlines })
    return new Environment({
      network: Network.create(fetch, () => Observable.create(() => undefined)),
      missingFieldHandlers: [nodeFromStore],
      store: new Store(new RecordSource()),
    })
  }

  close(): void {
    this.#child.kill()
  }

  async #send(command: FaultCommand): Promise<void> {
    const done = once(this.#child, 'message')
    this.#child.send(command)
    await done
  }
}
