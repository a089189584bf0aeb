import type { GraphQLResponse, GraphQLResponseWithData, GraphQLResponseWithoutData, PayloadData } from 'relay-runtime'

type FlatResponse = GraphQLResponseWithData | GraphQLResponseWithoutData

type Path = readonly (string | number)[]

interface Pending {
  readonly id: string
  readonly path: Path
  readonly label?: string
}

interface IncrementalItem {
  readonly id?: string
  readonly subPath?: Path
  readonly path?: Path
  readonly label?: string
  readonly data?: PayloadData | null
  readonly errors?: readonly { readonly message: string }[]
}

export interface IncrementalPart {
  readonly data?: PayloadData | null
  readonly errors?: readonly { readonly message: string }[]
  readonly hasNext?: boolean
  readonly pending?: readonly Pending[]
  readonly incremental?: readonly IncrementalItem[]
}

/**
 * Converts the parts of an incremental delivery into the flat responses that Relay expects: one per item, each with its
 * label and path, the last one marked final. Items may be named by a pending id, or by label and path, as in the format
 * before 2023.
 */
export class IncrementalAdapter {
  readonly #pending = new Map<string, Pending>()

  adapt(part: IncrementalPart): FlatResponse[] {
    for (const pending of part.pending ?? []) this.#pending.set(pending.id, pending)
    const responses: FlatResponse[] = []
    if (part.data !== undefined) responses.push(response(part.data, part.errors))
    for (const item of part.incremental ?? []) responses.push(this.#locate(item))
    const last = responses.at(-1)
    if (last && part.hasNext !== true) last.extensions = { ...last.extensions, is_final: true }
    return responses
  }

  #locate(item: IncrementalItem): FlatResponse {
    const pending = item.id === undefined ? undefined : this.#pending.get(item.id)
    const label = item.label ?? pending?.label
    const path = [...(pending?.path ?? item.path ?? []), ...(item.subPath ?? [])]
    return { ...response(item.data, item.errors), path, ...(label === undefined ? {} : { label }) }
  }
}

function response(data: PayloadData | null | undefined, errors: IncrementalItem['errors']): FlatResponse {
  if (data) return { data, ...(errors === undefined ? {} : { errors: [...errors] }) }
  return { errors: [...(errors ?? [{ message: 'A part of the answer is missing' }])] }
}

/** Reads the parts of a `multipart/mixed` response as they arrive. */
export async function readIncremental(answer: Response, next: (response: GraphQLResponse) => void): Promise<void> {
  const boundary = /boundary="?([^";]+)"?/.exec(answer.headers.get('content-type') ?? '')?.[1] ?? '-'
  const adapter = new IncrementalAdapter()
  let text = ''
  if (!answer.body) return
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    text += value ?? ''
    const pieces = text.split(`--${boundary}`)
    text = done ? '' : (pieces.pop() ?? '')
    for (const piece of pieces) {
      const body = piece.slice(piece.indexOf('\r\n\r\n') + 4).trim()
      if (!piece.includes('\r\n\r\n') || body === '') continue
      // The cast is safe: the gateway sends this format, and Relay's normalizer rejects fields of the wrong type.
      for (const response of adapter.adapt(JSON.parse(body) as IncrementalPart)) next(response)
    }
    if (done) return
  }
}
