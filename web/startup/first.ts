import { type FirstRequests, sendFirstRequests } from './firstRequests.ts'

declare global {
  /** Set by the copy of this chunk that is part of the page (web/build/firstViewChunks.ts). */
  var keepsakeFirstRequests: FirstRequests | undefined
}

/**
 * Sent as soon as the page arrives, before the rest of the client does. The rest imports this chunk from its file, and gets
 * the same requests. If the page may not run its copy, because another server's policy forbids it, the file sends them.
 */
export const firstRequests = (globalThis.keepsakeFirstRequests ??= sendFirstRequests())
