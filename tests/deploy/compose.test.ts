import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readEdgeConfig } from '../../edge/config.ts'
import {
  type ComposeService,
  composeText,
  containerUrls,
  mistakesOf,
  operatorVariables,
  readCompose,
  resolveCompose,
} from './compose.ts'
import { isRead, parts } from './parts.ts'

const compose = readCompose()
const ours = Object.entries(compose.services).filter(([, service]) => service.build !== undefined)

function serviceOf(name: string): ComposeService {
  const service = compose.services[name]
  if (!service) throw new Error(`The Compose file has no service ${name}.`)
  return service
}

/** The port of each container inside the network. */
const listening: Record<string, number[]> = {
  edge: [4000],
  'gateway-1': [4002],
  'gateway-2': [4002],
  services: [4001],
  postgres: [5432],
  mail: [1025, 8025],
}

/** The instructions for this file; those for replicas come after them. */
const [instructions = ''] = readFileSync('deploy/README.md', 'utf8').split('\n## Replicas\n')

const clientsVolume = './deploy/clients:/clients:ro'

describe('docker-compose.yml', () => {
  test('conforms to the Compose Specification', () => {
    expect(mistakesOf(resolveCompose({}))).toEqual([])
    expect(mistakesOf({ services: { edge: { comand: ['node'] } } })).not.toEqual([])
  })

  test('runs the database, a mail catcher, the services, two gateways and the edge in front of them', () => {
    expect(Object.keys(compose.services).toSorted()).toEqual(Object.keys(listening).toSorted())
    expect(readEdgeConfig(serviceOf('edge').environment).gatewayUrls).toEqual([
      'http://gateway-1:4002',
      'http://gateway-2:4002',
    ])
  })

  test.each(ours)('%s runs a file that exists in the common image', (_name, service) => {
    const [program, entry = '', ...rest] = service.command ?? []
    expect(program).toBe('node')
    expect(existsSync(entry)).toBe(true)
    expect(rest).toEqual([])
    expect(service.image).toBe('keepsake')
  })

  test.each(ours)('%s has settings that its own parser accepts, and no unused variable', (_name, service) => {
    const part = parts.find(({ entry }) => entry === service.command?.[1])
    if (!part) throw new Error('No part has this entry file.')

    expect(part.port(service.environment)).toBe(Number(new URL(service.healthcheck.test[3] ?? '').port))
    expect(Object.keys(service.environment).filter((name) => !isRead(part.read, service.environment, name))).toEqual([])
  })

  test.each(ours)('%s has a health check, whose script exists', (_name, service) => {
    const [kind, program, script = '', url = ''] = service.healthcheck.test
    expect([kind, program]).toEqual(['CMD', 'node'])
    expect(existsSync(script)).toBe(true)
    expect(new URL(url).pathname).toMatch(/^\/(livez|readyz)$/)
  })

  test('names in each internal URL a container, and a port on which this container listens', () => {
    const urls = Object.values(compose.services).flatMap(({ environment }) =>
      Object.values(environment).flatMap(containerUrls),
    )
    expect(urls.length).toBeGreaterThan(6)
    for (const { host, port } of urls) expect(listening[host] ?? [], host).toContain(port)
  })

  test('publishes only the edge to other machines, at the port that the operator sets', () => {
    const published = Object.values(readCompose({ PORT: '8080' }).services).flatMap(({ ports }) => ports)
    expect(published.toSorted()).toEqual(['127.0.0.1:8025:8025', '8080:4000'])
  })

  test('makes each container wait until the containers that it calls are healthy', () => {
    for (const [name, { environment, depends_on: needs }] of ours) {
      const called = new Set(
        Object.values(environment)
          .flatMap(containerUrls)
          .map(({ host }) => host)
          // The gateways tell each other their counts, but each can start without the other.
          .filter((host) => !(name.startsWith('gateway-') && host.startsWith('gateway-'))),
      )
      expect(Object.keys(needs).toSorted(), name).toEqual([...called].toSorted())
      for (const { condition } of Object.values(needs)) expect(condition).toBe('service_healthy')
    }
  })

  test('keeps the database, photos and keys in declared volumes, and mounts photos and keys where the services write them', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')))
    const names = mounted.map(([name = '']) => name).filter((name) => !name.startsWith('./'))
    expect(names.toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
    const dataDir = serviceOf('services').environment['DATA_DIR'] ?? ''
    expect(serviceOf('services').volumes).toEqual([`data:${dataDir}`, `keys:${dataDir}/keys`, clientsVolume])
  })

  test('gives the services and the gateways the same clients, read-only', () => {
    for (const name of ['services', 'gateway-1', 'gateway-2']) {
      const { volumes, environment } = serviceOf(name)
      expect(volumes).toContain(clientsVolume)
      expect(environment['CLIENTS_DIR']).toBe('/clients')
    }
  })

  test('passes the values that an operator sets to the right parts', () => {
    const { services } = readCompose({
      POSTGRES_PASSWORD: 'chosen',
      PUBLIC_URL: 'https://photos.example',
      SMTP_URL: 'smtps://relay.example',
      DEMO: 'false',
    })
    expect(services['postgres']?.environment['POSTGRES_PASSWORD']).toBe('chosen')
    expect(services['services']?.environment).toMatchObject({
      DATABASE_URL: 'postgres://keepsake:chosen@postgres:5432/keepsake',
      PUBLIC_URL: 'https://photos.example',
      SMTP_URL: 'smtps://relay.example',
      DEMO: 'false',
    })
    for (const { environment, build } of Object.values(services)) {
      if (build !== undefined) expect(environment['PUBLIC_URL']).toBe('https://photos.example')
    }
  })

  test('derives PUBLIC_URL from the port', () => {
    expect(readCompose({ PORT: '8080' }).services['edge']?.environment['PUBLIC_URL']).toBe('http://localhost:8080')
  })

  test('has exactly the variables and defaults that the instructions list', () => {
    const documented = [...instructions.matchAll(/^\| `([A-Z_]+)`\s+\| `([^`]*)`\s+\|/gm)]
    expect(new Map(documented.map(([, name = '', value = '']) => [name, value]))).toEqual(operatorVariables())
  })

  test('contains no secret except defaults that say that they are only for trying out', () => {
    const secrets = [...composeText.matchAll(/^\s*\w*(?:PASSWORD|SECRET|KEY|TOKEN)\w*: (.*)$/gm)].map(
      ([, value]) => value,
    )
    expect(secrets).toEqual(['${CURSOR_SECRET:-only-for-trying-out}', '${POSTGRES_PASSWORD:-only-for-trying-out}'])
    const inUrls = [...composeText.matchAll(/:\/\/[^\s/:@]+:([^\s@]+)@/g)].map(([, password]) => password)
    expect(inUrls).toEqual(['${POSTGRES_PASSWORD:-only-for-trying-out}'])
  })

  test.each([
    [{}, 'false'],
    [{ DEMO: 'true' }, 'true'],
  ])('offers the API explorer only in the demo: with %j, GRAPHIQL is %s', (environment, graphiql) => {
    const { services } = readCompose(environment)
    for (const name of ['gateway-1', 'gateway-2']) expect(services[name]?.environment['GRAPHIQL']).toBe(graphiql)
  })
})
