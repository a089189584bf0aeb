import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'
import { buildPhoto } from '../tests/support/photoLibrary.ts'
import { anna, createTokenIssuer } from '../tests/support/tokens.ts'
import type { Role } from './gatewayChild.ts'
import type { Result } from './result.ts'

const shownMonths = [6, 5, 4, 3, 2, 1]
const photosPerMonth = 24
const rounds = 15
const requestsPerRound = 200
const concurrency = 8
const aim = 3.5

const monthPath = (month: number) => `/photos/photos/timeline/2024/${month}`
const document = `query Timeline(${shownMonths.map((month) => `$m${month}: ID!`).join(', ')}) {
  viewer { email library { id photosCount albumsCount timeline { months { id year month photosCount } } } }
  ${shownMonths.map((month) => `m${month}: node(id: $m${month}) { ...Month }`).join('\n  ')}
}
fragment Month on TimelineMonth {
  id
  photos(first: ${photosPerMonth}) {
    edges { cursor node { __typename id fileName dateTaken width height thumbhash thumbnail(width: 300) { url width height } } }
    pageInfo { hasNextPage endCursor }
  }
}`

/** CPU time per request of the timeline query, through the gateway and through a handler written by hand. */
export async function run(): Promise<Result[]> {
  const tokens = await createTokenIssuer('http://keepsake.test/identity')
  const token = await tokens.issue(anna)
  const upstream = await startServer({ kind: 'upstream', answers: answers(tokens.jwks) })
  const gateway = await startServer({
    kind: 'gateway',
    environment: {
      PUBLIC_URL: 'http://keepsake.test',
      PHOTOS_URL: `${upstream.url}/photos`,
      SITE_URL: `${upstream.url}/site`,
      IDENTITY_URL: `${upstream.url}/identity`,
      LOG_LEVEL: 'info',
    },
  })
  const query = `limit=${photosPerMonth}&sortKey=dateTaken&sortOrder=desc`
  const paths = [
    '/photos/users',
    '/photos/users/timeline',
    ...shownMonths.map((month) => `${monthPath(month)}?${query}`),
  ]
  const aggregator = await startServer({ kind: 'aggregator', url: upstream.url, paths })
  try {
    const body = JSON.stringify({ query: document, variables: monthIds() })
    const throughGateway = caller(gateway.url, '/graphql', token, body)
    const byHand = caller(aggregator.url, '/timeline', token, '{}')
    await check(throughGateway)
    const ratios: number[] = []
    const times: [number[], number[]] = [[], []]
    for (let round = -3; round < rounds; round += 1) {
      const one = await cpuPerRequest(gateway.child, throughGateway)
      const other = await cpuPerRequest(aggregator.child, byHand)
      // The first rounds warm up.
      if (round < 0) continue
      times[0].push(one)
      times[1].push(other)
      ratios.push(one / other)
    }
    const ratio = median(ratios)
    return [
      { metric: 'gateway, CPU per request', value: round(median(times[0])), unit: 'ms', aim: '', met: true },
      { metric: 'by hand, CPU per request', value: round(median(times[1])), unit: 'ms', aim: '', met: true },
      { metric: 'gateway / by hand', value: round(ratio), unit: '×', aim: `≤ ${aim}`, met: ratio <= aim },
    ]
  } finally {
    for (const { child } of [upstream, gateway, aggregator]) child.disconnect()
  }
}

type Call = () => Promise<{ status: number; text: string }>

async function startServer(role: Partial<Role>): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(new URL('./gatewayChild.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send({ url: '', answers: {}, environment: {}, paths: [], ...role })
  const [message] = (await once(child, 'message')) as [{ url: string }]
  return { url: message.url, child }
}

function caller(url: string, path: string, token: string, body: string): Call {
  const pool = new Pool(url, { connections: concurrency })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json, multipart/mixed;q=0.9',
    authorization: `Bearer ${token}`,
  }
  return async () => {
    const response = await pool.request({ method: 'POST', path, headers, body })
    return { status: response.statusCode, text: await response.body.text() }
  }
}

async function check(call: Call): Promise<void> {
  const { status, text } = await call()
  const answer: { errors?: unknown; data: { m6: { photos: { edges: unknown[] } } } } = JSON.parse(text)
  const isWhole = status === 200 && !answer.errors && answer.data.m6.photos.edges.length === photosPerMonth
  if (!isWhole) throw new Error(`The gateway does not answer the timeline query: ${text.slice(0, 500)}`)
}

/** Milliseconds. */
async function cpuPerRequest(child: ChildProcess, call: Call): Promise<number> {
  const before = await cpuOf(child)
  let remaining = requestsPerRound
  const work = async () => {
    while (remaining > 0) {
      remaining -= 1
      await call()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return ((await cpuOf(child)) - before) / 1000 / requestsPerRound
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message')
  child.send('usage')
  const [message] = (await answer) as [{ microseconds: number }]
  return message.microseconds
}

function answers(jwks: object): Record<string, string> {
  const months = Object.fromEntries(shownMonths.map((month) => [String(month), photosPerMonth + 10]))
  const older = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [String(index + 1), 40]))
  const pages = shownMonths.map((month) => {
    const images = Array.from({ length: photosPerMonth }, (_, index) =>
      buildPhoto(month * 1000 + index, `2024-0${month}-${String(28 - index).padStart(2, '0')}T10:00:00`),
    )
    return [monthPath(month), JSON.stringify({ cursor: 'eyJ2IjoxLCJrZXkiOiIyMDI0LTA2LTA1In0', images })]
  })
  return {
    '/identity/jwks': JSON.stringify(jwks),
    '/photos/users': JSON.stringify({ albumsCount: 3, photosCount: 900 }),
    '/photos/users/timeline': JSON.stringify({ 2024: months, 2023: older, 2022: older, 0: { 0: 7 } }),
    ...Object.fromEntries(pages),
  }
}

function monthIds(): Record<string, string> {
  return Object.fromEntries(shownMonths.map((month) => [`m${month}`, monthId(month)]))
}

function monthId(month: number): string {
  return Buffer.from(`TimelineMonth:${anna}:2024-${month}:dateTaken:desc`).toString('base64url')
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
