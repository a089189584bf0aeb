import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LauncherSettings } from './settings.ts'

const deadlineMilliseconds = 300_000

/**
 * Calls an operator endpoint of the running product with the same PORT and DATA_DIR.
 * @param path at the edge, such as `/dev/identity/token`
 * @returns the JSON of the response
 * @throws Error with a sentence for the user
 */
export function callOperator(settings: LauncherSettings, path: string, body: unknown): Promise<unknown> {
  return call(settings, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Sends a GET request to an operator endpoint. Returns and throws the same as `callOperator`. */
export function readOperator(settings: LauncherSettings, path: string): Promise<unknown> {
  return call(settings, path, {})
}

interface OperatorRequest {
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

async function call(settings: LauncherSettings, path: string, request: OperatorRequest): Promise<unknown> {
  const url = `http://localhost:${settings.port}${path}`
  const secret = operatorSecret(settings)
  let response: Response
  try {
    response = await fetch(url, {
      ...request,
      headers: { ...request.headers, 'x-operator-secret': secret },
      signal: AbortSignal.timeout(deadlineMilliseconds),
    })
  } catch {
    throw new Error(`Keepsake does not answer at http://localhost:${settings.port}. Start it first: npm start`)
  }
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new Error(detailOf(answer) ?? `The call was refused (${response.status}).`)
  return answer
}

function operatorSecret(settings: LauncherSettings): string {
  try {
    return readFileSync(join(settings.dataDir, 'keys', 'operator'), 'utf8').trim()
  } catch {
    throw new Error(`There is no running product with the data folder ${settings.dataDir}. Start it first: npm start`)
  }
}

function detailOf(answer: unknown): string | null {
  const hasDetail =
    typeof answer === 'object' && answer !== null && 'detail' in answer && typeof answer.detail === 'string'
  return hasDetail ? String(answer.detail) : null
}
