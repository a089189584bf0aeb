import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { bareEnvironment } from '../../support/bareEnvironment.ts'
import type { Upstreams } from '../../support/upstream.ts'

/** A gateway in a separate process. */
export interface GatewayProcess {
  readonly child: ChildProcess
  readonly url: string
  /** Exit code and signal. */
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>
  /** The log so far. Empty when it is not read. */
  lines(): Record<string, unknown>[]
  /** Stops the timeouts of the process, and advances them by `milliseconds`. Needs `steppedClock`. */
  advance(milliseconds: number): Promise<void>
}

const clockOption = `--import=${pathToFileURL('tests/gateway/operations/steppedClock.ts').href}`

/** Starts a gateway and waits until it is ready. Kill `child` when done. */
export async function startGatewayProcess(
  upstreams: Upstreams,
  environment: Record<string, string> = {},
  { readsLog = true, showsErrors = true, steppedClock = false } = {},
): Promise<GatewayProcess> {
  const child = fork('gateway/main.ts', {
    stdio: ['ignore', 'pipe', showsErrors ? 'inherit' : 'ignore', 'ipc'],
    env: {
      ...bareEnvironment,
      PUBLIC_URL: 'http://keepsake.test',
      SERVICES_URL: upstreams.url,
      // A process that has just started must not refuse the many simultaneous requests of the tests.
      OVERLOAD_LAG: '10000',
      // As long as the operation timeout: tests may delay a response until something else has happened.
      UPSTREAM_TIMEOUT: '9000',
      ...(steppedClock && { NODE_OPTIONS: clockOption }),
      ...environment,
    },
  })
  let text = ''
  if (readsLog) child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const printed = readsLog && child.stdout ? once(child.stdout, 'end') : undefined
  const ended = once(child, 'exit').then(async ([code, signal]: unknown[]) => {
    await printed
    return [code, signal] as [number | null, string | null]
  })
  const ready = once(child, 'message') as Promise<[{ type: string; url: string }]>
  const tooEarly = ended.then(([code]): never => {
    throw new Error(`The gateway ended with ${code} before it was ready.`)
  })
  const [message] = await Promise.race([ready, tooEarly])
  const advance = async (milliseconds: number) => {
    const advanced = once(child, 'message')
    child.send(milliseconds)
    await advanced
  }
  return { child, url: message.url, ended, lines: () => linesOf(text), advance }
}

/** Sends an operation with POST. */
export function post(
  url: string,
  query: string,
  { token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ query }),
  })
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
