/** An event of a stream. */
export interface StreamEvent {
  readonly id: string | undefined
  readonly event: string
  // Tests check the data with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
}

/** An open stream of server-sent events. */
export interface Stream {
  readonly status: number
  readonly headers: Headers
  readonly events: StreamEvent[]
  /** The number of comments received, which are keep-alives. */
  comments(): number
  /** Resolves to true when the server ends the stream, and to false when the connection is lost. */
  readonly over: Promise<boolean>
  stop(): void
}

/** Opens a stream with POST, or with GET if there is no body. */
export async function openStream(
  url: string,
  options: { token?: string; body?: object; lastEventId?: string; accept?: string } = {},
): Promise<Stream> {
  const aborter = new AbortController()
  const { token, body, lastEventId, accept = 'text/event-stream' } = options
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    signal: aborter.signal,
    headers: {
      accept,
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const events: StreamEvent[] = []
  let comments = 0
  const take = (block: string) => {
    const event = eventOf(block)
    if (event) events.push(event)
    else comments += 1
  }
  const over = read(response, take).then(
    () => true,
    () => false,
  )
  const { status, headers } = response
  return { status, headers, events, comments: () => comments, over, stop: () => aborter.abort() }
}

async function read({ body }: Response, take: (block: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) take(block)
  }
}

function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const event = fields.get('event')
  const data = fields.get('data')
  if (event === undefined || data === undefined) return undefined
  return { id: fields.get('id'), event, data: data === '' ? null : JSON.parse(data) }
}
