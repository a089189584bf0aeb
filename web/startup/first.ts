import { type FirstRequests, sendFirstRequests } from './firstRequests.ts'
import { showStartFailure } from './startFailure.ts'

declare global {
  /** Set by the copy of this chunk that is part of the page (web/build/firstViewChunks.ts). */
  var keepsakeFirstRequests: FirstRequests | undefined
}

// Does nothing in the copy, which runs first. When the file runs, the rest of the client's code has arrived but has not
// run yet. Running it takes slow devices a while, so the pictures load meanwhile.
globalThis.keepsakeFirstRequests?.loadPictures()

/**
 * The first requests, sent as soon as the page arrives and before the rest of the client does. The rest of the client
 * imports this chunk from its file and gets the same requests. If another server's content security policy forbids the
 * copy in the page, the file sends the requests.
 */
export const firstRequests = (globalThis.keepsakeFirstRequests ??= sendFirstRequests())

// Reports scripts that cannot be loaded, because they cannot report it themselves.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && showStartFailure(), { capture: true })
