import { Emitter } from '../../app/Store.ts'

/** Emits when the visitor wants to see the question about cookies again. */
export const consentRequests = new Emitter()
