import { type FirstRequests, sendFirstRequests } from './firstRequests.ts'
import { showStartFailure } from './startFailure.ts'

declare global {
  /** Set by the copy of this chunk that is part of the page (web/build/firstViewChunks.ts). */
  var keepsakeFirstRequests: FirstRequests | undefined
}

// The copy runs first, and this line does nothing in it. When the file of this chunk runs, the rest of the client's
// code has arrived but has not run yet. Running that code takes slow devices a while, so the pictures load meanwhile.
globalThis.keepsakeFirstRequests?.loadPictures()

/**
 * The first requests, sent as soon as the page arrives and before the rest of the client does. The rest of the client
 * imports this chunk from its file and gets the same requests. If another server's content security policy forbids the
 * copy in the page, the file sends the requests.
 */
export const firstRequests = (globalThis.keepsakeFirstRequests ??= sendFirstRequests())

// Reports scripts that cannot be loaded, because such a script cannot report its own failure.
addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && showStartFailure(), { capture: true })
