import type { FastifyRequest } from 'fastify'
import { Pool } from 'undici'

const pool = new Pool(process.env['UPSTREAM_URL'] ?? '', { connections: 64 })

/** Reads from an upstream. The floor does not validate answers: validation is part of the gateway's measured cost. */
export async function get<Answer>(request: FastifyRequest, path: string): Promise<Answer> {
  const { body } = await pool.request({ method: 'GET', path, headers: headersOf(request) })
  return (await body.json()) as Answer
}

/** Reads from an upstream by a POST request. */
export async function post<Answer>(request: FastifyRequest, path: string, sent: object): Promise<Answer> {
  const headers = { ...headersOf(request), 'content-type': 'application/json' }
  const { body } = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(sent) })
  return (await body.json()) as Answer
}

function headersOf({ headers }: FastifyRequest) {
  return { accept: 'application/json', authorization: headers.authorization ?? '' }
}
