import { sendFirstRequests } from './firstRequests.ts'

/** Sent as soon as this module is loaded, which is before the rest of the client (web/build/firstViewChunks.ts). */
export const firstRequests = sendFirstRequests()
