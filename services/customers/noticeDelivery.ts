import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { Agent, buildConnector, request } from 'undici'
import { isPublicAddress } from '../../schema/rules/callbackUrl.ts'
import { visibleLine } from '../../schema/rules/visibleText.ts'
import type { Notice } from './sampleNotice.ts'

/** What can happen to a notice. */
export const deliveryOutcomes = [
  'accepted',
  'refused',
  'redirected',
  'noPublicAddress',
  'connectionFailed',
  'certificateNotValid',
  'timedOut',
] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

/** The result of one attempt to deliver a notice. */
export interface Delivery {
  readonly outcome: DeliveryOutcome
  /** Null without an answer. */
  readonly httpStatus: number | null
  /** How long the attempt took, in ms. */
  readonly duration: number
  /** The beginning of the answer, in one line. Null if there is no answer, or if the answer is empty or not text. */
  readonly text: string | null
}

/** How host names are resolved, and which addresses may be called. */
export interface Network {
  /** Resolves a host name to its addresses, and an IP address to itself. Rejects if the name has no address. */
  resolve(name: string): Promise<readonly LookupAddress[]>
  isAllowed(address: string): boolean
}

/** The public internet. */
export const publicInternet: Network = {
  resolve: (name) => promisify(lookup)(name, { all: true }),
  isAllowed: isPublicAddress,
}

/** How long (ms) an attempt may take in total. The gateway waits 5 s for an answer of this service. */
const deliveryTime = 4_000
/** How much of an answer is read (bytes), and how much of it is shown (characters). */
const [readBytes, shownCharacters] = [2_048, 300]

const certificateCodes = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_CERT)/

/**
 * Thrown if a name has no address, or has an address that may not be called, or if a connection was opened to such an
 * address.
 */
class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed'
}

/**
 * Sends a notice to a URL that a customer has chosen. It must not reach our own network: the name is resolved once, all
 * its addresses are checked, and the connection is opened to a checked address. So an attacker gains nothing by
 * changing the addresses of the name in between. The address of the open connection is checked again. Redirects are not
 * followed. No header contains a secret.
 * @param url as `checkCallbackUrl` returns it
 */
export async function deliverNotice(
  url: string,
  { contentType, body }: Notice,
  network: Network = publicInternet,
  time: number = deliveryTime,
): Promise<Delivery> {
  const started = performance.now()
  const signal = AbortSignal.timeout(time)
  const end = (outcome: DeliveryOutcome, httpStatus: number | null = null, text: string | null = null): Delivery => {
    return { outcome, httpStatus, duration: Math.round(performance.now() - started), text }
  }
  let agent: Agent | undefined
  try {
    const addresses = await orAborted(checkedAddresses(new URL(url).hostname, network), signal)
    agent = new Agent({ connect: connectorTo(addresses, network, time), pipelining: 0 })
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': contentType, 'user-agent': 'Keepsake delivery notices', accept: '*/*' },
      body,
      dispatcher: agent,
      signal,
    })
    const { statusCode, headers } = answer
    const text = await readText(answer.body, headers['content-encoding'])
    return end(outcomeOf(statusCode), statusCode, text)
  } catch (error) {
    return end(failureOf(error, signal))
  } finally {
    await agent?.destroy()
  }
}

/** @throws AddressNotAllowed if the name has no address, or if any of its addresses may not be called */
async function checkedAddresses(hostname: string, network: Network): Promise<readonly LookupAddress[]> {
  const name = hostname.replace(/^\[|\]$/g, '')
  // A name that does not exist has the same outcome as a forbidden address, so that a test does not reveal the names of
  // our own network.
  const addresses = await network.resolve(name).catch(() => [])
  if (addresses.length > 0 && addresses.every(({ address }) => network.isAllowed(address))) return addresses
  throw new AddressNotAllowed()
}

/** Opens connections only to the given addresses, even if the name in the URL has other addresses by then. */
function connectorTo(addresses: readonly LookupAddress[], network: Network, timeout: number): buildConnector.connector {
  const known: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses
    if (all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }
  const open = buildConnector({ timeout, lookup: known, autoSelectFamily: true })
  return (options, done) => {
    open(options, (...result) => {
      const [, socket] = result
      if (!socket || network.isAllowed(socket.remoteAddress ?? '')) return done(...result)
      socket.destroy()
      return done(new AddressNotAllowed(), null)
    })
  }
}

async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ])
}

function outcomeOf(status: number): DeliveryOutcome {
  if (status >= 200 && status < 300) return 'accepted'
  return status >= 300 && status < 400 ? 'redirected' : 'refused'
}

function failureOf(error: unknown, signal: AbortSignal): DeliveryOutcome {
  if (error instanceof AddressNotAllowed) return 'noPublicAddress'
  if (signal.aborted) return 'timedOut'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'timedOut'
  return certificateCodes.test(code) ? 'certificateNotValid' : 'connectionFailed'
}

/** Reads the beginning of an answer, and drops the rest. */
async function readText(body: AsyncIterable<Buffer>, encoding: unknown): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= readBytes) break
  }
  if (encoding !== undefined && encoding !== 'identity') return null
  const bytes = Buffer.concat(chunks).subarray(0, readBytes)
  try {
    // Decodes as a stream, because the last character may be cut off.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return visibleLine(text).replaceAll(/\s+/g, ' ').trim().slice(0, shownCharacters) || null
  } catch {
    return null
  }
}
