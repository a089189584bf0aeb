import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { bareEnvironment } from '../support/bareEnvironment.ts'
import { freePort } from '../../launcher/ports.ts'
import { FaultyLink } from './faultyLink.ts'
import { purchaseServices } from './purchaseAnswers.ts'
import type { AnswerMode, ServiceName, ServiceRole } from './serviceProcess.ts'

/** The issuer of the tokens in the settings of the gateway and the services. */
export const publicUrl = 'http://keepsake.test'

/**
 * The running processes. They are killed when this process exits, because those stopped by SIGSTOP could not notice its
 * exit.
 */
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** The process of an upstream, and the link to it. */
export class Service {
  readonly link: FaultyLink
  readonly #role: ServiceRole
  #child: ChildProcess | undefined

  constructor(role: ServiceRole) {
    this.#role = role
    this.link = new FaultyLink(role.port)
  }

  async start(): Promise<void> {
    const child = fork(new URL('./serviceProcess.ts', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    child.send(this.#role)
    await once(child, 'message')
    this.#child = child
    await this.link.listen()
  }

  async answer(mode: AnswerMode): Promise<void> {
    if (!this.#child) return
    const taken = once(this.#child, 'message')
    this.#child.send(mode)
    await taken
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal)
  }

  async kill(): Promise<void> {
    if (!this.#child) return
    const over = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await Promise.all([over, this.link.refuse()])
    this.#child = undefined
  }
}

/** A gateway process with upstreams of its own. */
export interface Stack {
  readonly url: string
  readonly services: Readonly<Record<ServiceName, Service>>
  /** How the gateway's process exited; null while it runs. */
  ended(): string | null
  close(): Promise<void>
}

/** The upstreams of the load. */
export const upstreams: readonly ServiceName[] = [
  'photos',
  'site',
  'identity',
  'customers',
  'downloads',
  ...purchaseServices,
]

/**
 * Starts services, and a gateway that calls them.
 * @param name the name of the gateway's log: `test-results/faults-<name>.log`
 * @param environment settings of the gateway that differ from the defaults
 */
export async function startStack(
  name: string,
  jwks: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<Stack> {
  const service = async (serviceName: ServiceName) => {
    const child = new Service({ name: serviceName, port: await freePort(), jwks })
    await child.start()
    return child
  }
  const started = await Promise.all(upstreams.map(async (each) => [each, await service(each)] as const))
  // Every name has a service, so the type is right.
  const services = Object.fromEntries(started) as Record<ServiceName, Service>
  mkdirSync('test-results', { recursive: true })
  const logFile = `test-results/faults-${name}.log`
  const log = openSync(logFile, 'w')
  const gateway = fork('gateway/main.ts', {
    stdio: ['ignore', log, log, 'ipc'],
    env: {
      ...bareEnvironment,
      PUBLIC_URL: publicUrl,
      // No service runs for upstreams that the load does not use.
      SERVICES_URL: 'http://127.0.0.1:9',
      ...Object.fromEntries(started.map(([each, { link }]) => [`${each.toUpperCase()}_URL`, `${link.url}/${each}`])),
      ...environment,
    },
  })
  closeSync(log)
  const [ready] = (await Promise.race([once(gateway, 'message'), once(gateway, 'exit')])) as [
    number | null | { url: string },
  ]
  if (ready === null || typeof ready === 'number')
    throw new Error(`The gateway cannot start. ${readFileSync(logFile, 'utf8').slice(-2_000)}`)
  return {
    url: ready.url,
    services,
    ended: () => gateway.signalCode ?? (gateway.exitCode === null ? null : `exit code ${gateway.exitCode}`),
    async close() {
      gateway.kill('SIGKILL')
      await Promise.all(Object.values(services).map((each) => each.kill()))
    },
  }
}
