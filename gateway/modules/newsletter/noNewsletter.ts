import { codedError } from '../../errors/codes.ts'

/** The error when the service has no subscriptions. Clients can check first whether `Viewer.newsletter` is null. */
export function noNewsletter() {
  return codedError('NOT_FOUND', 'The service has no subscriptions to news and offers.')
}
