import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { allocatorSettings } from '../../../launcher/allocator.ts'
import { freePort } from '../../../launcher/ports.ts'
import { bareEnvironment } from '../../support/bareEnvironment.ts'
import { copyEmbeddedTemplate } from '../../support/embeddedTemplate.ts'
import { type IssueToken, prepareIdentityKeys } from '../identityKeys.ts'

const parts = ['services', 'gateway', 'edge'] as const
const readyMilliseconds = 60_000
/** The unit of processor times in `/proc` (ms). */
const tickMilliseconds = 10

/** Processor time (ms) of each part, threads included. */
export type ProcessorTimes = Readonly<Record<(typeof parts)[number], number>>

/** The product as customers get it: edge, gateway and services, each in a process of its own. */
export interface Product {
  /** The URL of the edge. The edge trusts `X-Forwarded-For`, so each caller can have its own IP address. */
  readonly url: string
  readonly issueToken: IssueToken
  processorTimes(): ProcessorTimes
  close(): Promise<void>
}

/** The running parts, which are killed when this process exits. */
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts the product on an empty installation. @param settings of all parts that differ from the defaults */
export async function startProduct(settings: Readonly<Record<string, string>>): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'keepsake-flood-'))
  await copyEmbeddedTemplate(dataDir)
  const [edgePort, gatewayPort, servicesPort] = [await freePort(), await freePort(), await freePort()]
  const [url, gatewayUrl, servicesUrl] = [edgePort, gatewayPort, servicesPort].map((port) => `http://127.0.0.1:${port}`)
  const issueToken = await prepareIdentityKeys(dataDir, String(url))
  const shared = { ...settings, PUBLIC_URL: url, PRODUCTION: 'false', NODE_ENV: 'production', HOST: '127.0.0.1' }
  const started = {
    services: startPart('services', {
      ...shared,
      ...allocatorSettings,
      DATA_DIR: dataDir,
      SERVICES_PORT: String(servicesPort),
    }),
    gateway: startPart('gateway', { ...shared, SERVICES_URL: servicesUrl, GATEWAY_PORT: String(gatewayPort) }),
    edge: startPart('edge', {
      ...shared,
      GATEWAY_URLS: gatewayUrl,
      SERVICES_URLS: servicesUrl,
      PORT: String(edgePort),
      TRUST_PROXY: 'true',
      WEB_ROOT: emptyClient(dataDir),
    }),
  }
  await untilReady(String(url), Object.values(started))
  return {
    url: String(url),
    issueToken,
    processorTimes: () => ({
      services: processorTime(started.services),
      gateway: processorTime(started.gateway),
      edge: processorTime(started.edge),
    }),
    async close() {
      await Promise.all(Object.values(started).map(kill))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a part. Its log is `test-results/flood-<part>.log`. */
function startPart(part: (typeof parts)[number], settings: Readonly<Record<string, string | undefined>>): ChildProcess {
  mkdirSync('test-results', { recursive: true })
  const log = openSync(logOf(part), 'w')
  const child = fork(`${part}/main.ts`, {
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...bareEnvironment, ...settings },
  })
  closeSync(log)
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

function logOf(part: string): string {
  return `test-results/flood-${part}.log`
}

/** @throws Error with the ends of the logs if a part exits, or is not ready in time */
async function untilReady(url: string, started: readonly ChildProcess[]): Promise<void> {
  const end = performance.now() + readyMilliseconds
  while (performance.now() < end && started.every(({ exitCode }) => exitCode === null)) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  const logs = parts.map((part) => readFileSync(logOf(part), 'utf8').slice(-1_000))
  throw new Error(`The product does not start. ${logs.join('\n')}`)
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** An empty build of the client: the flood requests no pages. */
function emptyClient(dataDir: string): string {
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>client</title>')
  writeFileSync(join(dataDir, 'routes.json'), '[]')
  return dataDir
}

/** Reads the processor time of a process on Linux. Zero on other systems. */
function processorTime({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * tickMilliseconds
  } catch {
    return 0
  }
}
