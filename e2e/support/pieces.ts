import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A page that arrives in pieces. */
export interface PageInPieces {
  readonly url: string
  /** Sends the next piece. @returns false if the page has ended */
  next(): boolean
  close(): void
}

/**
 * Serves a page of the product at another port, in pieces, as over a slow connection. The product answers all other
 * requests of the page immediately.
 * @param url the address of the page
 * @param starts matches the empty string where a piece starts, as a lookahead does
 */
export async function inPieces(url: string, starts: RegExp): Promise<PageInPieces> {
  const { origin, pathname } = new URL(url)
  const page = await fetch(url)
  const pieces = (await page.text()).split(starts)
  let open: ServerResponse | undefined
  const next = () => {
    const piece = pieces.shift()
    if (piece === undefined) open?.end()
    else open?.write(piece)
    return piece !== undefined
  }
  const server = createServer((request, response) => {
    if (request.url === pathname) {
      open = response.writeHead(page.status, headersOf(page))
      next()
      return
    }
    pass(request, response, origin).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}${pathname}`, next, close: () => server.closeAllConnections() }
}

/** Passes a request on to the product, and sends back its answer. */
async function pass({ url, method = 'GET' }: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
  const answer = await fetch(`${origin}${url}`, { method })
  response.writeHead(answer.status, headersOf(answer)).end(Buffer.from(await answer.arrayBuffer()))
}

/** The headers of an answer, without those about its transfer: `fetch` has already decoded the answer. */
function headersOf({ headers }: Response): Record<string, string> {
  const ofTransfer = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length)$/
  return Object.fromEntries([...headers].filter(([name]) => !ofTransfer.test(name)))
}
