import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { allocatorSettings } from '../launcher/allocator.ts'
import { freePort } from '../launcher/ports.ts'
import { copyEmbeddedTemplate } from '../tests/support/embeddedTemplate.ts'
import { createTokenIssuer } from '../tests/support/tokens.ts'

const publicUrl = 'http://keepsake.test'
const readySchema = z.object({ type: z.literal('ready'), url: z.string() })

/** Services in a process of their own, on the embedded database. */
export interface MeasuredServices {
  readonly url: string
  readonly accountId: string
  readonly token: string
  /** Issues an access token of another account. */
  tokenOf(accountId: string): Promise<string>
  /** The value of `X-Operator-Secret`. */
  operatorSecret(): Promise<string>
  /** The resident memory in bytes, threads included. */
  memory(): Promise<number>
  /** The maximum resident memory since `forgetPeak`. */
  peakMemory(): Promise<number>
  forgetPeak(): Promise<void>
  close(): Promise<void>
}

/** A data folder, and the account whose library is measured. */
export interface MeasuredInstallation {
  readonly dataDir: string
  readonly accountId: string
  remove(): Promise<void>
}

/** Makes a data folder with an empty database. */
export async function makeMeasuredInstallation(): Promise<MeasuredInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-bench-'))
  await copyEmbeddedTemplate(dataDir)
  return { dataDir, accountId: randomUUID(), remove: async () => rm(dataDir, { recursive: true, force: true }) }
}

/** @param demo true to offer the operator's demo calls. Services that have demo data then also create that data. */
export async function startMeasuredServices(
  { dataDir, accountId }: MeasuredInstallation,
  services: string,
  demo: boolean,
): Promise<MeasuredServices> {
  const issuer = await createTokenIssuer(`${publicUrl}/identity`)
  const identity = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(issuer.jwks))
  })
  identity.listen(0, '127.0.0.1')
  await once(identity, 'listening')
  const address = identity.address()
  const identityPort = typeof address === 'object' && address ? address.port : 0
  const child = fork(new URL('../services/main.ts', import.meta.url), {
    env: {
      ...process.env,
      ...allocatorSettings,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PRODUCTION: 'false',
      PUBLIC_URL: publicUrl,
      IDENTITY_URL: `http://127.0.0.1:${identityPort}`,
      SERVICES: services,
      SERVICES_PORT: String(await freePort()),
      DEMO: String(demo),
      LOG_LEVEL: 'error',
    },
  })
  const { url } = await readyOf(child)
  const exp = Math.floor(Date.now() / 1_000) + 6 * 3_600
  const tokenOf = (account: string) => issuer.issue(account, { claims: { exp } })
  return {
    url,
    accountId,
    token: await tokenOf(accountId),
    tokenOf,
    operatorSecret: async () => (await readFile(join(dataDir, 'keys', 'operator'), 'utf8')).trim(),
    memory: async () => readStatus(child, 'VmRSS'),
    peakMemory: async () => readStatus(child, 'VmHWM'),
    forgetPeak: async () => writeFile(`/proc/${child.pid}/clear_refs`, '5'),
    close: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      identity.close()
    },
  }
}

/** Reads a value of the process's status, in bytes (proc_pid_status(5)). */
async function readStatus(child: ChildProcess, name: string): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status) ?? []
  return Number(kilobytes) * 1_024
}

async function readyOf(child: ChildProcess): Promise<{ url: string }> {
  const [message]: unknown[] = await once(child, 'message')
  return readySchema.parse(message)
}

/**
 * Sends one file by tus, in one piece. Uses plain HTTP instead of a tus client to save processor time, because the
 * sender shares the processor with the services.
 */
export async function sendPhoto(services: MeasuredServices, bytes: Uint8Array): Promise<void> {
  const created = await send(`${services.url}/storage/files`, 'POST', services.token, {
    'upload-length': String(bytes.length),
  })
  const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const answer = await send(`${services.url}${created.headers.location}`, 'PATCH', services.token, headers, bytes)
  if (answer.status !== 204) throw new Error(`The upload was answered with ${answer.status}: ${answer.body}`)
}

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

async function send(
  url: string,
  method: string,
  token: string,
  headers: Readonly<Record<string, string>>,
  bytes?: Uint8Array,
): Promise<Answer> {
  const sending = request(url, {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'content-length': bytes?.length ?? 0,
    },
  })
  const answered = once(sending, 'response')
  sending.end(bytes)
  const [response]: IncomingMessage[] = await answered
  if (!response) throw new Error('There was no answer.')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

/** Waits until the library has `count` photos. */
export async function untilVisible(services: MeasuredServices, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${services.token}` }
  for (;;) {
    const answer = await fetch(`${services.url}/photos/users`, { headers })
    const { photosCount } = z.object({ photosCount: z.number() }).parse(await answer.json())
    if (photosCount >= count) return
    await setTimeout(50)
  }
}
