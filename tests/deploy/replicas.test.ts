import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readEdgeConfig } from '../../edge/config.ts'
import {
  type ComposeService,
  containerUrls,
  mistakesOf,
  operatorVariables,
  readCompose,
  replicasText,
  requiredVariables,
  resolveCompose,
} from './compose.ts'
import { isRead, parts } from './parts.ts'

/** What an operator sets. */
const chosen = {
  PUBLIC_URL: 'https://photos.example',
  CURSOR_SECRET: 'a random text of many characters',
  POSTGRES_PASSWORD: 'chosen',
  BLOBS: 's3://photos/keepsake',
  BLOBS_PUBLIC_URL: 'https://s3.example',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtps://relay.example',
}
const { services, volumes } = readCompose(chosen, replicasText)
const ours = Object.entries(services).filter(([, service]) => service.build !== undefined)
/** The S3 client reads these variables itself. */
const credentials = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']

/** The port of each container inside the network. */
const listening: Record<string, number> = {
  'edge-1': 4000,
  'edge-2': 4000,
  'gateway-1': 4002,
  'gateway-2': 4002,
  calls: 4001,
  'services-1': 4001,
  'services-2': 4001,
  workers: 4001,
  postgres: 5432,
}

function serviceOf(name: string): ComposeService {
  const service = services[name]
  if (!service) throw new Error(`The Compose file has no service ${name}.`)
  return service
}

describe('deploy/replicas.yml', () => {
  test('conforms to the Compose Specification, and has the containers that the instructions list', () => {
    expect(mistakesOf(resolveCompose(chosen, replicasText))).toEqual([])
    expect(Object.keys(services).toSorted()).toEqual(Object.keys(listening).toSorted())
  })

  test.each(ours)('%s runs a file that exists, with settings that its parser accepts and reads', (name, service) => {
    const [program, entry = '', ...rest] = service.command ?? []
    expect([program, existsSync(entry), rest]).toEqual(['node', true, []])
    const part = parts.find((one) => one.entry === entry)
    if (!part) throw new Error('No part has this entry file.')
    expect(part.port(service.environment)).toBe(listening[name])
    const unread = Object.keys(service.environment).filter((one) => !isRead(part.read, service.environment, one))
    expect(unread.filter((one) => !credentials.includes(one))).toEqual([])
    const [, , script = '', url = ''] = service.healthcheck.test
    expect([existsSync(script), Number(new URL(url).port)]).toEqual([true, listening[name]])
  })

  test('names in each internal URL a container and its port', () => {
    const urls = Object.values(services).flatMap(({ environment }) => Object.values(environment).flatMap(containerUrls))
    expect(urls.length).toBeGreaterThan(15)
    for (const { host, port } of urls) expect([host, port]).toEqual([host, listening[host]])
  })

  test('sends requests to the services that answer them, and none to the workers', () => {
    for (const name of ['services-1', 'services-2']) expect(serviceOf(name).environment['ROLE']).toBe('web')
    expect(serviceOf('workers').environment['ROLE']).toBe('workers')
    for (const name of ['edge-1', 'edge-2']) {
      const { gatewayUrls, servicesUrls } = readEdgeConfig(serviceOf(name).environment)
      expect(gatewayUrls).toEqual(['http://gateway-1:4002', 'http://gateway-2:4002'])
      expect(servicesUrls).toEqual(['http://services-1:4001', 'http://services-2:4001'])
    }
    for (const name of ['gateway-1', 'gateway-2', 'services-1', 'services-2', 'workers']) {
      expect(serviceOf(name).environment['SERVICES_URL']).toBe('http://calls:4001')
    }
    const calls = Object.values(serviceOf('calls').environment)
    expect(calls.filter((value) => Object.hasOwn(services, value.split(':')[0] ?? ''))).toEqual([
      'services-1:4001',
      'services-2:4001',
    ])
  })

  test('sets the variables that haproxy.cfg reads, and mounts it', () => {
    const found = readFileSync('deploy/haproxy.cfg', 'utf8').matchAll(/"\$(\w+)"/g)
    const read = [...new Set([...found].map(([, name = '']) => name))]
    expect(Object.keys(serviceOf('calls').environment).toSorted()).toEqual(read.toSorted())
    expect(serviceOf('calls').volumes).toEqual(['./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro'])
  })

  test('drains each of our parts for longer than the second between two requests for /readyz', () => {
    for (const [, { environment }] of ours) expect(environment['DRAIN_DELAY']).toBe('2000')
  })

  test('starts each container after those that it calls, and publishes the edges only', () => {
    const order = ['postgres', 'services-1', 'services-2', 'calls', 'gateway-1', 'gateway-2', 'workers']
    for (const [name, { depends_on: needs }] of Object.entries(services)) {
      const place = order.indexOf(name) === -1 ? order.length : order.indexOf(name)
      for (const need of Object.keys(needs)) expect(order.indexOf(need), name).toBeLessThan(place)
    }
    expect(Object.values(services).flatMap(({ ports }) => ports)).toEqual(['4000:4000', '4100:4000'])
    const mounted = Object.values(services).flatMap(({ volumes: own }) =>
      own.map((volume) => volume.split(':')[0] ?? ''),
    )
    expect(mounted.filter((name) => !name.startsWith('./')).toSorted()).toEqual(Object.keys(volumes).toSorted())
  })

  test('requires exactly the variables that the instructions say must be set, and has the others with their defaults', () => {
    const [, instructions = ''] = readFileSync('deploy/README.md', 'utf8').split('\n## Replicas\n')
    const documented = [...instructions.matchAll(/^\| `([A-Z_0-9]+)`\s+\| (`[^`]*`|–|must be set)\s+\|/gm)]
    const expected = [
      ...requiredVariables(replicasText).map((name) => [name, 'must be set']),
      ...[...operatorVariables(replicasText)].map(([name, value]) => [name, value === '' ? '–' : `\`${value}\``]),
    ]
    expect(Object.fromEntries(documented.map(([, name, value]) => [name, value]))).toEqual(Object.fromEntries(expected))
    for (const name of Object.keys(chosen)) {
      expect(() => readCompose({ ...chosen, [name]: '' }, replicasText)).toThrow(`${name} is not set`)
    }
  })
})
