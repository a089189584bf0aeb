import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../../launcher/ports.ts'

const haproxy = '/usr/sbin/haproxy'

/** A replica of the services that answers with its number. */
interface Replica {
  readonly server: Server
  readonly address: string
  /** The methods of the requests that have come, except for `/readyz`. */
  seen: string[]
  isReady: boolean
  answer: (request: IncomingMessage, response: ServerResponse) => void
}

let replicas: [Replica, Replica]
let balancer: ChildProcess
let url: string

async function startReplica(number: number): Promise<Replica> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      response.writeHead(replica.isReady ? 200 : 503).end()
      return
    }
    replica.seen.push(request.method ?? '')
    replica.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a TCP server contains its port.
  const { port } = server.address() as AddressInfo
  const replica: Replica = {
    server,
    address: `127.0.0.1:${port}`,
    seen: [],
    isReady: true,
    answer: (_request, response) => response.end(String(number)),
  }
  return replica
}

beforeAll(async () => {
  replicas = [await startReplica(1), await startReplica(2)]
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  balancer = spawn(haproxy, ['-db', '-f', 'deploy/haproxy.cfg'], {
    env: {
      LISTEN: `127.0.0.1:${port}`,
      SERVICES_1: replicas[0].address,
      SERVICES_2: replicas[1].address,
      SERVICES_3: 'services-3.invalid:4001',
    },
    stdio: 'ignore',
  })
})

afterAll(() => {
  balancer.kill('SIGKILL')
  for (const { server } of replicas) server.close().closeAllConnections()
})

beforeEach(async () => {
  for (const [index, replica] of replicas.entries()) {
    replica.isReady = true
    replica.answer = (_request, response) => response.end(String(index + 1))
  }
  await vi.waitFor(async () => expect(new Set([await answerOf(), await answerOf()])).toEqual(new Set(['1', '2'])), {
    timeout: 30_000,
    interval: 50,
  })
  for (const replica of replicas) replica.seen = []
})

/** The text of the answer to a request, or `failed` and the status. */
async function answerOf(method = 'GET'): Promise<string> {
  const answer = await fetch(`${url}/photos`, { method }).catch(() => null)
  return answer?.ok ? answer.text() : `failed ${answer?.status}`
}

test('uses only replicas that are ready, and all of them if none is', async () => {
  const [first, second] = replicas
  first.isReady = false
  await expect.poll(async () => [await answerOf(), await answerOf(), await answerOf()]).toEqual(['2', '2', '2'])
  second.isReady = false
  await expect.poll(async () => new Set([await answerOf(), await answerOf()])).toEqual(new Set(['1', '2']))
  first.isReady = true
  await expect.poll(async () => [await answerOf(), await answerOf(), await answerOf()]).toEqual(['1', '1', '1'])
})

/** Sends requests while one replica disconnects instead of answering, until that replica has got a request. */
async function answersBesideBroken(method: string): Promise<{ answers: string[]; broken: Replica; other: Replica }> {
  const [broken, other] = replicas
  broken.answer = (request) => request.socket.destroy()
  const answers: string[] = []
  while (broken.seen.length === 0) answers.push(await answerOf(method))
  return { answers, broken, other }
}

test('sends a GET again, to another replica', async () => {
  const { answers, other } = await answersBesideBroken('GET')
  expect(new Set(answers)).toEqual(new Set(['2']))
  expect(other.seen).toHaveLength(answers.length)
})

test('sends no POST again', async () => {
  const { answers, broken, other } = await answersBesideBroken('POST')
  expect(answers.filter((answer) => answer !== '2')).toHaveLength(1)
  expect([broken.seen.length, other.seen.length]).toEqual([1, answers.length - 1])
})
