import { once } from 'node:events'
import fastify, { type FastifyInstance } from 'fastify'
import { Pool } from 'undici'
import { buildApp } from '../gateway/app.ts'
import { readConfig } from '../gateway/config.ts'

/** What the parent process sends first. */
export interface Role {
  readonly kind: 'upstream' | 'gateway' | 'aggregator'
  /** Of the upstream; by path for the upstream itself. */
  readonly url: string
  readonly answers: Record<string, string>
  readonly environment: Record<string, string>
  /** Paths that the aggregator joins. */
  readonly paths: readonly string[]
}

/** One server of the measurement: it tells its URL, and on demand the CPU time that it has used. */
const [role] = (await once(process, 'message')) as [Role]
const app = await build(role)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ microseconds: user + system })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url })

function build(role: Role): FastifyInstance | Promise<FastifyInstance> {
  if (role.kind === 'upstream') return buildUpstream(role)
  if (role.kind === 'aggregator') return buildAggregator(role)
  return buildApp(readConfig(role.environment))
}

function buildUpstream({ answers }: Role): FastifyInstance {
  const app = fastify()
  app.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    return reply.type('application/json').send(answers[path] ?? '{}')
  })
  return app
}

/** The floor: the same calls by hand, their JSON joined. */
function buildAggregator({ url, paths }: Role): FastifyInstance {
  const app = fastify()
  const pool = new Pool(url, { connections: 64 })
  const join = async (authorization: string) => {
    const parts = await Promise.all(
      paths.map(async (path) => {
        const { body } = await pool.request({ method: 'GET', path, headers: { authorization } })
        return body.json()
      }),
    )
    const [counts, timeline, ...months] = parts
    return { counts, timeline, months }
  }
  app.post('/timeline', (request) => join(request.headers.authorization ?? ''))
  return app
}
